// SPDX-License-Identifier: GPL-2.0
/*
 * The row of overheads: see stats/kind.h.
 */
#include "gates/gate_verdict.h"
#include "gates/kind_gates.h"
#include "kinds/kinds.h"
#include "kinds/overheads/overheads_kind.h"
#include "report/kind_report.h"
#include "run/collector.h"
#include "run/losses.h"
#include "stats/latency.h"
#include "stats/overheads.h"
#include "stats/stats.h"
#include "tracer/module_kind.h"
#include "tracer/tracer_config.h"

static bool overheads_prepare(struct collector *collector,
			      const struct tracer_config *tracer, int cpus)
{
	(void)tracer;
	collector->kind.overheads = overheads_new(cpus);
	return collector->kind.overheads;
}

static void overheads_losses(struct losses *losses,
			     const struct collector *collector,
			     const struct cpus *cpus,
			     const struct reader_counts *counts, bool needed)
{
	bool any = false;

	(void)cpus;
	(void)counts;
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		any |= overhead_of_thread(i) &&
		       stats_all(collector->stats, i).count;
	if (needed && !any)
		losses_add(losses, "no overhead of a thread was measured: give --all-threads, or measure for longer");
}

/*
 * T, S and C are the way from an interrupt to the switch to the thread, as
 * "LITMUS^RT and PREEMPT_RT" draws it.
 */
static const struct average_stack overheads_averages = {
	.title = "Overheads: averages",
	.note = "T, S and C follow each other from the expiry of a timer to the thread that it wakes. Each is an average of its own: in between, other things may run, and the interrupts that disturbed an overhead are not in it.",
	.part = {
		{ "T: timer, release-latency and release", "T", 4,
		  CONTEXT_OVERHEAD_RELEASE_LATENCY,
		  CONTEXT_OVERHEAD_RELEASE },
		{ "S: scheduler, sched", "S", 0, CONTEXT_OVERHEAD_SCHED,
		  AVERAGE_NO_OTHER },
		{ "C: context switch, cxs and sched2", "C", 6,
		  CONTEXT_OVERHEAD_CXS, CONTEXT_OVERHEAD_SCHED2 },
		{ NULL, NULL, 0, 0, 0 },
	},
};

static const struct kind_report overheads_report = {
	.averages = &overheads_averages,
};

/* Not each kernel has a point for each overhead, or lets one be attached to it. */
static const char *overheads_missing(const struct gate *gate,
				     const struct gate_inputs *inputs)
{
	return inputs->kind.overheads &&
	       overheads_method(inputs->kind.overheads, gate->context) == METHOD_ABSENT ?
	       "this kernel does not let it be seen: leave the gate out" : NULL;
}

static const struct kind_gates overheads_gates = {
	.title = "overheads",
	.missing = overheads_missing,
};

/* ---- The module ---------------------------------------------------------- */

static void overheads_fill_start(struct rtla_start *start,
				 const struct tracer_config *config)
{
	if (config->all_threads)
		start->flags |= RTLA_START_ALL_THREADS;
	if (config->keep_disturbed)
		start->flags |= RTLA_START_DISTURBED;
}

static const struct module_kind overheads_module = {
	.workload = RTLA_OVERHEADS,
	.first = OVERHEAD_FIRST,
	.stops = RTLA_OVERHEADS_COUNT,
	.fill = overheads_fill_start,
};

/* ---- The row ------------------------------------------------------------- */

const struct kind_row overheads_kind = {
	.name = "overheads",
	.commands = overheads_commands,
	.where = "overheads are measured by overheads",
	.threshold = "cxs",
	.watches = true,
	.only_counted = true,
	.has_distributions = true,
	.numbers_vary = true,
	.prepare = overheads_prepare,
	.add_losses = overheads_losses,
	.figures = overheads_tables,
	.set_configuration = overheads_set_configuration,
	.set_context = overheads_set_context,
	.set_figures = overheads_set_figures,
	.print_metrics = overheads_print_metrics,
	.print_csv = overheads_print_csv,
	.add_costs = overheads_add_costs,
	.report = &overheads_report,
	.gates = &overheads_gates,
	.module = &overheads_module,
};
