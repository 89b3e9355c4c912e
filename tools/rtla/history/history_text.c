// SPDX-License-Identifier: GPL-2.0
/*
 * A history as tables for people. Each column is as wide as what is in it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/printable.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "history/show.h"
#include "stats/percentiles.h"

#define CELL_LEN	256
#define COLUMNS_MAX	(6 + 2 * CONTEXTS)

struct column {
	bool left;		/* aligned to the left */
	int width;
};

/* Rows of cells, of which the first one has the names of the columns. */
struct grid {
	struct column column[COLUMNS_MAX];
	int columns;
	char (*cell)[CELL_LEN];	/* row by row, COLUMNS_MAX in each */
	int rows;
	int at;			/* the next cell of the row that is being filled */
};

/* Copy a text, which may have any bytes, to @cell; returns its width. */
static int plain(char cell[CELL_LEN], const char *text)
{
	snprintf(cell, CELL_LEN, "%s", text);
	printable_line(cell);
	return printable_width(cell);
}

/* Put a text into the next cell of the row. */
static void history_text_put(struct grid *grid, int row, bool left,
			     const char *text)
{
	struct column *column = &grid->column[grid->at];
	int width = plain(grid->cell[row * COLUMNS_MAX + grid->at++], text);

	column->left = left;
	if (width > column->width)
		column->width = width;
	grid->columns = grid->at;
}

static void put_head(struct grid *grid, const struct history_view *view,
		     const bool *has)
{
	char name[CELL_LEN], percentile[PERCENTILE_NAME_LEN];

	grid->at = 0;
	history_text_put(grid, 0, true, "started");
	history_text_put(grid, 0, true, "kernel");
	history_text_put(grid, 0, true, "CPUs");
	history_text_put(grid, 0, false, "samples");
	for (int i = 0; i < CONTEXTS; i++) {
		if (!has[i])
			continue;
		snprintf(name, sizeof(name), "%s max", context_name(i));
		history_text_put(grid, 0, false, name);
		history_text_put(grid, 0, false,
				 percentile_name(view->percentile, percentile));
	}
	history_text_put(grid, 0, true, "verdict");
	history_text_put(grid, 0, true, "labels");
}

static void put_run(struct grid *grid, int row, const struct history_run *run,
		    const bool *has)
{
	char text[CELL_LEN], number[QUANTITY_LEN];

	grid->at = 0;
	history_text_put(grid, row, true, *run->started ? run->started : "-");
	history_text_put(grid, row, true, *run->kernel ? run->kernel : "-");
	history_text_put(grid, row, true, run->cpus);
	snprintf(text, sizeof(text), "%" PRIu64, run->samples);
	history_text_put(grid, row, false, text);
	for (int i = 0; i < CONTEXTS; i++) {
		const struct run_figures *figures = &run->figures[i];

		if (!has[i])
			continue;
		history_text_put(grid, row, false,
				 figures->count ? us_text(figures->max, text) : "-");
		snprintf(text, sizeof(text), "%s%s",
			 figures->supported && figures->at_least ? ">= " : "",
			 figures->supported ? us_text(figures->percentile, number) : "-");
		history_text_put(grid, row, false, text);
	}
	history_text_put(grid, row, true, run->outcome);
	history_text_put(grid, row, true,
			 history_labels(run, text, sizeof(text)));
}

static void print_grid(FILE *out, const struct grid *grid)
{
	for (int row = 0; row < grid->rows; row++) {
		int blanks = 0;

		for (int i = 0; i < grid->columns; i++) {
			const char *cell = grid->cell[row * COLUMNS_MAX + i];
			const struct column *column = &grid->column[i];
			int room = column->width - printable_width(cell);

			blanks += (i ? 2 : 1) + (column->left ? 0 : room);
			if (*cell) {
				fprintf(out, "%*s%s", blanks, "", cell);
				blanks = 0;
			}
			blanks += column->left ? room : 0;
		}
		fputc('\n', out);
	}
}

/* Print @count runs of one machine and tracer. */
static bool print_alike(FILE *out, const struct history_view *view,
			const struct history_run *run, int count)
{
	struct grid grid = { .rows = count + 1 };
	char host[CELL_LEN], tracer[CELL_LEN];
	bool has[CONTEXTS];

	grid.cell = calloc(grid.rows * COLUMNS_MAX, sizeof(*grid.cell));
	if (!grid.cell)
		return false;
	for (int i = 0; i < CONTEXTS; i++)
		has[i] = view->context[i] && runs_have(run, count, i);
	put_head(&grid, view, has);
	for (int i = 0; i < count; i++)
		put_run(&grid, i + 1, &run[i], has);
	plain(host, run->host);
	plain(tracer, run->tracer);
	fprintf(out, "%s, %s: %d run%s, times in us\n", host, tracer, count,
		count == 1 ? "" : "s");
	print_grid(out, &grid);
	free(grid.cell);
	return true;
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
