// SPDX-License-Identifier: GPL-2.0
/*
 * The table of "timerlat top": a line for each CPU, and one for all of them.
 *
 * The layout is that of upstream's tool, byte by byte, because scripts read it.
 */
#include <inttypes.h>

#include "kinds/timerlat/timerlat_kind.h"
#include "kinds/timerlat/top_table.h"
#include "options/view_config.h"
#include "stats/latency.h"
#include "stats/stats.h"
#include "view/snapshot.h"
#include "view/table.h"
#include "view/top_causes.h"
#include "view/view.h"
#include "view/view_hist.h"

#define GROUP		4	/* columns of each context */
#define BEFORE_GROUPS	2	/* columns before the first context */
#define GROUP_WIDTH	40	/* characters after '|', with the last blank */

#define TITLE_WIDTH		96
#define USER_TITLE_WIDTH	137

/*
 * The count over all CPUs soon gets too large for its column. Therefore it has
 * an exponent: 1234567 is shown as 123456 e1.
 */
static void timerlat_fill_count(struct cell *cell,
				const struct snapshot *snapshot,
				const struct column *column, int cpu)
{
	uint64_t irqs = stats_measured(snapshot->stats, cpu, CONTEXT_IRQ).count;
	uint64_t count = irqs ?: stats_measured(snapshot->stats, cpu,
						CONTEXT_USER).count;
	int exponent = 0;

	(void)column;
	cell->key = count;
	if (cpu != ALL_CPUS) {
		snprintf(cell->text, sizeof(cell->text), "#%" PRIu64, count);
		return;
	}
	for (; count > 999999; count /= 10)
		exponent++;
	snprintf(cell->text, sizeof(cell->text), "#%-6" PRIu64 " e%d", count,
		 exponent);
}

static const struct column columns[] = {
	{ "", "CPU", 3, NULL, table_fill_cpu, 0, 0 },
	{ " ", "COUNT", -10, NULL, timerlat_fill_count, 0, 0 },
	{ " |", "cur", 9, "IRQ cur", top_fill_current, CONTEXT_IRQ, 0 },
	{ " ", "min", 9, "IRQ min", top_fill_min, CONTEXT_IRQ, 0 },
	{ " ", "avg", 9, "IRQ avg", top_fill_average, CONTEXT_IRQ, 0 },
	{ " ", "max", 9, "IRQ max", top_fill_max, CONTEXT_IRQ, 0 },
	{ " |", "cur", 9, "Thread cur", top_fill_current, CONTEXT_THREAD, 0 },
	{ " ", "min", 9, "Thread min", top_fill_min, CONTEXT_THREAD, 0 },
	{ " ", "avg", 9, "Thread avg", top_fill_average, CONTEXT_THREAD, 0 },
	{ " ", "max", 9, "Thread max", top_fill_max, CONTEXT_THREAD, 0 },
	{ " |", "cur", 9, "User cur", top_fill_current, CONTEXT_USER, 0 },
	{ " ", "min", 9, "User min", top_fill_min, CONTEXT_USER, 0 },
	{ " ", "avg", 9, "User avg", top_fill_average, CONTEXT_USER, 0 },
	{ " ", "max", 9, "User max", top_fill_max, CONTEXT_USER, 0 },
};

static int timerlat_count_columns(const struct snapshot *snapshot)
{
	return BEFORE_GROUPS + top_contexts(snapshot) * GROUP;
}

static void timerlat_print_title(FILE *out, const struct snapshot *snapshot)
{
	static const char *const names[LATENCY_CONTEXTS] = {
		[CONTEXT_IRQ] =    "          IRQ Timer Latency",
		[CONTEXT_THREAD] = "         Thread Timer Latency",
		[CONTEXT_USER] =   "    Ret user Timer Latency",
	};
	int width = snapshot_user(snapshot) ? USER_TITLE_WIDTH : TITLE_WIDTH;
	char name[64];

	fprintf(out, "%*s%-*s\n", 37, "", width - 37, "Timer Latency");
	snapshot_duration(out, snapshot->elapsed_ns);
	fputs("   ", out);
	for (int i = 0; i < top_contexts(snapshot); i++) {
		bool last = i == top_contexts(snapshot) - 1;

		snprintf(name, sizeof(name), "%s (%s)", names[i],
			 snapshot_unit(snapshot));
		fprintf(out, "|%-*s", last ? 0 : GROUP_WIDTH, name);
	}
	fputc('\n', out);
}

static void print_dashes(FILE *out, const struct snapshot *snapshot)
{
	static const char dashes[] = "----------------------------------------";

	fprintf(out, "%.15s", dashes);
	for (int i = 0; i < top_contexts(snapshot); i++) {
		bool last = i == top_contexts(snapshot) - 1;

		fprintf(out, "|%.*s", GROUP_WIDTH - last, dashes);
	}
	fputc('\n', out);
}

static void timerlat_print_foot(FILE *out, const struct table *table,
				const struct snapshot *snapshot)
{
	print_dashes(out, snapshot);
	table_row(out, table, snapshot, ALL_CPUS);
	top_causes_print(out, snapshot);
}

static const struct table table = {
	.title = timerlat_print_title,
	.column = columns,
	.columns = timerlat_count_columns,
	.fixed = BEFORE_GROUPS,
	.has_row = top_has_row,
	.end = "",
	.foot = timerlat_print_foot,
	.live = top_live_table,
};

const struct view timerlat_view = {
	.samples = TRACER_LATENCIES,
	.table = &table,
};

static bool irq_is_shown(const struct snapshot *snapshot)
{
	return !snapshot->config->hist.no_irq;
}

static bool thread_is_shown(const struct snapshot *snapshot)
{
	return !snapshot->config->hist.no_thread;
}

static void print_timerlat_hist(FILE *out, const struct snapshot *snapshot)
{
	static const struct hist_series series[] = {
		{ "IRQ", CONTEXT_IRQ, irq_is_shown },
		{ "Thr", CONTEXT_THREAD, thread_is_shown },
		{ "Usr", CONTEXT_USER, snapshot_user },
		{ NULL, 0, NULL }
	};
	static const struct hist_form form = {
		.tool = "timerlat",
		.series = series,
		.all = true,
	};

	hist_print(out, snapshot, &form);
}

const struct view timerlat_hist_view = {
	.samples = TRACER_LATENCIES,
	.has_bars = true,
	.print = print_timerlat_hist,
};
