// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of "cycle top": a line for each thread that has finished cycles,
 * or for each CPU, with the response times and the parts of the cycles.
 */
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "kinds/cycle/culprits.h"
#include "kinds/cycle/cycle_kind.h"
#include "options/view_config.h"
#include "stats/percentiles.h"
#include "stats/watched_threads.h"
#include "trace/cycle_wait.h"
#include "tracer/tracer_config.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/view.h"
#include "view/view_hist.h"
#include "view/watched_table.h"

#define WHOLE		CONTEXT_CYCLE_RESPONSE
#define PARTS_WIDTH	17	/* of the average and the maximum of a part */
#define P99		(99 * (PERCENTILE_WHOLE / 100))
#define NARROW_COMM	11

uint64_t cycle_misses(const struct watched_threads *threads, const char *comm)
{
	uint64_t misses = 0;

	for (int i = 0; i < threads->count; i++)
		if (!comm || !strcmp(threads->thread[i].comm, comm))
			misses += threads->thread[i].cycles.misses;
	return misses;
}

/* ---- Cells --------------------------------------------------------------- */

static void fill_period(struct cell *cell, const struct snapshot *snapshot,
			const struct column *column, int row)
{
	(void)column;
	cell->key = row == ALL_CPUS ? 0 :
		    snapshot->kind.threads->thread[row].cycles.period_ns;
	if (cell->key)
		watched_print_time(snapshot, cell->key, cell->text,
				   sizeof(cell->text));
	else
		strcpy(cell->text, row == ALL_CPUS ? "" : "-");
}

static void fill_misses(struct cell *cell, const struct snapshot *snapshot,
			const struct column *column, int row)
{
	const struct watched_threads *threads = snapshot->kind.threads;

	cell->key = row == ALL_CPUS ? cycle_misses(threads, NULL) :
				      threads->thread[row].cycles.misses;
	if (!snapshot->tracer->cycle.deadline_ns)
		strcpy(cell->text, "-");
	else if (cell->key < 10000 || column->width > 4)
		snprintf(cell->text, sizeof(cell->text), "%" PRIu64, cell->key);
	else
		snprintf(cell->text, sizeof(cell->text), "%.0e",
			 (double)cell->key);
}

static void fill_short_comm(struct cell *cell, const struct snapshot *snapshot,
			    const struct column *column, int row)
{
	watched_fill_comm(cell, snapshot, column, row);
	cell->text[NARROW_COMM] = '\0';
}

/* ---- Columns ------------------------------------------------------------- */

#define PART(before, head, context) \
	{ before, head, PARTS_WIDTH, NULL, watched_fill_part, context, 0 }

#define PART_COLUMNS TABLE_LIST( \
	PART(" |", "start", CONTEXT_CYCLE_START), \
	PART(" ", "run", CONTEXT_CYCLE_RUN), \
	PART(" ", "interrupted", CONTEXT_CYCLE_INTERRUPTED), \
	PART(" ", "preempted", CONTEXT_CYCLE_PREEMPTED), \
	PART(" ", "blocked", CONTEXT_CYCLE_BLOCKED))

#define RESPONSE_COLUMNS TABLE_LIST( \
	{ " |", "avg", 9, "response avg", watched_fill_average, WHOLE, 0 }, \
	{ " ", "p99", 9, "response p99", watched_fill_percentile, WHOLE, P99 }, \
	{ " ", "max", 9, "response max", watched_fill_max, WHOLE, 0 })

/* The number of the column with the longest response, by which rows are sorted. */
#define THREADS_MAX	6
#define NARROW_MAX	5

static const struct column thread_columns[] = {
	{ "", "TID", 7, NULL, watched_fill_tid, 0, 0 },
	{ " ", "COMM", -15, NULL, watched_fill_comm, 0, 0 },
	{ " ", "COUNT", 9, NULL, watched_fill_count, WHOLE, 0 },
	{ " |", "PERIOD", 9, NULL, fill_period, 0, 0 },
	RESPONSE_COLUMNS,
	{ " ", "MISS", 7, NULL, fill_misses, 0, 0 },
	PART_COLUMNS,
};

