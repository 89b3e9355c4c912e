/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The plan of a matrix: which kernels, with which isolation, under which loads,
 * are measured by which commands. Documentation/matrix.md describes the file.
 */
#ifndef RTLA_MATRIX_PLAN_H
#define RTLA_MATRIX_PLAN_H

#include <limits.h>

#include <jansson.h>

#include "base/message.h"

#define MATRIX_NAME_MAX	15	/* length of a name in a plan */
#define MATRIX_CELLS_MAX	1024

/* A cell has a value of each axis; a machine boots anew for the first two. */
enum matrix_axis {
	MATRIX_KERNEL,		/* value: a pattern of the kernel's release */
	MATRIX_ISOLATION,	/* options of the kernel's command line */
	MATRIX_LOAD,		/* a shell command; "": none */
	MATRIX_COMMAND,		/* what measures, like "timerlat hist -d 6h" */
	MATRIX_AXES,
};

/* One measurement. All texts belong to the plan. */
struct matrix_cell {
	const char *name[MATRIX_AXES];
	const char *value[MATRIX_AXES];
	char id[MATRIX_AXES * (MATRIX_NAME_MAX + 1)];	/* its names, with '-' */
};

struct matrix_plan {
	json_t *document;
	char path[PATH_MAX];	/* of the plan */
	const char *results;	/* the folder for results, an absolute path */
	const char *boot;	/* a shell command */
	struct matrix_cell *cell;	/* in the order in which they are measured */
	int cells;
};

/*
 * matrix_plan_read - read and check a plan
 *
 * Prints what is wrong, and where. The caller calls matrix_plan_free() in any
 * case.
 */
enum result matrix_plan_read(struct matrix_plan *plan, const char *path);
void matrix_plan_free(struct matrix_plan *plan);

/* matrix_axis_name - return the member of a plan that has an axis */
const char *matrix_axis_name(enum matrix_axis axis);

#endif /* RTLA_MATRIX_PLAN_H */
