// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of "wakeup top": a line for each thread that was woken, for each
 * CPU, or for each who woke threads, with the average and the maximum of each
 * part of the wake-ups.
 */
#include <inttypes.h>
#include <string.h>

#include "base/parse.h"
#include "kinds/wakeup/wakeup_details.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "options/view_config.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/view.h"
#include "view/view_hist.h"
#include "view/watched_table.h"

#define PARTS_WIDTH	13	/* of the average and the maximum of a part */
#define WHOLE		CONTEXT_WAKE_TOTAL

static void fill_kind(struct cell *cell, const struct snapshot *snapshot,
		      const struct column *column, int row)
{
	enum waker_kind kind;

	(void)column;
	if (row == ALL_CPUS) {
		snprintf(cell->text, sizeof(cell->text), "ALL");
		return;
	}
	kind = snapshot->kind.wakers->waker[row].kind;
	cell->key = kind;
	snprintf(cell->text, sizeof(cell->text), "%s", waker_kind_name(kind));
}

static void fill_id(struct cell *cell, const struct snapshot *snapshot,
		    const struct column *column, int row)
{
	int id = row == ALL_CPUS ? -1 : snapshot->kind.wakers->waker[row].id;

	(void)column;
	cell->key = id + 1;
	if (id >= 0)
		snprintf(cell->text, sizeof(cell->text), "%d", id);
	else
		strcpy(cell->text, row == ALL_CPUS ? "" : "-");
}

static void wakeup_fill_name(struct cell *cell, const struct snapshot *snapshot,
			     const struct column *column, int row)
{
	const char *name = row == ALL_CPUS ? "" :
			   snapshot->kind.wakers->waker[row].name;

	cell->key = 0;
	if (row != ALL_CPUS && !*name)
		name = "-";
	snprintf(cell->text, sizeof(cell->text), "%.*s", -column->width, name);
}

/* A thread is its id, an interrupt has its number, and the others have names. */
static void fill_short_waker(struct cell *cell, const struct snapshot *snapshot,
			     const struct column *column, int row)
{
	const struct woken_by *waker;

	fill_kind(cell, snapshot, column, row);
	if (row == ALL_CPUS)
		return;
	waker = &snapshot->kind.wakers->waker[row];
	if (waker->kind == WAKER_THREAD)
		snprintf(cell->text, sizeof(cell->text), "%d", waker->id);
	else if (waker->kind == WAKER_IRQ && waker->id >= 0 && waker->id < 1000)
		snprintf(cell->text, sizeof(cell->text), "irq %d", waker->id);
}

/* A waker without a name is told by what it is. */
static void fill_short_name(struct cell *cell, const struct snapshot *snapshot,
			    const struct column *column, int row)
{
	static const char *const nameless[WAKER_OTHERS + 1] = {
		[WAKER_NEW] = "(just created)", [WAKER_OTHERS] = "(no more room)",
	};
	const struct woken_by *waker;

	wakeup_fill_name(cell, snapshot, column, row);
	if (row == ALL_CPUS)
		return;
	waker = &snapshot->kind.wakers->waker[row];
	if (!*waker->name && nameless[waker->kind])
		snprintf(cell->text, sizeof(cell->text), "%s",
			 nameless[waker->kind]);
}

/* ---- Columns ------------------------------------------------------------- */

#define PART(before, head, context) \
	{ before, head, PARTS_WIDTH, NULL, watched_fill_part, context, 0 }

#define TOTAL_COLUMNS TABLE_LIST( \
	{ " |", "total avg", 9, NULL, watched_fill_average, WHOLE, 0 }, \
	{ " ", "total max", 9, NULL, watched_fill_max, WHOLE, 0 })

#define PART_COLUMNS TABLE_LIST( \
	PART(" |", "timer", CONTEXT_WAKE_TIMER), \
	PART(" ", "irq", CONTEXT_WAKE_IRQ), \
	PART(" ", "queue", CONTEXT_WAKE_QUEUE), \
	PART(" ", "wait", CONTEXT_WAKE_WAIT), \
	PART(" ", "pick", CONTEXT_WAKE_PICK), \
	PART(" ", "switch", CONTEXT_WAKE_SWITCH), \
	TOTAL_COLUMNS)

