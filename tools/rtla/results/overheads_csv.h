/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Overheads as CSV, for programs that test whether a set of tasks meets its deadlines:
 * see Documentation/overheads.md for the columns.
 */
#ifndef RTLA_OVERHEADS_CSV_H
#define RTLA_OVERHEADS_CSV_H

#include <stdio.h>

#include "results/results_write.h"

/*
 * overheads_csv_print - print a header, and a line for each overhead and CPU
 *
 * The first line of each overhead is that of all CPUs together. Returns false if there
 * is no memory for all of it.
 */
bool overheads_csv_print(FILE *out, const struct run_summary *summary);

#endif /* RTLA_OVERHEADS_CSV_H */