static const struct column cpu_columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "COUNT", 9, NULL, watched_fill_count, WHOLE, 0 },
	RESPONSE_COLUMNS,
	PART_COLUMNS,
};

/*
 * For windows that are too narrow: the maxima of all parts. All of it takes 80
 * columns.
 */
#define MAX(before, head, name, context) \
	{ before, head, 5, name, watched_fill_short_max, context, 0 }

#define NARROW_RESPONSE TABLE_LIST( \
	{ " |", "avg", 5, "response avg", watched_fill_short_average, WHOLE, 0 }, \
	{ " ", "p99", 5, "response p99", watched_fill_percentile, WHOLE, P99 }, \
	MAX(" ", "max", "response max", WHOLE))

#define NARROW_PARTS TABLE_LIST( \
	MAX(" |", "start", NULL, CONTEXT_CYCLE_START), \
	MAX(" ", "run", NULL, CONTEXT_CYCLE_RUN), \
	MAX(" ", "intr", "interrupted", CONTEXT_CYCLE_INTERRUPTED), \
	MAX(" ", "prmpt", "preempted", CONTEXT_CYCLE_PREEMPTED), \
	MAX(" ", "block", "blocked", CONTEXT_CYCLE_BLOCKED))

static const struct column narrow_columns[] = {
	{ "", "TID", 7, NULL, watched_fill_tid, 0, 0 },
	{ " ", "COMM", -NARROW_COMM, NULL, fill_short_comm, 0, 0 },
	{ " ", "COUNT", 5, NULL, watched_fill_short_count, WHOLE, 0 },
	NARROW_RESPONSE,
	{ " ", "MISS", 4, NULL, fill_misses, 0, 0 },
	NARROW_PARTS,
};

static const struct column narrow_cpu_columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "COUNT", 9, NULL, watched_fill_short_count, WHOLE, 0 },
	NARROW_RESPONSE,
	NARROW_PARTS,
};

/* ---- Title --------------------------------------------------------------- */

/* Print the heads of the groups of columns, which have these widths. */
static void print_groups(FILE *out, const struct snapshot *snapshot,
			 const char *what, int before, int response,
			 int parts)
{
	watched_print_title(out, snapshot, what);
	snapshot_duration(out, snapshot->elapsed_ns);
	fprintf(out, "%*s |%*s |%*s\n", before - WATCHED_DURATION_WIDTH, "",
		response, "response", parts,
		parts > 60 ? "parts, avg/max" : "max of the part");
}

static void cycle_print_title(FILE *out, const struct snapshot *snapshot)
{
	print_groups(out, snapshot, "Cycles and their parts", 44, 37, 89);
}

static void print_cpu_title(FILE *out, const struct snapshot *snapshot)
{
	print_groups(out, snapshot, "Cycles and their parts", 13, 29, 89);
}

static void print_narrow_title(FILE *out, const struct snapshot *snapshot)
{
	print_groups(out, snapshot, "Cycles and their parts", 25, 22, 29);
}

static void print_narrow_cpu_title(FILE *out, const struct snapshot *snapshot)
{
	print_groups(out, snapshot, "Cycles and their parts", 13, 17, 29);
}

/* ---- What is below a table ----------------------------------------------- */

#define TIDS_SHOWN	5

/* Print in which system call, or that it is not known yet. */
static void fill_home(const struct watched_thread *thread, char *text,
		      size_t size)
{
	if (thread->cycles.home_known)
		cycle_wait_name(&thread->cycles.home, text, size);
	else
		snprintf(text, size, "a place that is not known yet");
}

static bool has_home(const struct watched_threads *threads, int thread,
		     const char *name)
{
	char other[CYCLE_WAIT_NAME_LEN];

	fill_home(&threads->thread[thread], other, sizeof(other));
	return !strcmp(name, other);
}

