// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring the cells of a matrix: see matrix_run.h.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/signals.h"
#include "host/machine.h"
#include "host/process.h"
#include "matrix/matrix_boot.h"
#include "matrix/matrix_run.h"
#include "matrix/matrix_state.h"
#include "report/report_input.h"

/* A machine that goes down twice in the same cell would do so for ever. */
#define BEGUN_MAX	2

static const int endings[] = { SIGINT, SIGTERM, SIGHUP };

struct matrix_runner {
	const struct matrix_plan *plan;
	struct machine machine;
	int signals;		/* a signalfd, or -1 */
	bool ended;		/* by a signal */
};

static bool signals_came(void *context)
{
	struct matrix_runner *runner = context;
	struct pollfd fd = { .fd = runner->signals, .events = POLLIN };

	runner->ended = runner->ended || poll(&fd, 1, 0) > 0;
	return runner->ended;
}

/* ---- A cell -------------------------------------------------------------- */

/* Run the command of a cell; returns its wait status, or -1 with errno. */
static int measure_cell(struct matrix_runner *runner,
			const struct matrix_cell *cell)
{
	const struct patience patience = {
		.wake = runner->signals, .poll = signals_came,
		.context = runner,
	};
	const char *command = cell->value[MATRIX_COMMAND];
	const char *load = cell->value[MATRIX_LOAD];
	char path[PATH_MAX], line[LINE_MAX];

	setenv("RTLA_LOG", matrix_path(runner->plan, cell, ".log", path), true);
	setenv("RTLA_RESULT", matrix_path(runner->plan, cell, ".json", path),
	       true);
	setenv("RTLA_LOAD", load, true);
	if (!strncmp(command, "rtla ", 5))
		command += 5;
	snprintf(line, sizeof(line), "exec \"$RTLA\" %s --json \"$RTLA_RESULT\" --label kernel=%s --label isolation=%s --label load=%s%s >\"$RTLA_LOG\" 2>&1",
		 command, cell->name[MATRIX_KERNEL],
		 cell->name[MATRIX_ISOLATION], cell->name[MATRIX_LOAD],
		 *load ? " --load \"$RTLA_LOAD\"" : "");
	return shell_run(line, &patience);
}

static enum result run_cell(struct matrix_runner *runner,
			    const struct matrix_cell *cell, int number)
{
	const struct matrix_plan *plan = runner->plan;
	char path[PATH_MAX], why[MATRIX_WHY_LEN], text[64];
	enum result result;
	int before, status;

	result = matrix_note_begin(plan, cell, &before);
	if (result)
		return result;
	if (before >= BEGUN_MAX)
		return matrix_fail(plan, cell, "the machine has gone down each time that this was measured: see its console");
	note("%d of %d: %s", number + 1, plan->cells, cell->id);
	status = measure_cell(runner, cell);
	matrix_note_end(plan, cell);
	if (runner->ended) {
		unlink(matrix_path(plan, cell, ".json", path));
		return RESULT_OK;
	}
	/*
	 * Gates that fail, and thresholds, end with a result, too; what could
	 * not measure leaves one without figures.
	 */
	matrix_path(plan, cell, ".json", path);
	if (WIFEXITED(status) && WEXITSTATUS(status) != RESULT_CANNOT &&
	    !access(path, F_OK))
		return RESULT_OK;
	unlink(path);
	snprintf(why, sizeof(why), "%s: see %s",
		 status_text(status, text, sizeof(text)),
		 matrix_path(plan, cell, ".log", path));
	return matrix_fail(plan, cell, why);
}

/* ---- All of them --------------------------------------------------------- */

/*
 * Measure each cell that is left and fits; sets the first one that does not
 * fit, or NULL.
 */
static enum result run_fitting(struct matrix_runner *runner,
			       const struct matrix_cell **other)
{
	const struct matrix_plan *plan = runner->plan;
	enum result result = RESULT_OK;

	*other = NULL;
	for (int i = 0; i < plan->cells && !result; i++) {
		const struct matrix_cell *cell = &plan->cell[i];

		if (signals_came(runner) ||
		    matrix_state(plan, cell, NULL) != MATRIX_LEFT)
			continue;
		if (matrix_fits(plan, cell, &runner->machine))
			result = run_cell(runner, cell, i);
		else if (!*other)
			*other = cell;
	}
	return result;
}

