// SPDX-License-Identifier: GPL-2.0
/*
 * The row of the bound of the scheduling latency: see stats/kind.h.
 */
#include <inttypes.h>
#include <sys/ioctl.h>
#include <time.h>

#include "base/cpus.h"
#include "base/json_write.h"
#include "base/times.h"
#include "kinds/bound/bound_compared_text.h"
#include "kinds/bound/bound_json.h"
#include "kinds/bound/bound_kind.h"
#include "kinds/bound/compare_bound.h"
#include "kinds/bound/gate_bound.h"
#include "kinds/kinds.h"
#include "report/kind_report.h"
#include "results/cyclictest_json.h"
#include "results/place.h"
#include "results/results.h"
#include "results/results_write.h"
#include "run/collector.h"
#include "run/losses.h"
#include "stats/bound_figures.h"
#include "stats/interrupts.h"
#include "tracer/module_kind.h"
#include "tracer/tracer_config.h"

/* The longest wait for the probes, which begin some ms after the start. */
#define PROBES_WAIT_NS	200000000

static bool bound_prepare(struct collector *collector,
			  const struct tracer_config *tracer, int cpus)
{
	int cpu;

	collector->kind.bounds = bound_set_new(cpus);
	collector->interrupts = interrupts_new(cpus);
	if (!collector->kind.bounds || !collector->interrupts)
		return false;
	cpus_for_each(cpu, &tracer->cpus) {
		struct bound_figures *figures =
			&collector->kind.bounds->of[cpu];

		figures->probe.period_ns = tracer->period_ns;
		figures->without_idle = collector->without_idle;
	}
	return true;
}

/* The reasons why the bound of a CPU is not what it should be. */
static const struct bound_loss {
	bool (*is)(const struct bound_figures *figures);
	const char *text;	/* follows "CPU 1,3" */
} bound_cpu_losses[] = {
	{ bound_is_exceeded, ": a latency over the bound was observed: the model does not hold here" },
	{ bound_is_blind, ": the probe has never expired, so that nothing is known: measure for longer, or keep threads of FIFO 99 and SCHED_DEADLINE from having the CPU all the time" },
};

static void add_bound_loss(struct losses *losses, const struct bound_loss *loss,
			   const struct bound_set *bounds,
			   const struct cpus *cpus)
{
	struct cpus those = { .word = { 0 } };
	char list[256];
	int cpu;

	cpus_for_each(cpu, cpus)
		if (bound_set_at(bounds, cpu) &&
		    loss->is(bound_set_at(bounds, cpu)))
			cpus_add(&those, cpu);
	if (!cpus_empty(&those))
		losses_add(losses, "CPU %s%s",
			   cpus_format(&those, list, sizeof(list)), loss->text);
}

static void bound_losses(struct losses *losses,
			 const struct collector *collector,
			 const struct cpus *cpus,
			 const struct reader_counts *counts, bool needed)
{
	uint64_t refused = interrupts_refused(collector->interrupts);

	(void)needed;
	if (counts->lost || counts->lost_more)
		losses_add(losses, "%s%" PRIu64 " events of interrupts were lost: the bound may be too low",
			   counts->lost_more ? "more than " : "", counts->lost);
	if (refused)
		losses_add(losses, "%" PRIu64 " events of interrupts came out of their order, and are left out: the bound may be too low",
			   refused);
	for (size_t i = 0;
	     i < sizeof(bound_cpu_losses) / sizeof(*bound_cpu_losses); i++)
		add_bound_loss(losses, &bound_cpu_losses[i],
			       collector->kind.bounds, cpus);
}

/* The threads of cyclictest are bound to CPUs; several may have the same. */
static void bound_take_cyclictest(struct collector *collector,
				  const struct cyclictest_result *result)
{
	struct bound_set *bounds = collector->kind.bounds;
	bool any = false;

	for (int i = 0; i < result->count; i++) {
		const struct cyclictest_thread *thread = &result->thread[i];
		struct bound_observed *of;

		if (!bound_set_at(bounds, thread->cpu))
			continue;
		of = &bounds->of[thread->cpu].cyclictest;
		of->count += thread->count;
		of->max_ns = time_max(of->max_ns, thread->max_ns);
		any = true;
	}
	if (!any)
		note("cyclictest: it has measured other CPUs, so that nothing can be compared: give it the CPUs of --cpus with its option -a");
}