/* Print the threads from @first on that wait at the place with this name. */
static void print_waiting(FILE *out, const struct snapshot *snapshot, int first,
			  const char *name)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	int count = 0;

	fprintf(out, "Next period: %s:", name);
	for (int i = first; i < threads->count; i++) {
		if (!watched_has_row(snapshot, i) ||
		    !has_home(threads, i, name))
			continue;
		if (count++ < TIDS_SHOWN)
			fprintf(out, " %d", threads->thread[i].pid);
	}
	if (count > TIDS_SHOWN)
		fprintf(out, " and %d more", count - TIDS_SHOWN);
	fputc('\n', out);
}

void cycle_print_marks(FILE *out, const struct tracer_marks *marks)
{
	if (marks->function)
		fprintf(out, "A cycle is a call of %s.\n", marks->function);
	else if (marks->name)
		fprintf(out, "A cycle is between the marks %s.\n", marks->name);
	else
		fprintf(out, "A cycle is from %s to %s.\n", marks->begin,
			marks->end);
}

/* Print each place at which threads wait for their next period. */
static void print_homes(FILE *out, const struct snapshot *snapshot)
{
	const struct watched_threads *threads = snapshot->kind.threads;
	char name[CYCLE_WAIT_NAME_LEN];

	for (int i = 0; i < threads->count; i++) {
		int before = 0;

		if (!watched_has_row(snapshot, i))
			continue;
		fill_home(&threads->thread[i], name, sizeof(name));
		while (before < i && !(watched_has_row(snapshot, before) &&
				       has_home(threads, before, name)))
			before++;
		if (before == i)
			print_waiting(out, snapshot, i, name);
	}
}

static void print_deadline(FILE *out, const struct snapshot *snapshot)
{
	const struct tracer_cycle *cycle = &snapshot->tracer->cycle;
	char text[32];

	if (!cycle->deadline_ns) {
		fputs("Periods are estimated from the releases; --period counts misses.\n",
		      out);
		return;
	}
	fprintf(out, "A miss takes longer than %s %s.%s\n",
		snapshot_time(snapshot, cycle->deadline_ns, 1, text,
			      sizeof(text)),
		snapshot_unit(snapshot),
		cycle->period_ns ? "" :
		" Periods are estimated from the releases.");
}

static void print_thread_foot(FILE *out, const struct table *table,
			      const struct snapshot *snapshot)
{
	watched_print_all(out, table, snapshot);
	if (!watched_has_row(snapshot, ALL_CPUS))
		return;
	if (snapshot->tracer->cycle.marks.count)
		cycle_print_marks(out, &snapshot->tracer->cycle.marks);
	else
		print_homes(out, snapshot);
	print_deadline(out, snapshot);
	culprits_print(out, snapshot);
}

/* ---- Tables -------------------------------------------------------------- */

/* The members that all tables have in common. */
#define TABLE(columns, fixed_columns, print_title, print_foot) \
	.title = print_title, \
	.column = columns, \
	.length = TABLE_LENGTH(columns), \
	.fixed = fixed_columns, \
	.has_row = watched_has_row, \
	.end = "", \
	.foot = print_foot

static const struct table narrow_table = {
	TABLE(narrow_columns, 2, print_narrow_title, print_thread_foot),
	.rows = watched_rows,
	.order = { NARROW_MAX, true },
};

static const struct table thread_table = {
	TABLE(thread_columns, 3, cycle_print_title, print_thread_foot),
	.rows = watched_rows,
	.order = { THREADS_MAX, true },
	.details = cycle_details,
	.details_alone = true,
	.narrow = &narrow_table,
};

static const struct table narrow_cpu_table = {
	TABLE(narrow_cpu_columns, 1, print_narrow_cpu_title, watched_print_all),
};

static const struct table cpu_table = {
	TABLE(cpu_columns, 2, print_cpu_title, watched_print_all),
	.narrow = &narrow_cpu_table,
};

const struct view cycle_view = {
	.samples = TRACER_NOTHING,
	.table = &thread_table,
	.by_cpu = &cpu_table,
};

static void print_cycle_hist(FILE *out, const struct snapshot *snapshot)
{
	hist_print_contexts(out, snapshot, NULL);
}

const struct view cycle_hist_view = {
	.samples = TRACER_NOTHING,
	.print = print_cycle_hist,
};