/* Let all cells fail that need the boot of @cell. */
static enum result fail_boot(const struct matrix_runner *runner,
			     const struct matrix_cell *cell)
{
	const struct matrix_plan *plan = runner->plan;
	enum result result = RESULT_OK;
	char why[MATRIX_WHY_LEN];

	snprintf(why, sizeof(why), "the machine was booted for this, but %s runs, or its /proc/cmdline is not that of isolation %s: look at \"boot\" of the plan",
		 runner->machine.release, cell->name[MATRIX_ISOLATION]);
	for (int i = 0; i < plan->cells && !result; i++) {
		const struct matrix_cell *of = &plan->cell[i];

		if (!strcmp(of->name[MATRIX_KERNEL], cell->name[MATRIX_KERNEL]) &&
		    !strcmp(of->name[MATRIX_ISOLATION],
			    cell->name[MATRIX_ISOLATION]) &&
		    matrix_state(plan, of, NULL) == MATRIX_LEFT)
			result = matrix_fail(plan, of, why);
	}
	return result;
}

/* Returns with @boots set if the machine goes down now. */
static enum result run_all(struct matrix_runner *runner, bool *boots)
{
	const struct matrix_cell *other;
	enum result result;
	bool again;

	*boots = false;
	do {
		result = run_fitting(runner, &other);
		if (result || runner->ended || !other)
			return result;
		result = matrix_note_boot(runner->plan, other, &again);
		if (!result && again)
			result = fail_boot(runner, other);
	} while (!result && again);
	if (result)
		return result;
	*boots = true;
	return matrix_boot(runner->plan, other);
}

static enum result matrix_prepare(struct matrix_runner *runner)
{
	char program[PATH_MAX];
	enum result result = matrix_folder(runner->plan);

	if (result)
		return result;
	machine_init(&runner->machine, "", NULL);
	program_self(program, sizeof(program));
	setenv("RTLA", program, true);
	runner->signals = signals_open(endings, 3);
	return matrix_keep_command_line(runner->plan, &runner->machine);
}

enum result matrix_run(const struct matrix_plan *plan)
{
	struct matrix_runner runner = { .plan = plan, .signals = -1 };
	int failed = 0, done = 0;
	enum result result;
	bool boots = false;

	result = matrix_prepare(&runner);
	if (!result)
		result = run_all(&runner, &boots);
	if (runner.signals >= 0)
		close(runner.signals);
	if (result || boots)
		return result;
	if (runner.ended)
		return fail(RESULT_ERROR, "interrupted: 'rtla matrix run %s' goes on",
			    plan->path);
	for (int i = 0; i < plan->cells; i++) {
		enum matrix_state state = matrix_state(plan, &plan->cell[i], NULL);

		failed += state == MATRIX_FAILED;
		done += state == MATRIX_DONE;
	}
	if (done)
		result = matrix_report(plan);
	if (failed)
		return fail(RESULT_ERROR, "failed: %d of %d: see 'rtla matrix show %s'; 'rtla matrix run --again %s' measures them once more",
			    failed, plan->cells, plan->path, plan->path);
	return result;
}

/* ---- The report ---------------------------------------------------------- */

/* Write a page of @count results, from the first of them on. */
static enum result matrix_write_page(const struct matrix_plan *plan, int page,
			      char *const results[], int count)
{
	char *argv[REPORT_RESULTS_MAX + 5], program[PATH_MAX], path[PATH_MAX];
	const struct patience patience = { .wake = -1 };
	char text[64], number[16];
	int used = 0, status;

	snprintf(number, sizeof(number), page ? "-%d" : "", page + 1);
	snprintf(path, sizeof(path), "%s/report%s.html", plan->results, number);
	program_self(program, sizeof(program));
	argv[used++] = program;
	argv[used++] = "report";
	argv[used++] = "-o";
	argv[used++] = path;
	for (int i = 0; i < count; i++)
		argv[used++] = results[i];
	argv[used] = NULL;
	status = program_run(argv, -1, &patience);
	if (status)
		return fail(RESULT_ERROR, "%s: %s: see the lines above", path,
			    status_text(status, text, sizeof(text)));
	note("the report of %d result%s is %s", count, count == 1 ? "" : "s",
	     path);
	return RESULT_OK;
}

enum result matrix_report(const struct matrix_plan *plan)
{
	char *results[REPORT_RESULTS_MAX], path[PATH_MAX];
	enum result result = RESULT_OK;
	int count = 0, page = 0;

	for (int i = 0; i < plan->cells && !result; i++) {
		if (matrix_state(plan, &plan->cell[i], NULL) == MATRIX_DONE) {
			matrix_path(plan, &plan->cell[i], ".json", path);
			results[count++] = strdup(path);
		}
		if (count < REPORT_RESULTS_MAX && i + 1 < plan->cells)
			continue;
		if (count)
			result = matrix_write_page(plan, page++, results, count);
		for (int j = 0; j < count; j++)
			free(results[j]);
		count = 0;
	}
	return result;
}
