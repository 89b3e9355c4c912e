// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of "timerlat top" on a terminal: average and maximum of each
 * latency first, when the maximum came, and the distribution of the latency
 * that has all others in it. A window of 80 columns has all of these; from 120
 * on, there are cur and min, too.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/parse.h"
#include "base/times.h"
#include "kinds/timerlat/top_table.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/maximum_times.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tracer/tracer_config.h"
#include "view/live_title.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/top_causes.h"

#define COUNT_WIDTH	8
#define BARS_WIDTH	13

/* ---- Cells ------------------------------------------------------------- */

/* Large counts are rounded down, to fit: #12345678 is #12.34M. */
static void timerlat_live_fill_count(struct cell *cell,
				     const struct snapshot *snapshot,
				     const struct column *column, int cpu)
{
	static const char units[] = "MGTPE";
	uint64_t count =
		stats_measured(snapshot->stats, cpu, CONTEXT_IRQ).count;
	int unit = 0;

	(void)column;
	cell->key = count;
	if (count < 10000000) {
		snprintf(cell->text, sizeof(cell->text), "#%" PRIu64, count);
		return;
	}
	for (count /= 10000; count >= 100000; count /= 1000)
		unit++;
	snprintf(cell->text, sizeof(cell->text), "#%" PRIu64 ".%02d%c",
		 count / 100, (int)(count % 100), units[unit]);
}

/* How long ago the maximum came. The newest is the largest. */
static void fill_age(struct cell *cell, const struct snapshot *snapshot,
		     const struct column *column, int cpu)
{
	enum event_context context = snapshot_outermost(snapshot);
	uint64_t seconds;

	(void)column;
	cell->key = 0;
	snprintf(cell->text, sizeof(cell->text), "-");
	if (!snapshot->maximum_times ||
	    !stats_measured(snapshot->stats, cpu, context).count)
		return;
	cell->key = maximum_times_get(snapshot->maximum_times, cpu, context);
	seconds = (snapshot->elapsed_ns - cell->key) / NS_PER_SEC;
	snapshot_age(seconds, cell->text, sizeof(cell->text));
}

/* Rows are sorted by the latency that a hundredth of the samples exceed. */
static void fill_distribution(struct cell *cell,
			      const struct snapshot *snapshot,
			      const struct column *column, int cpu)
{
	const struct live *live = snapshot->live;
	struct distribution copy = { .count = 0 };

	(void)column;
	cell->key = 0;
	cell->text[0] = '\0';
	if (!snapshot->record || !live)
		return;
	if (record_copy(snapshot->record, cpu, snapshot_outermost(snapshot),
			RECORD_ALL, &copy) && copy.count) {
		cell->key =
			distribution_rank(&copy, copy.count - copy.count / 100);
		bars_text(&copy, &live->axis, live->rest, live->blocks,
			  cell->text);
	}
	distribution_free(&copy);
}

/* All distributions have the same axis, of at least a power of two. */
static void set_axis(const struct snapshot *snapshot, struct axis *axis)
{
	struct latency all = stats_corrected(snapshot->stats, ALL_CPUS,
					     snapshot_outermost(snapshot));

	axis->low = all.count ? time_max(all.min, 1) : 1;
	axis->high = time_max(all.max, 2 * axis->low);
}

/* ---- Columns ----------------------------------------------------------- */

#define FIRST_COLUMNS TABLE_LIST( \
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 }, \
	{ " ", "COUNT", -COUNT_WIDTH, NULL, timerlat_live_fill_count, 0, 0 })

#define FEW_COLUMNS(name, context) TABLE_LIST( \
	{ " |", "avg", 6, name " avg", top_fill_average, context, 0 }, \
	{ " ", "max", 7, name " max", top_fill_max, context, 0 })

#define ALL_COLUMNS(name, context) TABLE_LIST( \
	{ " |", "cur", 5, name " cur", top_fill_current, context, 0 }, \
	{ " ", "min", 5, name " min", top_fill_min, context, 0 }, \
	{ " ", "avg", 6, name " avg", top_fill_average, context, 0 }, \
	{ " ", "max", 7, name " max", top_fill_max, context, 0 })

#define LAST_COLUMNS TABLE_LIST( \
	{ " |", "ago", 4, "time of max", fill_age, 0, 0 }, \
	{ "|", "distribution", -BARS_WIDTH, "p99", fill_distribution, 0, 0 })

