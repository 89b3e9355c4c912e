/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which kernel runs, with which isolation, and how another one is booted.
 */
#ifndef RTLA_MATRIX_BOOT_H
#define RTLA_MATRIX_BOOT_H

#include <stdbool.h>

#include "base/message.h"
#include "matrix/matrix_plan.h"

struct machine;

/*
 * matrix_fits - return whether a cell can be measured on the machine as it runs
 *
 * Its release is like that of the cell, and of all options of the plan's
 * isolations, the kernel's command line has exactly those of the cell.
 */
bool matrix_fits(const struct matrix_plan *plan, const struct matrix_cell *cell,
		 const struct machine *machine);

/* matrix_keep_command_line - keep the command line without any isolation */
enum result matrix_keep_command_line(const struct matrix_plan *plan,
				     const struct machine *machine);

/*
 * matrix_boot - run the plan's command that boots for a cell
 *
 * It returns while the machine goes down. Prints why it failed.
 */
enum result matrix_boot(const struct matrix_plan *plan,
			const struct matrix_cell *cell);

#endif /* RTLA_MATRIX_BOOT_H */
