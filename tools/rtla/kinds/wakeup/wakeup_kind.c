// SPDX-License-Identifier: GPL-2.0
/*
 * The row of wake-ups: see stats/kind.h.
 */
#include <stdio.h>

#include "gates/kind_gates.h"
#include "kinds/kinds.h"
#include "kinds/wakeup/wakeup_kind.h"
#include "report/kind_report.h"
#include "results/threads_json.h"
#include "run/collector.h"
#include "run/losses.h"
#include "schedulable/kernel_costs.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "tracer/module_kind.h"
#include "tracer/tracer_config.h"

#define NOTHING_WOKEN \
	"no watched thread was woken: name other threads, or measure for longer"

static bool wakeup_prepare(struct collector *collector,
			   const struct tracer_config *tracer, int cpus)
{
	(void)tracer;
	(void)cpus;
	collector->kind.threads = watched_new();
	collector->kind.wakers = wakers_new();
	return collector->kind.threads && collector->kind.wakers;
}

static void wakeup_losses(struct losses *losses,
			  const struct collector *collector,
			  const struct cpus *cpus,
			  const struct reader_counts *counts, bool needed)
{
	(void)cpus;
	(void)counts;
	losses_threads(losses, collector->kind.threads,
		       "wake-ups do not count: the kernel did not let the BPF programs see who wakes: measure again, or load the module");
	if (needed && !stats_all(collector->stats, CONTEXT_WAKE_TOTAL).count)
		losses_add(losses, NOTHING_WOKEN);
}

static const struct average_stack wakeup_averages = {
	.title = "Wake-ups: averages of their parts",
	.note = "The parts timer and irq are those of wake-ups by a timer only: if there are others, the sum is more than the average of all wake-ups.",
	.part = {
		{ "timer", "timer", 0, CONTEXT_WAKE_TIMER, AVERAGE_NO_OTHER },
		{ "irq", "irq", 4, CONTEXT_WAKE_IRQ, AVERAGE_NO_OTHER },
		{ "queue", "queue", 5, CONTEXT_WAKE_QUEUE, AVERAGE_NO_OTHER },
		{ "wait", "wait", 2, CONTEXT_WAKE_WAIT, AVERAGE_NO_OTHER },
		{ "pick", "pick", 6, CONTEXT_WAKE_PICK, AVERAGE_NO_OTHER },
		{ "switch", "switch", 3, CONTEXT_WAKE_SWITCH, AVERAGE_NO_OTHER },
		{ NULL, NULL, 0, 0, 0 },
	},
};

static const struct reading_picture wakeup_picture = {
	.id = "reading-wakeup",
	.caption = "A timer, or something else, wakes a thread",
	.description = "In the order of time: the timer was to expire, its interrupt looks for it, it wakes the thread, the thread is on a queue, the scheduler is called, it has chosen the thread, the thread goes on. The parts follow each other.",
	.moment = {
		{ "timer", "expires" }, { "irq", "looks" },
		{ "wakes", "thread" }, { "on a", "queue" },
		{ "sched.", "called" }, { "has", "chosen" },
		{ "thread", "runs" }, { NULL, NULL },
	},
	.bar = {
		{ 0, 0, 1, 0, "timer", CONTEXT_WAKE_TIMER },
		{ 0, 1, 2, 4, "irq", CONTEXT_WAKE_IRQ },
		{ 0, 2, 3, 5, "queue", CONTEXT_WAKE_QUEUE },
		{ 0, 3, 4, 2, "wait", CONTEXT_WAKE_WAIT },
		{ 0, 4, 5, 6, "pick", CONTEXT_WAKE_PICK },
		{ 0, 5, 6, 3, "switch", CONTEXT_WAKE_SWITCH },
		{ 1, 0, 6, 9, "total, of a timer", CONTEXT_WAKE_TIMER },
		{ 2, 2, 6, 9, "total, of another waker", CONTEXT_WAKE_TOTAL },
		{ 0, 0, 0, 0, NULL, 0 },
	},
};

static const struct kind_report wakeup_report = {
	.averages = &wakeup_averages,
	.reading = &wakeup_picture,
};

static const struct kind_gates wakeup_gates = {
	.title = "wake-ups",
};

/* A wake-up may also have waited for threads that are more urgent. */
static void wakeup_add_costs(struct kernel_costs *costs,
			     const struct results *results, int cpu)
{
	kernel_costs_add_max(costs, results, cpu, CONTEXT_WAKE_TOTAL,
			     (struct kernel_cost) {
				.role = COST_BLOCKING, .observed = true,
			     });
}

/* ---- The module ---------------------------------------------------------- */

/* Fill in which threads are watched. The ids stay where they are. */
static void wakeup_fill_start(struct rtla_start *start,
			      const struct tracer_config *config)
{
	const struct tracer_targets *targets = &config->targets;
	struct rtla_start_wakeup *wakeup = &start->wakeup;

	wakeup->stack_ns = config->stack_ns;
	if (config->no_noise)
		start->flags |= RTLA_START_NO_NOISE;
	wakeup->watched_max = TRACER_WATCHED_MAX;
	wakeup->distributions = config->stats.threads;
	if (targets->all)
		wakeup->watch |= RTLA_WATCH_ALL;
	if (targets->real_time)
		wakeup->watch |= RTLA_WATCH_RT;
	if (targets->children)
		wakeup->watch |= RTLA_WATCH_CHILDREN;
	if (config->wakers)
		wakeup->watch |= RTLA_WATCH_WAKERS;
	if (targets->comm) {
		wakeup->watch |= RTLA_WATCH_COMM;
		snprintf(wakeup->comm, sizeof(wakeup->comm), "%s", targets->comm);
	}
	if (!targets->ids)
		return;
	wakeup->watch |= targets->within ? RTLA_WATCH_WITHIN :
			 targets->processes ? RTLA_WATCH_PROCESSES :
					      RTLA_WATCH_THREADS;
	wakeup->ids = (uintptr_t)targets->id;
	wakeup->ids_count = targets->ids;
}

static const struct module_kind wakeup_module = {
	.workload = RTLA_WAKEUP,
	.first = WAKEUP_FIRST,
	.stops = RTLA_WAKEUP_PARTS,
	.fill = wakeup_fill_start,
};

/* ---- The row ------------------------------------------------------------- */

const struct kind_row wakeup_kind = {
	.name = "wakeup",
	.commands = wakeup_commands,
	.where = "wake-ups are measured by wakeup",
	.threshold = "wait",
	.watches = true,
	.watches_threads = true,
	.whole = CONTEXT_WAKE_TOTAL,
	.samples = "Wake-ups",
	.screen_has_distributions = true,
	.nothing = NOTHING_WOKEN,
	.only_counted = true,
	.has_parts = true,
	.numbers_vary = true,
	.prepare = wakeup_prepare,
	.add_losses = wakeup_losses,
	.set_configuration = threads_set_targets,
	.set_figures = wakeup_set_figures,
	.read_figures = threads_json_read,
	.add_costs = wakeup_add_costs,
	.report = &wakeup_report,
	.gates = &wakeup_gates,
	.module = &wakeup_module,
};
