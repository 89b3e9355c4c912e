/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measuring the cells of a matrix.
 */
#ifndef RTLA_MATRIX_RUN_H
#define RTLA_MATRIX_RUN_H

#include "base/message.h"
#include "matrix/matrix_plan.h"

/*
 * matrix_run - measure what is left and fits the kernel that runs, then boot
 * for the rest; when nothing is left, make the report
 *
 * SIGINT, SIGTERM and SIGHUP end it; the cell that is being measured is begun
 * again by the next call. Returns RESULT_ERROR if a cell has failed by the end.
 */
enum result matrix_run(const struct matrix_plan *plan);

/* matrix_report - write the report of the results; prints where it is */
enum result matrix_report(const struct matrix_plan *plan);

#endif /* RTLA_MATRIX_RUN_H */