static const struct column thread_columns[] = {
	{ "", "TID", 7, NULL, watched_fill_tid, 0, 0 },
	{ " ", "COMM", -15, NULL, watched_fill_comm, 0, 0 },
	{ " ", "COUNT", 9, NULL, watched_fill_count, WHOLE, 0 },
	PART_COLUMNS,
};

#define CPU_COLUMNS TABLE_LIST( \
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 }, \
	{ " ", "COUNT", 9, NULL, watched_fill_count, WHOLE, 0 })

static const struct column cpu_columns[] = {
	CPU_COLUMNS,
	PART_COLUMNS,
};

#define WAKER_COLUMNS TABLE_LIST( \
	{ "", "WAKER", -7, NULL, fill_kind, 0, 0 }, \
	{ " ", "ID", 7, NULL, fill_id, 0, 0 }, \
	{ " ", "NAME", -18, NULL, wakeup_fill_name, 0, 0 }, \
	{ " ", "COUNT", 9, NULL, watched_fill_count, WHOLE, 0 })

static const struct column waker_columns[] = {
	WAKER_COLUMNS,
	PART_COLUMNS,
};

/*
 * For windows that are too narrow: the maxima of all parts. All of it takes 80
 * columns.
 */
#define MAX(before, head, width, context) \
	{ before, head, width, NULL, watched_fill_short_max, context, 0 }

#define NARROW_PARTS TABLE_LIST( \
	{ " ", "COUNT", 5, NULL, watched_fill_short_count, WHOLE, 0 }, \
	MAX(" |", "timer", 5, CONTEXT_WAKE_TIMER), \
	MAX(" ", "irq", 5, CONTEXT_WAKE_IRQ), \
	MAX(" ", "queue", 5, CONTEXT_WAKE_QUEUE), \
	MAX(" ", "wait", 5, CONTEXT_WAKE_WAIT), \
	MAX(" ", "pick", 5, CONTEXT_WAKE_PICK), \
	MAX(" ", "switch", 6, CONTEXT_WAKE_SWITCH), \
	{ " |", "avg", 5, "total avg", watched_fill_short_average, WHOLE, 0 }, \
	{ " ", "max", 5, "total max", watched_fill_short_max, WHOLE, 0 })

static const struct column narrow_columns[] = {
	{ "", "TID", 7, NULL, watched_fill_tid, 0, 0 },
	{ " ", "COMM", -15, NULL, watched_fill_comm, 0, 0 },
	NARROW_PARTS,
};

static const struct column narrow_cpu_columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	NARROW_PARTS,
};

static const struct column narrow_waker_columns[] = {
	{ "", "WAKER", -7, NULL, fill_short_waker, 0, 0 },
	{ " ", "NAME", -15, NULL, fill_short_name, 0, 0 },
	NARROW_PARTS,
};

/* Print a title above the groups of columns, which begin at @width. */
static void print_maxima_title(FILE *out, const struct snapshot *snapshot,
			       int width)
{
	watched_print_title(out, snapshot, "Wake-ups and their parts, max");
	snapshot_duration(out, snapshot->elapsed_ns);
	if (width > WATCHED_DURATION_WIDTH)
		fprintf(out, "%*s", width - WATCHED_DURATION_WIDTH, "");
	fprintf(out, " |%36s |%11s\n", "max of the part", "total");
}

static void print_maxima_of_rows(FILE *out, const struct snapshot *snapshot)
{
	print_maxima_title(out, snapshot, 29);
}

static void print_maxima_of_cpus(FILE *out, const struct snapshot *snapshot)
{
	print_maxima_title(out, snapshot, 9);
}

static void wakeup_print_title(FILE *out, const struct snapshot *snapshot)
{
	watched_print_title(out, snapshot, "Wake-ups and their parts, avg/max");
	snapshot_duration(out, snapshot->elapsed_ns);
	fputc('\n', out);
}

static int count_wakers(const struct snapshot *snapshot)
{
	return snapshot->kind.wakers->count;
}

#define FIGURES_NOTE \
	"These are averages. In brackets: as \"Regular vs real-time Linux latency in virtualized environment\" calls them.\n"

/*
 * Print the two figures of "Regular vs real-time Linux latency in virtualized
 * environment", section 2.4, and what it leaves out. Narrow windows have no
 * room for them.
 */
