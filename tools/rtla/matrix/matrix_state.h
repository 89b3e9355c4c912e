/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How far a matrix is, as the files in its folder tell: so it goes on after a
 * boot, a crash, or a command that was killed.
 *
 *	ID.json		the result of a cell
 *	ID.log		what its command has printed
 *	ID.begun	it was begun so often, and has not ended
 *	ID.failed	why it has no result
 *	K-I.booted	the machine was booted for this kernel and isolation
 *	cmdline		the kernel's command line, without any isolation
 */
#ifndef RTLA_MATRIX_STATE_H
#define RTLA_MATRIX_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"
#include "matrix/matrix_plan.h"

enum matrix_state {
	MATRIX_LEFT,
	MATRIX_DONE,
	MATRIX_FAILED,
};

#define MATRIX_WHY_LEN	512

/* matrix_path - print the path of a cell's file that ends with @ending; returns it */
const char *matrix_path(const struct matrix_plan *plan,
			const struct matrix_cell *cell, const char *ending,
			char path[PATH_MAX]);

/*
 * matrix_state - return how far a cell is; of one that has failed, @why is set,
 * which has MATRIX_WHY_LEN bytes, or is NULL
 */
enum matrix_state matrix_state(const struct matrix_plan *plan,
			       const struct matrix_cell *cell, char *why);

/* matrix_fail - note that a cell has failed, and why */
enum result matrix_fail(const struct matrix_plan *plan,
			const struct matrix_cell *cell, const char *why);

/*
 * matrix_note_begin - note that a cell begins; sets how often it has begun
 * before without an end
 */
enum result matrix_note_begin(const struct matrix_plan *plan,
			      const struct matrix_cell *cell, int *before);

/* matrix_note_end - note that it has ended, or is to be begun as if it had not */
void matrix_note_end(const struct matrix_plan *plan,
		     const struct matrix_cell *cell);

/*
 * matrix_note_boot - note that the machine boots for a cell; @again is set if
 * it has booted for it before
 */
enum result matrix_note_boot(const struct matrix_plan *plan,
			     const struct matrix_cell *cell, bool *again);

/*
 * matrix_forget_failures - let all cells that have failed be measured once more
 */
void matrix_forget_failures(const struct matrix_plan *plan);

/* matrix_folder - make the folder for results */
enum result matrix_folder(const struct matrix_plan *plan);

/* matrix_write - write a file of that folder, so that a crash does not lose it */
enum result matrix_write(const char *path, const char *text);

#endif /* RTLA_MATRIX_STATE_H */
