// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla matrix": kernels, isolation, loads and commands, all with each other,
 * by one plan that goes on across boots.
 */
#include <stdio.h>
#include <string.h>

#include "base/grid.h"
#include "base/human.h"
#include "cmd/commands.h"
#include "host/process.h"
#include "matrix/matrix_plan.h"
#include "matrix/matrix_run.h"
#include "matrix/matrix_state.h"
#include "options/common_options.h"
#include "options/operands.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/latency.h"
#include "stats/stats.h"

struct matrix_config {
	bool again;
	struct operands operands;	/* the plan */
};

COMMAND_DEFAULTS(matrix_defaults, struct matrix_config, .again = false)

#define DEFAULTS \
	.set_defaults = matrix_defaults, \
	.size = sizeof(struct matrix_config), \
	.operands_field = offsetof(struct matrix_config, operands), \
	.operand = "PLAN", \
	.operands_max = 1

static enum options_result matrix_settle(const struct option_set *set,
					 void *from)
{
	const struct matrix_config *config = from;

	if (!config->operands.count)
		return options_wrong(set, "PLAN missing: name the file with the plan");
	return OPTIONS_OK;
}

/* Read the plan, and let @use have it. */
static enum result matrix_with_plan(const void *from,
				    enum result (*use)(const struct matrix_plan *plan,
						       const struct matrix_config *config))
{
	const struct matrix_config *config = from;
	struct matrix_plan plan;
	enum result result = matrix_plan_read(&plan, config->operands.word[0]);

	if (!result)
		result = use(&plan, config);
	matrix_plan_free(&plan);
	return result;
}

/* ---- rtla matrix run ----------------------------------------------------- */

static const struct option_row run_rows[] = {
	{ .name = "again", .type = OPTION_FLAG,
	  .help = "measure what has failed once more",
	  .field = offsetof(struct matrix_config, again) },
	{ .name = NULL }
};

static const struct option_group run_group = { "Measuring", run_rows };

static const struct option_group *const run_groups[] = {
	&run_group, &general_group, NULL
};

static enum result matrix_measure(const struct matrix_plan *plan,
				  const struct matrix_config *config)
{
	if (config->again)
		matrix_forget_failures(plan);
	return matrix_run(plan);
}

static enum result matrix_run_plan(const struct command *command,
				   const void *from)
{
	(void)command;
	return matrix_with_plan(from, matrix_measure);
}

const struct command matrix_run_command = {
	.tool = "matrix",
	.mode = "run",
	.summary = "Measure what is left of a plan, boot for the rest, and make a report in the end.",
	.groups = run_groups,
	DEFAULTS,
	.settle = matrix_settle,
	.run = matrix_run_plan,
};

/* ---- rtla matrix show ---------------------------------------------------- */

/* Print the largest latency of a result, as the last context tells it. */
static void print_largest(const char *path, char *text, size_t size)
{
	struct results results;
	char time[QUANTITY_LEN];

	snprintf(text, size, "done");
	if (!results_read(&results, path))
		for (int i = 0; i < CONTEXTS; i++) {
			struct latency all = stats_all(results.stats, i);

			if (results_has(&results, i))
				snprintf(text, size, "%s max %s",
					 context_name(i),
					 time_text(all.max, time));
		}
	results_free(&results);
}

static void matrix_put_cell(struct grid *grid, const struct matrix_plan *plan,
			    const struct matrix_cell *cell)
{
	char path[PATH_MAX], text[MATRIX_WHY_LEN];

	grid_row(grid);
	for (int i = 0; i < MATRIX_AXES; i++)
		grid_put(grid, GRID_LEFT, cell->name[i]);
	switch (matrix_state(plan, cell, text)) {
	case MATRIX_LEFT:
		grid_put(grid, GRID_LEFT, "left");
		break;
	case MATRIX_FAILED:
		grid_put(grid, GRID_LEFT, "failed");
		grid_line(grid, text);
		break;
	default:
		print_largest(matrix_path(plan, cell, ".json", path), text,
			      sizeof(text));
		grid_put(grid, GRID_LEFT, text);
	}
}

static enum result matrix_print(const struct matrix_plan *plan,
				const struct matrix_config *config)
{
	static const char *const heads[] = {
		"Kernel", "Isolation", "Load", "Command", "State",
	};
	struct grid grid = { .cells = 0 };

	(void)config;
	grid_row(&grid);
	for (int i = 0; i < MATRIX_AXES + 1; i++)
		grid_put(&grid, GRID_LEFT, heads[i]);
	for (int i = 0; i < plan->cells; i++)
		matrix_put_cell(&grid, plan, &plan->cell[i]);
	return grid_print(stdout, &grid) ? RESULT_OK :
	       fail(RESULT_ERROR, "out of memory");
}

static enum result matrix_show_plan(const struct command *command,
				    const void *from)
{
	(void)command;
	return matrix_with_plan(from, matrix_print);
}

static const struct option_group *const plain_groups[] = {
	&general_group, NULL
};

const struct command matrix_show = {
	.tool = "matrix",
	.mode = "show",
	.summary = "Show what of a plan is measured, has failed, and is left.",
	.groups = plain_groups,
	DEFAULTS,
	.settle = matrix_settle,
	.run = matrix_show_plan,
};

/* ---- rtla matrix unit ---------------------------------------------------- */

static enum result matrix_print_unit(const struct matrix_plan *plan,
				     const struct matrix_config *config)
{
	char program[PATH_MAX];

	(void)config;
	program_self(program, sizeof(program));
	printf("[Unit]\n"
	       "Description=rtla matrix %s\n"
	       "\n"
	       "[Service]\n"
	       "# It begins when the machine has booted, and has little else to do.\n"
	       "Type=idle\n"
	       "ExecStart=%s matrix run %s\n"
	       "\n"
	       "[Install]\n"
	       "WantedBy=multi-user.target\n",
	       plan->path, program, plan->path);
	return RESULT_OK;
}

static enum result matrix_unit_plan(const struct command *command,
				    const void *from)
{
	(void)command;
	return matrix_with_plan(from, matrix_print_unit);
}

const struct command matrix_unit = {
	.tool = "matrix",
	.mode = "unit",
	.summary = "Print a unit for systemd that goes on with a plan after each boot.",
	.groups = plain_groups,
	DEFAULTS,
	.settle = matrix_settle,
	.run = matrix_unit_plan,
};