static void wakeup_print_figures(FILE *out, const struct snapshot *snapshot)
{
	double irq, rest = 0;
	struct latency of;
	char text[3][32];

	for (int i = CONTEXT_WAKE_QUEUE; i <= CONTEXT_WAKE_SWITCH; i++) {
		of = watched_part_of(snapshot, ALL_CPUS, i);
		rest += watched_average(&of);
	}
	watched_print_time(snapshot, rest, text[2], sizeof(text[2]));
	of = watched_part_of(snapshot, ALL_CPUS, CONTEXT_WAKE_IRQ);
	irq = watched_average(&of);
	if (!of.count) {
		fprintf(out, "wake->run (IRQ_END->SCHEDULE) %s %s\n", text[2],
			snapshot_unit(snapshot));
		return;
	}
	watched_print_time(snapshot, irq, text[1], sizeof(text[1]));
	of = watched_part_of(snapshot, ALL_CPUS, CONTEXT_WAKE_TIMER);
	watched_print_time(snapshot, watched_average(&of), text[0], sizeof(text[0]));
	fprintf(out, "timer->irq %s  irq->wake (IRQ_TIME) %s  wake->run (IRQ_END->SCHEDULE) %s %s\n",
		text[0], text[1], text[2], snapshot_unit(snapshot));
}

static void wakeup_print_foot(FILE *out, const struct table *table,
			      const struct snapshot *snapshot)
{
	watched_print_all(out, table, snapshot);
	if (!watched_has_row(snapshot, ALL_CPUS))
		return;
	wakeup_print_figures(out, snapshot);
	fputs(FIGURES_NOTE, out);
}

/* The members that all tables with the module have in common. */
#define TABLE(columns, fixed_columns) \
	.title = wakeup_print_title, \
	.column = columns, \
	.length = TABLE_LENGTH(columns), \
	.fixed = fixed_columns, \
	.has_row = watched_has_row, \
	.end = "", \
	.foot = wakeup_print_foot

#define NARROW_TABLE(columns, fixed_columns, print_title) \
	.title = print_title, \
	.column = columns, \
	.length = TABLE_LENGTH(columns), \
	.fixed = fixed_columns, \
	.has_row = watched_has_row, \
	.end = "", \
	.foot = watched_print_all

/* The rows come first whose longest wake-up was the longest. */
#define WORST_FIRST(columns, count_rows) \
	.rows = count_rows, \
	.order = { TABLE_LENGTH(columns) - 1, true }

static const struct table narrow_table = {
	NARROW_TABLE(narrow_columns, 2, print_maxima_of_rows),
	WORST_FIRST(narrow_columns, watched_rows),
};

static const struct table thread_table = {
	TABLE(thread_columns, 3),
	WORST_FIRST(thread_columns, watched_rows),
	.details = wakeup_details,
	.details_alone = true,
	.narrow = &narrow_table,
};

static const struct table narrow_waker_table = {
	NARROW_TABLE(narrow_waker_columns, 2, print_maxima_of_rows),
	WORST_FIRST(narrow_waker_columns, count_wakers),
};

static const struct table waker_table = {
	TABLE(waker_columns, 4),
	WORST_FIRST(waker_columns, count_wakers),
	.narrow = &narrow_waker_table,
};

static const struct table narrow_cpu_table = {
	NARROW_TABLE(narrow_cpu_columns, 1, print_maxima_of_cpus),
};

static const struct table cpu_table = {
	TABLE(cpu_columns, 2),
	.narrow = &narrow_cpu_table,
};

const struct view wakeup_view = {
	.samples = TRACER_WAKEUPS,
	.table = &thread_table,
	.by_cpu = &cpu_table,
	.by_waker = &waker_table,
};

/* The table of --by comes after the histogram. */
static void print_wakeup_hist(FILE *out, const struct snapshot *snapshot)
{
	hist_print_contexts(out, snapshot, NULL);
	if (snapshot->config->by == BY_NOTHING)
		return;
	fputc('\n', out);
	view_print(out, &wakeup_view, snapshot);
}

const struct view wakeup_hist_view = {
	.samples = TRACER_WAKEUPS,
	.print = print_wakeup_hist,
};
