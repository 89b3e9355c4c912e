// SPDX-License-Identifier: GPL-2.0
/*
 * The row of cycles: see stats/kind.h.
 */
#include <stddef.h>

#include "kinds/cycle/compare_misses.h"
#include "kinds/cycle/cycle_kind.h"
#include "kinds/cycle/cycle_numbers.h"
#include "kinds/cycle/section_misses.h"
#include "kinds/kinds.h"
#include "report/kind_report.h"
#include "run/collector.h"
#include "run/losses.h"
#include "stats/latency.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"

#define NOTHING_FINISHED \
	"no watched thread finished a cycle: name other threads, say with --wait where they wait for their next period or with --function what a cycle is, or measure for longer"

static bool cycle_prepare(struct collector *collector,
			  const struct tracer_config *tracer, int cpus)
{
	(void)tracer;
	(void)cpus;
	collector->kind.threads = watched_new();
	return collector->kind.threads;
}

static void cycle_losses(struct losses *losses,
			 const struct collector *collector,
			 const struct cpus *cpus,
			 const struct reader_counts *counts, bool needed)
{
	(void)cpus;
	(void)counts;
	losses_threads(losses, collector->kind.threads,
		       "cycles do not count: what the kernel did in them was not seen: measure again");
	if (needed && !stats_all(collector->stats, CONTEXT_CYCLE_RESPONSE).count)
		losses_add(losses, NOTHING_FINISHED);
}

static const struct average_stack cycle_averages = {
	.title = "Cycles: averages of their parts",
	.note = "The parts of a cycle add up to its response time, from its release until the thread waits for its next period.",
	.part = {
		{ "start", "start", 0, CONTEXT_CYCLE_START, AVERAGE_NO_OTHER },
		{ "run", "run", 4, CONTEXT_CYCLE_RUN, AVERAGE_NO_OTHER },
		{ "interrupted", "intr.", 5, CONTEXT_CYCLE_INTERRUPTED, AVERAGE_NO_OTHER },
		{ "preempted", "preempted", 2, CONTEXT_CYCLE_PREEMPTED, AVERAGE_NO_OTHER },
		{ "blocked", "blocked", 6, CONTEXT_CYCLE_BLOCKED, AVERAGE_NO_OTHER },
		{ NULL, NULL, 0, 0, 0 },
	},
};

static const struct reading_picture cycle_picture = {
	.id = "reading-cycle",
	.caption = "A cycle of a thread",
	.description = "In the order of time: the cycle is released, the thread runs, an interrupt takes the CPU, the thread goes on, another thread takes the CPU, the thread goes on and sleeps, it is woken, and it waits for its next period. The parts may come in any order and more than once; they add up to the response time.",
	.moment = {
		{ "release", "" }, { "thread", "runs" },
		{ "interrupt", "" }, { "other", "thread" },
		{ "waits", "in it" }, { "goes", "on" },
		{ "waits for", "next" }, { NULL, NULL },
	},
	.bar = {
		{ 0, 0, 1, 0, "start", CONTEXT_CYCLE_START },
		{ 0, 1, 2, 4, "run", CONTEXT_CYCLE_RUN },
		{ 0, 2, 3, 5, "interr.", CONTEXT_CYCLE_INTERRUPTED },
		{ 0, 3, 4, 2, "preempt.", CONTEXT_CYCLE_PREEMPTED },
		{ 0, 4, 5, 6, "blocked", CONTEXT_CYCLE_BLOCKED },
		{ 0, 5, 6, 4, "run", CONTEXT_CYCLE_RUN },
		{ 1, 0, 6, 9, "response", CONTEXT_CYCLE_RESPONSE },
		{ 0, 0, 0, 0, NULL, 0 },
	},
};

static const struct kind_report cycle_report = {
	.averages = &cycle_averages,
	.reading = &cycle_picture,
	.last = &cycle_misses_section,
};

const struct kind_row cycle_kind = {
	.name = "cycle",
	.commands = cycle_commands,
	.where = "cycles are measured by cycle",
	.threshold = "blocked",
	.nothing = NOTHING_FINISHED,
	.watches = true,
	.watches_threads = true,
	.has_cycles = true,
	.whole = CONTEXT_CYCLE_RESPONSE,
	.samples = "Cycles",
	.only_counted = true,
	.has_parts = true,
	.has_distributions = true,
	.numbers_vary = true,
	.prepare = cycle_prepare,
	.add_losses = cycle_losses,
	.figures = cycle_tables,
	.set_configuration = cycle_set_configuration,
	.set_figures = cycle_set_figures,
	.read_figures = cycle_read_figures,
	.numbers = cycle_numbers,
	.print_metrics = cycle_print_metrics,
	.report = &cycle_report,
	.gates = &cycle_gates,
	.compare = &cycle_compare,
};
