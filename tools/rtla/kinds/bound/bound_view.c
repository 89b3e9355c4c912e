// SPDX-License-Identifier: GPL-2.0
/*
 * The view of "bound top": a table for a screen, with what the bound of each
 * CPU is at most, and below it, as far as there is room, the text that is
 * printed elsewhere.
 */
#include "kinds/bound/bound_headline.h"
#include "kinds/bound/bound_kind.h"
#include "kinds/bound/bound_text.h"
#include "stats/bound_figures.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/view.h"
#include "view/view_hist.h"

#define TIME_WIDTH	10
#define NARROW_WIDTH	8

/* A column of a variable has its context, the others one of these in @field. */
enum figure {
	FIGURE_VARIABLE,
	FIGURE_OBSERVED,
	FIGURE_BOUND,		/* that of BOUND_NONE; the others follow */
};

/* Return what a column shows; UINT64_MAX: it is not known, or does not converge. */
static uint64_t figure_of(const struct snapshot *snapshot,
			  const struct column *column, int cpu)
{
	const struct bound_figures *figures =
		bound_set_at(snapshot->kind.bounds, cpu);

	if (!figures)
		return UINT64_MAX;
	if (column->field == FIGURE_OBSERVED)
		return figures->observed.count ? figures->observed.max_ns :
						 UINT64_MAX;
	if (column->field >= FIGURE_BOUND)
		return figures->column[column->field - FIGURE_BOUND].upper_ns;
	if (bound_windows_of(figures, column->context)->method == BOUND_ABSENT)
		return UINT64_MAX;
	return bound_longest(figures, column->context).upper_ns;
}

static void fill_figure(struct cell *cell, const struct snapshot *snapshot,
			const struct column *column, int cpu)
{
	cell->key = figure_of(snapshot, column, cpu);
	if (cell->key == UINT64_MAX)
		snprintf(cell->text, sizeof(cell->text), "-");
	else
		snapshot_time(snapshot, cell->key, 1, cell->text,
			      sizeof(cell->text));
}

#define CPU_COLUMN	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 }
#define OBSERVED(width) \
	{ " |", "Observed", width, NULL, fill_figure, 0, FIGURE_OBSERVED }
#define VARIABLE(width, before, head, context) \
	{ before, head, width, NULL, fill_figure, context, FIGURE_VARIABLE }
#define BOUND(width, before, head, name, column) \
	{ before, head, width, name, fill_figure, 0, FIGURE_BOUND + column }
#define EACH(width) \
	BOUND(width, " ", "Each", "Single (worst) of each", BOUND_EACH)
#define WINDOW(width) \
	BOUND(width, " ", "Window", "Sliding window", BOUND_WINDOW)

#define VARIABLES(width) TABLE_LIST( \
	VARIABLE(width, " |", "Poid", CONTEXT_BOUND_POID), \
	VARIABLE(width, " ", "Dst", CONTEXT_BOUND_DST), \
	VARIABLE(width, " ", "Idle", CONTEXT_BOUND_IDLE), \
	VARIABLE(width, " ", "Paie", CONTEXT_BOUND_PAIE), \
	VARIABLE(width, " ", "Psd", CONTEXT_BOUND_PSD))

static const struct column columns[] = {
	CPU_COLUMN,
	OBSERVED(TIME_WIDTH),
	WINDOW(TIME_WIDTH),
	BOUND(TIME_WIDTH, " ", "None", "No interrupts", BOUND_NONE),
	VARIABLES(TIME_WIDTH),
	BOUND(TIME_WIDTH, " |", "Single", NULL, BOUND_SINGLE),
	EACH(TIME_WIDTH),
	BOUND(TIME_WIDTH, " ", "Sporadic", NULL, BOUND_SPORADIC),
	BOUND(TIME_WIDTH, " ", "With oWCET", "Sliding window with oWCET",
	      BOUND_WINDOW_OWCET),
};

/*
 * For windows that are too narrow: the two bounds to rely on, and the
 * variables, which add up to the bound without interrupts.
 */
static const struct column narrow_columns[] = {
	CPU_COLUMN,
	OBSERVED(NARROW_WIDTH),
	WINDOW(NARROW_WIDTH),
	EACH(NARROW_WIDTH),
	VARIABLES(NARROW_WIDTH),
};

static void bound_print_title(FILE *out, const struct snapshot *snapshot)
{
	fprintf(out, "Bound of the scheduling latency, at most (%s)\n",
		snapshot_unit(snapshot));
	snapshot_duration(out, snapshot->elapsed_ns);
	fputc('\n', out);
}

static void bound_print_foot(FILE *out, const struct table *table,
			     const struct snapshot *snapshot)
{
	(void)table;
	bound_text(out, snapshot);
}

static bool bound_has_row(const struct snapshot *snapshot, int cpu)
{
	return cpu != ALL_CPUS && bound_set_at(snapshot->kind.bounds, cpu);
}

static void print_bound(FILE *out, const struct snapshot *snapshot)
{
	bound_headline_print(out, snapshot);
	fputs("Bound of the scheduling latency\n", out);
	snapshot_duration(out, snapshot->elapsed_ns);
	fputc('\n', out);
	bound_text(out, snapshot);
}

/* The members that both tables have in common. */
#define TABLE(columns) \
	.title = bound_print_title, \
	.column = columns, \
	.length = TABLE_LENGTH(columns), \
	.fixed = 1, \
	.has_row = bound_has_row, \
	.end = "", \
	.foot = bound_print_foot, \
	.details = bound_text_cpu

static const struct table narrow_table = {
	TABLE(narrow_columns),
};

static const struct table table = {
	TABLE(columns),
	.narrow = &narrow_table,
};

const struct view bound_view = {
	.samples = TRACER_INTERRUPTS,
	.table = &table,
	.print = print_bound,
};

static void print_bound_hist(FILE *out, const struct snapshot *snapshot)
{
	hist_print_contexts(out, snapshot, bound_text);
}

const struct view bound_hist_view = {
	.samples = TRACER_INTERRUPTS,
	.print = print_bound_hist,
};
