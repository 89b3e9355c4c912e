// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of "overheads top": a line for each overhead, of all CPUs together
 * or of each CPU.
 */
#include <inttypes.h>
#include <stddef.h>

#include "base/cpus.h"
#include "kinds/overheads/overheads_kind.h"
#include "kinds/overheads/overheads_text.h"
#include "options/view_config.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/overheads.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/view.h"
#include "view/view_hist.h"

#define NAME_WIDTH	15
#define TIME_WIDTH	10
#define OWN_WIDTH	7
#define MEDIAN		(PERCENTILE_WHOLE / 2)
#define P99		(PERCENTILE_WHOLE / 100 * 99)

/* A row of either table: an overhead on a CPU, or on all of them. */
struct place {
	int cpu;		/* ALL_CPUS: all */
	enum event_context context;
};

/* In the table of CPUs, those of a CPU follow each other. */
static struct place overheads_place_of(const struct snapshot *snapshot, int row)
{
	return (struct place) {
		.cpu = snapshot->config->per_cpu ? row / OVERHEAD_CONTEXTS :
						   ALL_CPUS,
		.context = OVERHEAD_FIRST + row % OVERHEAD_CONTEXTS,
	};
}

static struct latency figures_of(const struct snapshot *snapshot, int row)
{
	struct place place = overheads_place_of(snapshot, row);

	return stats_measured(snapshot->stats, place.cpu, place.context);
}

static struct overhead_flaws flaws_of(const struct snapshot *snapshot, int row)
{
	struct place place = overheads_place_of(snapshot, row);

	return overheads_flaws(snapshot->kind.overheads, place.cpu,
			       place.context);
}

static bool overheads_is_absent(const struct snapshot *snapshot, int row)
{
	return overheads_method(snapshot->kind.overheads,
				overheads_place_of(snapshot, row).context) ==
	       METHOD_ABSENT;
}

static void fill_cpu(struct cell *cell, const struct snapshot *snapshot,
		     const struct column *column, int row)
{
	(void)column;
	/* The overheads of a CPU stay in their order. */
	cell->key = row;
	snprintf(cell->text, sizeof(cell->text), "%d",
		 overheads_place_of(snapshot, row).cpu);
}

static void overheads_fill_name(struct cell *cell,
				const struct snapshot *snapshot,
				const struct column *column, int row)
{
	(void)column;
	cell->key = row % OVERHEAD_CONTEXTS;
	snprintf(cell->text, sizeof(cell->text), "%s",
		 context_name(overheads_place_of(snapshot, row).context));
}

static void overheads_fill_count(struct cell *cell,
				 const struct snapshot *snapshot,
				 const struct column *column, int row)
{
	(void)column;
	cell->key = figures_of(snapshot, row).count;
	if (overheads_is_absent(snapshot, row))
		snprintf(cell->text, sizeof(cell->text), "absent");
	else
		snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
}

static void fill_disturbed(struct cell *cell, const struct snapshot *snapshot,
			   const struct column *column, int row)
{
	(void)column;
	cell->key = flaws_of(snapshot, row).disturbed;
	if (overheads_is_absent(snapshot, row))
		snprintf(cell->text, sizeof(cell->text), "-");
	else
		snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
}

/* Fill in a time if there @is one. */
static void overheads_fill_time(struct cell *cell,
				const struct snapshot *snapshot, bool is,
				uint64_t ns)
{
	cell->key = is ? ns : 0;
	if (!is)
		snprintf(cell->text, sizeof(cell->text), "-");
	else
		snapshot_time(snapshot, ns, 3, cell->text, sizeof(cell->text));
}

static void fill_own(struct cell *cell, const struct snapshot *snapshot,
		     const struct column *column, int row)
{
	uint64_t own = flaws_of(snapshot, row).own_ns;

	(void)column;
	overheads_fill_time(cell, snapshot, own, own);
}

/* Fill in one of the exact figures; the column says which. */
static void fill_exact(struct cell *cell, const struct snapshot *snapshot,
		       const struct column *column, int row)
{
	struct latency of = figures_of(snapshot, row);

	overheads_fill_time(
		cell, snapshot, of.count,
		*(const uint64_t *)((const char *)&of + column->field));
}

static void overheads_fill_average(struct cell *cell,
				   const struct snapshot *snapshot,
				   const struct column *column, int row)
{
	struct latency of = figures_of(snapshot, row);

	(void)column;
	overheads_fill_time(cell, snapshot, of.count, latency_average(&of));
}

static void fill_deviation(struct cell *cell, const struct snapshot *snapshot,
			   const struct column *column, int row)
{
	struct latency of = figures_of(snapshot, row);

	(void)column;
	overheads_fill_time(cell, snapshot, of.count > 1,
			    latency_deviation(&of));
}

/* Fill in a percentile that has enough samples; the column says which. */
static void fill_percentile(struct cell *cell, const struct snapshot *snapshot,
			    const struct column *column, int row)
{
	struct place place = overheads_place_of(snapshot, row);
	struct latency of = figures_of(snapshot, row);
	struct distribution all = { .count = 0 };
	uint32_t percentile = column->field;
	bool enough = of.count >= percentile_needs(percentile) &&
		      record_copy(snapshot->record, place.cpu, place.context,
				  RECORD_MEASURED, &all);

	overheads_fill_time(cell, snapshot, enough && all.count,
			    percentile_value(&all, percentile, of.max));
	distribution_free(&all);
}