static const struct column kernel_columns[] = {
	FIRST_COLUMNS,
	ALL_COLUMNS("IRQ", CONTEXT_IRQ),
	ALL_COLUMNS("Thread", CONTEXT_THREAD),
	LAST_COLUMNS,
};

static const struct column user_columns[] = {
	FIRST_COLUMNS,
	ALL_COLUMNS("IRQ", CONTEXT_IRQ),
	ALL_COLUMNS("Thread", CONTEXT_THREAD),
	ALL_COLUMNS("User", CONTEXT_USER),
	LAST_COLUMNS,
};

static const struct column narrow_kernel_columns[] = {
	FIRST_COLUMNS,
	FEW_COLUMNS("IRQ", CONTEXT_IRQ),
	FEW_COLUMNS("Thread", CONTEXT_THREAD),
	LAST_COLUMNS,
};

static const struct column narrow_user_columns[] = {
	FIRST_COLUMNS,
	FEW_COLUMNS("IRQ", CONTEXT_IRQ),
	FEW_COLUMNS("Thread", CONTEXT_THREAD),
	FEW_COLUMNS("User", CONTEXT_USER),
	LAST_COLUMNS,
};

/* ---- Title and foot ---------------------------------------------------- */

/* Print what the distributions are of, and both ends of their axis. */
static void print_axis(FILE *out, const struct snapshot *snapshot)
{
	struct axis axis;

	if (!stats_all(snapshot->stats, snapshot_outermost(snapshot)).count)
		return;
	set_axis(snapshot, &axis);
	fprintf(out, "%" PRIu64 "..%" PRIu64 " %s",
		snapshot_number(snapshot, axis.low),
		snapshot_number(snapshot, axis.high), snapshot_unit(snapshot));
}

/* @width: of the columns of each context, with the blanks between them */
static void
timerlat_live_print_title(FILE *out, const struct snapshot *snapshot, int width)
{
	static const char *const names[LATENCY_CONTEXTS] = {
		[CONTEXT_IRQ] = "IRQ", [CONTEXT_THREAD] = "Thread",
		[CONTEXT_USER] = "Ret user",
	};
	char name[32];

	live_title_print(out, snapshot, "Timer Latency");
	snapshot_duration(out, snapshot->elapsed_ns);
	for (int i = 0; i < top_contexts(snapshot); i++) {
		snprintf(name, sizeof(name), "%s (%s)", names[i],
			 snapshot_unit(snapshot));
		fprintf(out, " |%*s", width, name);
	}
	fputs(" | max|", out);
	print_axis(out, snapshot);
	fputc('\n', out);
}

static void print_few_title(FILE *out, const struct snapshot *snapshot)
{
	timerlat_live_print_title(out, snapshot, 14);
}

static void print_all_title(FILE *out, const struct snapshot *snapshot)
{
	timerlat_live_print_title(out, snapshot, 26);
}

static void timerlat_live_print_foot(FILE *out, const struct table *table,
				     const struct snapshot *snapshot)
{
	int last = table_columns(table, snapshot) - 1;

	for (int i = 0; i <= last; i++) {
		const struct column *column = &table->column[i];
		int width = abs(column->width);

		for (const char *c = column->before; *c; c++)
			fputc(*c == ' ' ? '-' : *c, out);
		if (i == last && snapshot->live)
			width = snapshot->live->rest;
		while (width--)
			fputc('-', out);
	}
	fputc('\n', out);
	table_row(out, table, snapshot, ALL_CPUS);
	top_causes_print(out, snapshot);
}

/* ---- Tables ------------------------------------------------------------ */

#define TABLE(columns) \
	.column = columns, \
	.length = TABLE_LENGTH(columns), \
	.fixed = 2, \
	.worst = TABLE_LENGTH(columns) - 3, \
	.has_row = top_has_row, \
	.end = "", \
	.foot = timerlat_live_print_foot, \
	.stretches = true, \
	.axis = set_axis

static const struct table narrow_kernel_table = {
	TABLE(narrow_kernel_columns),
	.title = print_few_title,
};

static const struct table narrow_user_table = {
	TABLE(narrow_user_columns),
	.title = print_few_title,
};

static const struct table kernel_table = {
	TABLE(kernel_columns),
	.title = print_all_title,
	.narrow = &narrow_kernel_table,
};

static const struct table user_table = {
	TABLE(user_columns),
	.title = print_all_title,
	.narrow = &narrow_user_table,
};

const struct table *top_live_table(const struct tracer_config *tracer)
{
	return tracer->no_threads ? &user_table : &kernel_table;
}
