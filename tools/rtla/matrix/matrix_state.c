// SPDX-License-Identifier: GPL-2.0
/*
 * The files of a matrix: see matrix_state.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "matrix/matrix_state.h"

const char *matrix_path(const struct matrix_plan *plan,
			const struct matrix_cell *cell, const char *ending,
			char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/%s%s", plan->results, cell->id, ending);
	return path;
}

/* Return the path of the file that says that the machine was booted. */
static const char *booted_path(const struct matrix_plan *plan,
			       const struct matrix_cell *cell,
			       char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/%s-%s.booted", plan->results,
		 cell->name[MATRIX_KERNEL], cell->name[MATRIX_ISOLATION]);
	return path;
}

enum matrix_state matrix_state(const struct matrix_plan *plan,
			       const struct matrix_cell *cell, char *why)
{
	char path[PATH_MAX];
	size_t size;
	char *text;

	if (!access(matrix_path(plan, cell, ".json", path), F_OK))
		return MATRIX_DONE;
	text = whole_file_read(matrix_path(plan, cell, ".failed", path), &size);
	if (!text)
		return MATRIX_LEFT;
	if (why)
		snprintf(why, MATRIX_WHY_LEN, "%.*s", (int)strcspn(text, "\n"),
			 text);
	free(text);
	return MATRIX_FAILED;
}

enum result matrix_write(const char *path, const char *text)
{
	int error = whole_file_replace(path, text, strlen(text));

	return error ? whole_file_failed("results", path, error) : RESULT_OK;
}

enum result matrix_fail(const struct matrix_plan *plan,
			const struct matrix_cell *cell, const char *why)
{
	char path[PATH_MAX];

	note("%s: %s", cell->id, why);
	return matrix_write(matrix_path(plan, cell, ".failed", path), why);
}

enum result matrix_note_begin(const struct matrix_plan *plan,
			      const struct matrix_cell *cell, int *before)
{
	char path[PATH_MAX], text[16];
	size_t size;
	char *was;

	was = whole_file_read(matrix_path(plan, cell, ".begun", path), &size);
	*before = was ? atoi(was) : 0;
	free(was);
	snprintf(text, sizeof(text), "%d\n", *before + 1);
	return matrix_write(path, text);
}

void matrix_note_end(const struct matrix_plan *plan,
		     const struct matrix_cell *cell)
{
	char path[PATH_MAX];

	unlink(matrix_path(plan, cell, ".begun", path));
}

enum result matrix_note_boot(const struct matrix_plan *plan,
			     const struct matrix_cell *cell, bool *again)
{
	char path[PATH_MAX];

	*again = !access(booted_path(plan, cell, path), F_OK);
	return *again ? RESULT_OK : matrix_write(path, "");
}

void matrix_forget_failures(const struct matrix_plan *plan)
{
	char path[PATH_MAX];

	for (int i = 0; i < plan->cells; i++) {
		const struct matrix_cell *cell = &plan->cell[i];

		if (matrix_state(plan, cell, NULL) != MATRIX_FAILED)
			continue;
		unlink(matrix_path(plan, cell, ".failed", path));
		unlink(matrix_path(plan, cell, ".begun", path));
		unlink(booted_path(plan, cell, path));
	}
}

enum result matrix_folder(const struct matrix_plan *plan)
{
	char path[PATH_MAX];
	char *end = path;

	snprintf(path, sizeof(path), "%s/", plan->results);
	while ((end = strchr(end + 1, '/'))) {
		*end = '\0';
		if (mkdir(path, 0777) && errno != EEXIST)
			return whole_file_failed("results", path, errno);
		*end = '/';
	}
	return RESULT_OK;
}