#define NAME_COLUMN(before) \
	{ before, "Name", -NAME_WIDTH, NULL, overheads_fill_name, 0, 0 }

/* A column of an exact figure: a member of struct latency. */
#define EXACT_COLUMN(before, head, member) \
	{ before, head, TIME_WIDTH, NULL, fill_exact, 0, \
	  offsetof(struct latency, member) }

#define COUNT_COLUMN	{ " ", "Count", TIME_WIDTH, NULL, overheads_fill_count, 0, 0 }
#define P99_COLUMN	{ " ", "P99", TIME_WIDTH, NULL, fill_percentile, 0, P99 }

#define FIGURE_COLUMNS TABLE_LIST( \
	COUNT_COLUMN, \
	{ " ", "Disturbed", TIME_WIDTH, NULL, fill_disturbed, 0, 0 }, \
	{ " ", "Own", OWN_WIDTH, NULL, fill_own, 0, 0 }, \
	EXACT_COLUMN(" |", "Min", min), \
	{ " ", "Avg", TIME_WIDTH, NULL, overheads_fill_average, 0, 0 }, \
	{ " ", "Median", TIME_WIDTH, NULL, fill_percentile, 0, MEDIAN }, \
	P99_COLUMN, \
	EXACT_COLUMN(" ", "Max", max), \
	{ " ", "Stddev", TIME_WIDTH, NULL, fill_deviation, 0, 0 })

/* For windows that are too narrow. */
#define NARROW_COLUMNS TABLE_LIST( \
	COUNT_COLUMN, \
	{ " |", "Avg", TIME_WIDTH, NULL, overheads_fill_average, 0, 0 }, \
	P99_COLUMN, \
	EXACT_COLUMN(" ", "Max", max))

static const struct column name_columns[] = {
	NAME_COLUMN(""),
	FIGURE_COLUMNS,
};

static const struct column narrow_columns[] = {
	NAME_COLUMN(""),
	NARROW_COLUMNS,
};

static const struct column cpu_columns[] = {
	{ "", "CPU", 3, NULL, fill_cpu, 0, 0 },
	NAME_COLUMN(" "),
	FIGURE_COLUMNS,
};

static const struct column narrow_cpu_columns[] = {
	{ "", "CPU", 3, NULL, fill_cpu, 0, 0 },
	NAME_COLUMN(" "),
	NARROW_COLUMNS,
};

/* All tables of CPUs have a column more. */
static int overheads_count_columns(const struct snapshot *snapshot)
{
	return TABLE_LENGTH(name_columns) + snapshot->config->per_cpu;
}

static int count_narrow_columns(const struct snapshot *snapshot)
{
	return TABLE_LENGTH(narrow_columns) + snapshot->config->per_cpu;
}

static int count_names(const struct snapshot *snapshot)
{
	(void)snapshot;
	return OVERHEAD_CONTEXTS;
}

static int count_rows(const struct snapshot *snapshot)
{
	return (cpus_last(&snapshot->tracer->cpus) + 1) * OVERHEAD_CONTEXTS;
}

static bool overheads_has_name(const struct snapshot *snapshot, int row)
{
	(void)snapshot;
	return row != ALL_CPUS;
}

/*
 * An overhead is absent on all CPUs or on none: the lines below the table say
 * it once.
 */
static bool overheads_has_row(const struct snapshot *snapshot, int row)
{
	return row != ALL_CPUS && !overheads_is_absent(snapshot, row) &&
	       cpus_has(&snapshot->tracer->cpus,
			overheads_place_of(snapshot, row).cpu);
}

static void overheads_print_title(FILE *out, const struct snapshot *snapshot)
{
	fprintf(out, "Overheads of the kernel (%s)\n", snapshot_unit(snapshot));
	snapshot_duration(out, snapshot->elapsed_ns);
	fputc('\n', out);
}

static void overheads_print_foot(FILE *out, const struct table *table,
				 const struct snapshot *snapshot)
{
	(void)table;
	overheads_text(out, snapshot);
}

/* The members that all tables of names have in common, and all tables of CPUs. */
#define OF_NAMES TABLE_LIST( \
	.title = overheads_print_title, .fixed = 1, .rows = count_names, \
	.has_row = overheads_has_name, .end = "", .foot = overheads_print_foot)
#define OF_CPUS TABLE_LIST( \
	.title = overheads_print_title, .fixed = 2, .rows = count_rows, \
	.has_row = overheads_has_row, .end = "", .foot = overheads_print_foot)

static const struct table narrow_table = {
	OF_NAMES,
	.column = narrow_columns,
	.columns = count_narrow_columns,
};

static const struct table name_table = {
	OF_NAMES,
	.column = name_columns,
	.columns = overheads_count_columns,
	.narrow = &narrow_table,
};

static const struct table narrow_cpu_table = {
	OF_CPUS,
	.column = narrow_cpu_columns,
	.columns = count_narrow_columns,
};

static const struct table cpu_table = {
	OF_CPUS,
	.column = cpu_columns,
	.columns = overheads_count_columns,
	.narrow = &narrow_cpu_table,
};

const struct view overheads_view = {
	.samples = TRACER_NOTHING,
	.table = &name_table,
	.by_cpu = &cpu_table,
};

static void print_overheads_hist(FILE *out, const struct snapshot *snapshot)
{
	hist_print_contexts(out, snapshot, overheads_text);
}

const struct view overheads_hist_view = {
	.samples = TRACER_NOTHING,
	.print = print_overheads_hist,
};
