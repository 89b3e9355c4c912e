// SPDX-License-Identifier: GPL-2.0
/*
 * A history as tables for people. What many runs have in common, as the kernel,
 * is told where it changes.
 */
#include <inttypes.h>
#include <string.h>

#include "base/grid.h"
#include "base/human.h"
#include "base/printable.h"
#include "base/wrap.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "history/show.h"
#include "stats/percentiles.h"

#define CELL_LEN	256

/* Begin with @run, which has @count alike. */
static void put_head(struct grid *grid, const struct history_view *view,
		     const struct history_run *run, int count, const bool *has)
{
	char name[CELL_LEN], percentile[PERCENTILE_NAME_LEN];

	grid_row(grid);
	grid_put(grid, GRID_LEFT, "started");
	grid_put(grid, GRID_RIGHT, "samples");
	for (int i = 0; i < CONTEXTS; i++) {
		if (!has[i])
			continue;
		snprintf(name, sizeof(name), "%s max", context_name(i));
		grid_put(grid, GRID_RIGHT, name);
		grid_put(grid, GRID_RIGHT,
			 percentile_name(view->percentile, percentile));
	}
	for (int i = 0; run->number[i].id; i++)
		if (runs_have_number(run, count, i))
			grid_put(grid, GRID_RIGHT, run->number[i].title);
	grid_put(grid, GRID_LEFT, "verdict");
	grid_put(grid, GRID_LEFT, "labels");
}

/* Put the numbers that any of @count runs from @first on has. */
static void put_numbers(struct grid *grid, const struct history_run *run,
			const struct history_run *first, int count)
{
	char text[CELL_LEN];

	for (int i = 0; first->number[i].id; i++)
		if (runs_have_number(first, count, i))
			grid_put(grid, GRID_RIGHT,
				 history_number(run, i, "-", text,
						sizeof(text)));
}

/* Tell kernel and CPUs of a run, unless they are those of the run before. */
static void put_kernel(struct grid *grid, const struct history_run *run,
		       const struct history_run *before)
{
	char text[CELL_LEN];

	if (before && !strcmp(run->kernel, before->kernel) &&
	    !strcmp(run->cpus, before->cpus))
		return;
	snprintf(text, sizeof(text), "kernel %s, CPUs %s:",
		 *run->kernel ? run->kernel : "not recorded", run->cpus);
	grid_row(grid);
	grid_put(grid, GRID_ACROSS, text);
}

static void put_run(struct grid *grid, const struct history_run *run,
		    const struct history_run *first, int count, const bool *has)
{
	char text[CELL_LEN], number[QUANTITY_LEN];

	grid_row(grid);
	grid_put(grid, GRID_LEFT, *run->started ? run->started : "-");
	snprintf(text, sizeof(text), "%" PRIu64, run->samples);
	grid_put(grid, GRID_RIGHT, text);
	for (int i = 0; i < CONTEXTS; i++) {
		const struct run_figures *figures = &run->figures[i];

		if (!has[i])
			continue;
		grid_put(grid, GRID_RIGHT,
			 figures->count ? us_text(figures->max, text) : "-");
		snprintf(text, sizeof(text), "%s%s",
			 figures->supported && figures->at_least ? ">= " : "",
			 figures->supported ? us_text(figures->percentile, number) : "-");
		grid_put(grid, GRID_RIGHT, text);
	}
	put_numbers(grid, run, first, count);
	grid_put(grid, GRID_LEFT, run->outcome);
	grid_put(grid, GRID_LEFT, history_labels(run, text, sizeof(text)));
}

/* Print @count runs of one machine and tracer. */
static bool print_alike(FILE *out, const struct history_view *view,
			const struct history_run *run, int count)
{
	struct grid grid = { .cells = 0 };
	char title[2 * CELL_LEN];
	char shown[VISIBLE_MAX * sizeof(title)];
	bool has[CONTEXTS];

	for (int i = 0; i < CONTEXTS; i++)
		has[i] = view->context[i] && runs_have(run, count, i);
	put_head(&grid, view, run, count, has);
	for (int i = 0; i < count; i++) {
		put_kernel(&grid, &run[i], i ? &run[i - 1] : NULL);
		put_run(&grid, &run[i], run, count, has);
	}
	snprintf(title, sizeof(title), "%.*s, %.*s: %d run%s, times in us",
		 CELL_LEN / 2, run->host, CELL_LEN / 2, run->tracer, count,
		 count == 1 ? "" : "s");
	visible_line(shown, sizeof(shown), title);
	wrap_print(out, shown, 0, TEXT_WIDTH);
	return grid_print(out, &grid);
}

bool history_print(FILE *out, const struct history_view *view)
{
	const struct history_runs *runs = view->runs;
	bool good = true;

	for (int i = 0, alike; good && i < runs->count; i += alike) {
		alike = runs_alike(runs, i);
		if (i)
			fputc('\n', out);
		good = print_alike(out, view, &runs->run[i], alike);
	}
	return good;
}

const char *history_labels(const struct history_run *run, char *text,
			   size_t size)
{
	size_t used = 0;
	const char *name;
	json_t *value;

	*text = '\0';
	json_object_foreach(run->labels, name, value) {
		if (used < size)
			used += snprintf(text + used, size - used, "%s%s=%s",
					 used ? " " : "", name,
					 json_string_value(value) ?: "");
	}
	return text;
}

const char *history_number(const struct history_run *run, int number,
			   const char *unknown, char *text, size_t size)
{
	const struct kind_number *of = &run->number[number];
	uint64_t value = run->value[number];
	char time[QUANTITY_LEN];

	if (!run->has_value[number])
		snprintf(text, size, "%s", unknown);
	else if (of->in_ns)
		snprintf(text, size, "%s", us_text(value, time));
	else if (of->of_samples && run->samples)
		snprintf(text, size, "%" PRIu64 " (%.3g %%)", value,
			 100.0 * value / run->samples);
	else
		snprintf(text, size, "%" PRIu64, value);
	return text;
}