static void bound_set_configuration(json_t **json,
				    const struct run_summary *summary)
{
	json_set(json, "program", json_or(summary->program, json_null()));
}

static void bound_set_cpu(json_t **json, const struct run_summary *summary,
			  int cpu)
{
	const struct bound_figures *figures =
		cpu < 0 ? NULL : bound_set_at(summary->kind.bounds, cpu);

	if (figures)
		json_set(json, "bound", bound_json(figures));
}

static void bound_read_cpu(struct place *place, struct results *results,
			   const json_t *json, int cpu)
{
	const json_t *bound = json_object_get(json, "bound");
	size_t back = place_enter(place, "bound", 0);

	if (bound && !json_is_object(bound))
		place_wrong(place, "not an object");
	if (json_is_object(bound) && !results->kind.bounds) {
		results->kind.bounds =
			bound_set_new(cpus_last(&results->cpus) + 1);
		if (!results->kind.bounds)
			place_wrong(place, "out of memory");
	}
	if (bound && !place->wrong)
		bound_json_read(place, bound, &results->kind.bounds->of[cpu]);
	place_leave(place, back);
}

static const struct report_section bound_section = {
	"bound", "Bound", "Bound of the scheduling latency",
	"How long the most urgent thread may wait on each CPU, for six ways to count interrupts.",
	section_bound
};

static const struct kind_report bound_report = {
	.first = &bound_section,
	.first_charts = charts_of_bounds,
};

static const struct kind_compare bound_compare = {
	.list = bound_list,
	.print = bound_table_print,
};

/* ---- The module ---------------------------------------------------------- */

static void bound_fill_start(struct rtla_start *start,
			     const struct tracer_config *config)
{
	start->bound.period_ns = config->period_ns;
	start->bound.stack_ns = config->stack_ns;
}

static bool bound_probe_runs(int fd, int cpu)
{
	struct rtla_bound bound = { .size = sizeof(bound), .cpu = cpu };

	return ioctl(fd, RTLA_IOC_BOUND, &bound) || bound.probes;
}

/*
 * Wait until the probe of each CPU has been calibrated and runs. Threads that
 * never sleep may keep it off its CPU for ever, and then the figures of that
 * CPU will tell.
 */
static void bound_await_probes(int fd, const struct cpus *cpus)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	uint64_t until = time_now() + PROBES_WAIT_NS;
	int cpu;

	cpus_for_each(cpu, cpus)
		while (!bound_probe_runs(fd, cpu) && time_now() < until)
			nanosleep(&pause, NULL);
}

static const struct module_kind bound_module = {
	.workload = RTLA_BOUND,
	.first = BOUND_FIRST,
	.stops = RTLA_BOUND_COUNT,
	.fill = bound_fill_start,
	.await = bound_await_probes,
};

/* ---- The row ------------------------------------------------------------- */

const struct kind_row bound_kind = {
	.name = "bound",
	.commands = bound_commands,
	.where = "the bound is computed by bound",
	.threshold = "poid",
	.priority = "f:99",
	.only_counted = true,
	.is_made_of_noise = true,
	.needs_events = true,
	.grows = true,
	.numbers_vary = true,
	.prepare = bound_prepare,
	.add_losses = bound_losses,
	.take_cyclictest = bound_take_cyclictest,
	.figures = bound_tables,
	.set_configuration = bound_set_configuration,
	.set_cpu = bound_set_cpu,
	.read_cpu = bound_read_cpu,
	.print_metrics = bound_print_metrics,
	.add_costs = bound_add_costs,
	.report = &bound_report,
	.gates = &bound_gates,
	.compare = &bound_compare,
	.module = &bound_module,
};
