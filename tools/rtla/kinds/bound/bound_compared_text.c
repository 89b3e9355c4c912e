// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the bound: see bound_compared_text.h.
 */
#include <stdlib.h>

#include "base/grid.h"
#include "base/message.h"
#include "base/times.h"
#include "compare/figure_text.h"
#include "kinds/bound/bound_compared_text.h"
#include "kinds/bound/compare_bound.h"
#include "stats/bound_figures.h"

#define CELL	64

static void format_ends(char *text, const struct measured *measured)
{
	if (!measured->supported)
		snprintf(text, CELL, "absent");
	else if (measured->low == BOUND_ENDLESS)
		snprintf(text, CELL, "no end");
	else if (measured->high == BOUND_ENDLESS)
		snprintf(text, CELL, "%.2f to no end", time_us(measured->low));
	else if (measured->low == measured->high)
		snprintf(text, CELL, "%.2f", time_us(measured->high));
	else
		snprintf(text, CELL, "%.2f to %.2f", time_us(measured->low),
			 time_us(measured->high));
}

static void put_difference(struct grid *grid,
			   const struct comparison *comparison,
			   const struct figure *figure)
{
	struct bound_difference difference =
		bound_difference(comparison, figure);
	char because[BOUND_INTERRUPT_LEN], least[CELL] = "", *text;
	bool judged = figure->judgement == WORSE || figure->judgement == BETTER;

	if (difference.least_ns)
		snprintf(least, sizeof(least), " by %.2f us%s",
			 time_us(difference.least_ns),
			 difference.least_ns == difference.most_ns ? "" : " at least");
	bound_because(figure, &figure->new, because);
	if (asprintf(&text, "%s%s%s%s%s%s",
		     judged ? judgement_name(figure->judgement) : "",
		     judged ? ": " : "", bound_change_name(difference.change),
		     least, *because ? ": " : "", because) < 0)
		text = NULL;
	grid_put(grid, GRID_ACROSS, text);
	free(text);
}

static void bound_compared_text_put_row(struct grid *grid,
					const struct comparison *comparison,
					const struct figure *figure)
{
	char text[CELL];

	figure_text_cpu(text, figure);
	grid_row(grid);
	grid_put(grid, GRID_RIGHT, text);
	grid_put(grid, GRID_LEFT,
		 bound_figure_name(figure, text, sizeof(text)));
	format_ends(text, &figure->base);
	grid_put(grid, GRID_LEFT, text);
	format_ends(text, &figure->new);
	grid_put(grid, GRID_LEFT, text);
	put_difference(grid, comparison, figure);
}

static void bound_compared_text_put_head(struct grid *grid)
{
	grid_row(grid);
	grid_put(grid, GRID_RIGHT, "CPU");
	grid_put(grid, GRID_LEFT, "Bound, us");
	grid_put(grid, GRID_LEFT, "BASE");
	grid_put(grid, GRID_LEFT, "NEW");
	grid_put(grid, GRID_ACROSS, "Difference");
}

/* Tell which CPUs have no rows. */
static void put_quiet(struct grid *grid, const struct comparison *comparison,
		      const struct cpus *shown)
{
	struct cpus quiet = cpus_without(&comparison->cpus, shown);
	char list[CPUS_TEXT_SIZE], text[sizeof(list) + CELL];

	if (cpus_empty(&quiet))
		return;
	snprintf(text, sizeof(text), "CPUs %s: no differences beyond the tolerance; see --all-cpus",
		 cpus_format(&quiet, list, sizeof(list)));
	grid_line(grid, text);
}

static bool bound_compared_text_has_row(const struct comparison *comparison,
					const struct figure *figure,
					bool every_cpu)
{
	return figure->cpu == EVERY_CPU || every_cpu ||
	       bound_is_shown(comparison, figure);
}

void bound_table_print(FILE *out, const struct comparison *comparison,
		       bool every_cpu)
{
	struct cpus shown = { .word = { 0 } };
	struct grid grid = { .cells = 0 };
	bool begun = false;

	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (!figure_is_bound(figure))
			continue;
		if (!begun)
			bound_compared_text_put_head(&grid);
		begun = true;
		if (!bound_compared_text_has_row(comparison, figure, every_cpu))
			continue;
		if (figure->cpu != EVERY_CPU)
			cpus_add(&shown, figure->cpu);
		bound_compared_text_put_row(&grid, comparison, figure);
	}
	if (!begun)
		return;
	if (!every_cpu)
		put_quiet(&grid, comparison, &shown);
	if (!grid_print(out, &grid))
		note("the table of the bound: out of memory: see --json");
	fputs(comparison->bases == 1 ?
	      "     Both ends of what was observed: not judged, as one run of BASE does not tell how runs differ\n\n" :
	      "     Both ends of what was observed, of BASE in all of its runs\n\n", out);
}
