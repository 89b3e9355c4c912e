// SPDX-License-Identifier: GPL-2.0
/*
 * The row of timerlat: see stats/kind.h.
 */
#include "base/json_write.h"
#include "kinds/kinds.h"
#include "kinds/timerlat/gate_timerlat.h"
#include "kinds/timerlat/timerlat_kind.h"
#include "report/kind_report.h"
#include "results/results_write.h"
#include "run/collector.h"
#include "schedulable/kernel_costs.h"
#include "stats/skips.h"
#include "tracer/module_kind.h"
#include "tracer/tracer_config.h"

/* A tracer that does not number samples does not tell which periods were skipped. */
static bool timerlat_prepare(struct collector *collector,
			     const struct tracer_config *tracer, int cpus)
{
	if (!collector->unnumbered)
		return true;
	collector->skips = skips_new(cpus, tracer->period_ns,
				     collector->stats, collector->record);
	return collector->skips;
}

static const struct reading_picture timerlat_picture = {
	.id = "reading-timerlat",
	.caption = "A timer wakes a thread",
	.description = "In the order of time: the timer was to expire, its interrupt begins, the thread runs, the thread is in user space. Each latency begins when the timer was to expire.",
	.moment = {
		{ "timer was", "to expire" }, { "interrupt", "begins" },
		{ "thread", "runs" }, { "is in user", "space" },
		{ NULL, NULL },
	},
	.bar = {
		{ 0, 0, 1, 4, "IRQ latency", CONTEXT_IRQ },
		{ 1, 0, 2, 0, "Thread latency", CONTEXT_THREAD },
		{ 2, 0, 3, 6, "User latency", CONTEXT_USER },
		{ 0, 0, 0, 0, NULL, 0 },
	},
};

static const struct kind_report timerlat_report = {
	.reading = &timerlat_picture,
};

/* Add the periods that the CPUs take in turn, if there are several. */
static void timerlat_set_configuration(json_t **json,
				       const struct run_summary *summary)
{
	const struct tracer_config *tracer = summary->tracer;
	json_t *periods;

	if (tracer->periods < 2)
		return;
	periods = json_array();
	for (int i = 0; i < tracer->periods; i++)
		json_append(&periods, json_number(tracer->periods_ns[i]));
	json_set(json, "periods_ns", periods);
}

static void timerlat_add_costs(struct kernel_costs *costs,
			       const struct results *results, int cpu)
{
	const struct kernel_cost cost = {
		.role = COST_BLOCKING, .observed = true,
	};

	kernel_costs_add_max(costs, results, cpu, CONTEXT_THREAD, cost);
	kernel_costs_add_max(costs, results, cpu, CONTEXT_USER, cost);
}

/* ---- The module ---------------------------------------------------------- */

static void timerlat_fill_start(struct rtla_start *start,
				const struct tracer_config *config)
{
	struct rtla_start_timerlat *timerlat = &start->timerlat;

	timerlat->period_ns = config->period_ns;
	if (config->periods > 1) {
		timerlat->periods = (uintptr_t)config->periods_ns;
		timerlat->periods_count = config->periods;
	}
	timerlat->stack_ns = config->stack_ns;
	if (config->no_noise)
		start->flags |= RTLA_START_NO_NOISE;
	if (config->callbacks)
		start->flags |= RTLA_START_CALLBACKS;
	if (config->counters)
		start->flags |= RTLA_START_COUNTERS;
	if (config->align_ns < 0)
		return;
	start->flags |= RTLA_START_ALIGN;
	timerlat->align_ns = config->align_ns;
}

static const struct module_kind timerlat_module = {
	.workload = RTLA_TIMERLAT,
	.first = CONTEXT_IRQ,
	.stops = RTLA_TIMERLAT_COUNT,
	.fill = timerlat_fill_start,
};

/* ---- The row ------------------------------------------------------------- */

const struct kind_row timerlat_kind = {
	.name = "timerlat",
	.commands = timerlat_commands,
	.where = "latencies are measured by timerlat",
	.kernel_tracer = "timerlat",
	.kernel_option = "CONFIG_TIMERLAT_TRACER",
	.priority = "f:95",
	.has_parts = true,
	.screen_has_distributions = true,
	.nothing = "nothing was measured: measure for longer, or on other CPUs with --cpus",
	.skips_periods = true,
	.has_user_threads = true,
	.prepare = timerlat_prepare,
	.set_configuration = timerlat_set_configuration,
	.add_costs = timerlat_add_costs,
	.report = &timerlat_report,
	.gates = &timerlat_gates,
	.module = &timerlat_module,
};
