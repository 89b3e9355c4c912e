// SPDX-License-Identifier: GPL-2.0
/*
 * Plans: see matrix_plan.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "matrix/matrix_plan.h"

#define REMEDY	"give a plan, as 'man rtla-matrix' describes it"

/*
 * Boots the kernel that RTLA_RELEASE names, with RTLA_CMDLINE, whatever starts
 * this machine.
 */
#define BOOT	"kexec -l \"/boot/vmlinuz-$RTLA_RELEASE\" --initrd=\"/boot/initrd.img-$RTLA_RELEASE\" --command-line=\"$RTLA_CMDLINE\" && systemctl kexec"

/* The axes, with the one name and value that they have in a plan without them. */
static const struct {
	const char *member;
	const char *name;
	const char *value;
} axes[MATRIX_AXES] = {
	[MATRIX_KERNEL] = { "kernels", "any", "*" },
	[MATRIX_ISOLATION] = { "isolation", "none", "" },
	[MATRIX_LOAD] = { "loads", "idle", "" },
	[MATRIX_COMMAND] = { "commands", NULL, NULL },
};

const char *matrix_axis_name(enum matrix_axis axis)
{
	return axes[axis].member;
}

/* Names are parts of file names, between '-'. */
static bool is_name(const char *name)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._");

	return length && length <= MATRIX_NAME_MAX && !name[length] &&
	       *name != '.';
}

static enum result matrix_check_axis(const char *path, json_t *document,
				     enum matrix_axis axis)
{
	const char *member = axes[axis].member, *name;
	json_t *of = json_object_get(document, member), *value;

	if (!of && axes[axis].name) {
		json_object_set_new(document, member, json_pack("{s:s}",
			axes[axis].name, axes[axis].value));
		return RESULT_OK;
	}
	if (!json_object_size(of))
		return fail(RESULT_ERROR, "%s: %s: no object with names and texts: give one like {\"%s\": \"...\"}",
			    path, member, axes[axis].name ?: "timerlat");
	json_object_foreach(of, name, value) {
		if (!is_name(name))
			return fail(RESULT_ERROR, "%s: %s: \"%s\" is no name: give up to %d letters, digits, '.' and '_'",
				    path, member, name, MATRIX_NAME_MAX);
		if (!json_is_string(value))
			return fail(RESULT_ERROR, "%s: %s.%s: no text: write it in quotes",
				    path, member, name);
	}
	return RESULT_OK;
}

static enum result matrix_plan_check(struct matrix_plan *plan)
{
	const char *member;
	json_t *value;

	if (!json_is_object(plan->document))
		return fail(RESULT_ERROR, "%s: no object: " REMEDY, plan->path);
	json_object_foreach(plan->document, member, value) {
		bool known = !strcmp(member, "results") || !strcmp(member, "boot");

		for (int i = 0; i < MATRIX_AXES; i++)
			known |= !strcmp(member, axes[i].member);
		if (!known)
			return fail(RESULT_ERROR, "%s: %s: unknown: " REMEDY,
				    plan->path, member);
	}
	plan->results = json_read_text(plan->document, "results", "");
	if (*plan->results != '/')
		return fail(RESULT_ERROR, "%s: results: no absolute path: name the folder for results, like \"/var/lib/rtla/night\"",
			    plan->path);
	plan->boot = json_read_text(plan->document, "boot", BOOT);
	for (int i = 0; i < MATRIX_AXES; i++) {
		enum result result =
			matrix_check_axis(plan->path, plan->document, i);

		if (result)
			return result;
	}
	return RESULT_OK;
}

static void matrix_set_cell(struct matrix_cell *cell, enum matrix_axis axis,
			    const char *name, const json_t *value)
{
	cell->name[axis] = name;
	cell->value[axis] = json_string_value(value);
}

/* Make the cells: those that need no other boot come after each other. */
static void matrix_make_cells(struct matrix_plan *plan, enum matrix_axis axis,
			      struct matrix_cell cell)
{
	json_t *value;
	const char *name;

	if (axis == MATRIX_AXES) {
		snprintf(cell.id, sizeof(cell.id), "%s-%s-%s-%s", cell.name[0],
			 cell.name[1], cell.name[2], cell.name[3]);
		plan->cell[plan->cells++] = cell;
		return;
	}
	json_object_foreach(json_object_get(plan->document, axes[axis].member),
			    name, value) {
		matrix_set_cell(&cell, axis, name, value);
		matrix_make_cells(plan, axis + 1, cell);
	}
}

enum result matrix_plan_read(struct matrix_plan *plan, const char *path)
{
	size_t cells = 1;
	enum result result;

	*plan = (struct matrix_plan) { .cells = 0 };
	if (!realpath(path, plan->path))
		return fail(RESULT_ERROR, "%s: %s: " REMEDY, path,
			    strerror(errno));
	plan->document = json_read_file(path, REMEDY);
	if (!plan->document)
		return RESULT_ERROR;
	result = matrix_plan_check(plan);
	if (result)
		return result;
	for (int i = 0; i < MATRIX_AXES && cells <= MATRIX_CELLS_MAX; i++)
		cells *= json_object_size(json_object_get(plan->document,
							  axes[i].member));
	if (cells > MATRIX_CELLS_MAX)
		return fail(RESULT_ERROR, "%s: more than %d measurements: make several plans",
			    plan->path, MATRIX_CELLS_MAX);
	plan->cell = calloc(cells, sizeof(*plan->cell));
	if (!plan->cell)
		return fail(RESULT_ERROR, "out of memory");
	matrix_make_cells(plan, 0, (struct matrix_cell) { .id = "" });
	return RESULT_OK;
}

void matrix_plan_free(struct matrix_plan *plan)
{
	json_decref(plan->document);
	free(plan->cell);
	*plan = (struct matrix_plan) { .cells = 0 };
}
