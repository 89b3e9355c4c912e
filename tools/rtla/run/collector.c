// SPDX-License-Identifier: GPL-2.0
/*
 * The intake of samples: see collector.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "gates/gate_verdict.h"
#include "options/config.h"
#include "run/collector.h"
#include "stats/bound_figures.h"
#include "stats/causes.h"
#include "stats/histogram.h"
#include "stats/interrupts.h"
#include "stats/kind.h"
#include "stats/overheads.h"
#include "stats/sample_gaps.h"
#include "stats/sample_record.h"
#include "stats/skips.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "trace/events.h"
#include "trace/kernel_events.h"
#include "tracer/tracer.h"
#include "tracer/tracer_state.h"

/*
 * A suspend can cut off this many samples of a user-space workload: the thread
 * latency and the user latency of an activation. They do not count as missed.
 */
#define CUT_BY_SUSPEND	2

/* Return the contexts, as bits, with a sample of each activation or period. */
static unsigned int find_numbered(const struct config *config,
				  enum tracer_events events)
{
	unsigned int latencies = 1 << CONTEXT_IRQ | 1 << CONTEXT_THREAD;

	if (events == TRACER_PERIODS || events == TRACER_NOISES)
		return 1 << CONTEXT_TOTAL;
	if (events != TRACER_LATENCIES)
		return 0;
	if (config->threads != THREADS_KERNEL)
		latencies |= 1 << CONTEXT_USER;
	return latencies;
}

static bool make_histogram(struct collector *collector,
			   const struct config *config, int cpus)
{
	uint64_t unit = config->view.nano ? 1 : NS_PER_US;

	if (!config->view.hist.entries)
		return true;
	collector->histogram =
		histogram_new(cpus, config->view.hist.bucket_size * unit,
			      config->view.hist.entries);
	return collector->histogram;
}

static bool make_record(struct collector *collector,
			const struct config *config, int cpus)
{
	if (!config_wants_record(config) && !config_shows_distribution(config))
		return true;
	collector->record = record_new(cpus);
	if (collector->record)
		gates_watch(&config->gates, collector->record);
	return collector->record;
}

/* Activations are not closer than this. */
static uint64_t shortest_period(const struct tracer_config *tracer)
{
	uint64_t period_ns = tracer->period_ns;

	for (int i = 0; i < tracer->periods; i++)
		period_ns = time_min(period_ns, tracer->periods_ns[i]);
	return period_ns;
}

enum result collector_init(struct collector *collector,
			   const struct config *config,
			   enum tracer_events events,
			   const struct tracer_ops *ops)
{
	const struct kind_row *kind = config_kind(config);
	int count = cpus_last(&config->tracer.cpus) + 1;

	*collector = (struct collector) {
		.stats = stats_new(count),
		.gaps = gaps_new(count, shortest_period(&config->tracer)),
		.missing_of = calloc(count, sizeof(*collector->missing_of)),
		.numbered = find_numbered(config, events),
		.until = UINT64_MAX,
		.bare_events = recorder_is_bare(ops->recorder),
		.unnumbered = ops->unnumbered,
		.without_idle = config->without_idle,
	};
	if (!collector->stats || !collector->gaps ||
	    !collector->missing_of || !make_histogram(collector, config, count) ||
	    !make_record(collector, config, count) ||
	    (kind->prepare && !kind->prepare(collector, &config->tracer, count)))
		return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}

void collector_free(struct collector *collector)
{
	free(collector->missing_of);
	watched_free(collector->kind.threads);
	wakers_free(collector->kind.wakers);
	causes_free(collector->kind.causes);
	overheads_free(collector->kind.overheads);
	bound_set_free(collector->kind.bounds);
	interrupts_free(collector->interrupts);
	skips_free(collector->skips);
	gaps_free(collector->gaps);
	histogram_free(collector->histogram);
	record_free(collector->record);
	stats_free(collector->stats);
}

static void take_latency(struct collector *collector, int cpu,
			 enum event_context context, uint64_t time,
			 uint64_t latency)
{
	stats_add(collector->stats, cpu, context, latency);
	if (collector->histogram &&
	    !histogram_add(collector->histogram, cpu, context, latency))
		collector->no_memory = true;
	if (collector->record &&
	    !record_add(collector->record, cpu, context, time, latency))
		collector->no_memory = true;
}

/* Count the samples that are missed before that of a context which began at @time. */
static void check_number(struct collector *collector, int cpu,
			 enum event_context context, uint32_t seqnum,
			 uint64_t time)
{
	uint32_t gap = gaps_missed(collector->gaps, cpu, context, seqnum, time);

	collector->missing += gap;
	collector->missing_of[cpu] += gap;
}

static bool is_counted(const struct collector *collector, uint64_t time)
{
	return time >= collector->from && time < collector->until;
}

static void take_sample(struct collector *collector, int cpu,
			const struct event *event)
{
	uint64_t t_w = event->sample.t_w, latency = event->sample.latency;
	int context = event->sample.context;

	if (context < 0 || context >= LATENCY_CONTEXTS)
		return;
	if (is_counted(collector, t_w))
		take_latency(collector, cpu, context, t_w + latency, latency);
	check_number(collector, cpu, context, event->sample.seqnum, t_w);
	if (collector->skips &&
	    !skips_take(collector->skips, cpu, event, collector->from,
			collector->until))
		collector->no_memory = true;
}

static void take_period(struct collector *collector, int cpu,
			const struct event *event)
{
	uint64_t end = event->period.start + event->period.runtime;

	if (!collector->unnumbered)
		check_number(collector, cpu, CONTEXT_TOTAL,
			     event->period.seqnum, event->period.start);
	if (!is_counted(collector, end))
		return;
	stats_add_period(collector->stats, cpu, event);
	if (collector->record)
		take_latency(collector, cpu, CONTEXT_TOTAL, end,
			     event->period.noise);
}

static void take_gap(struct collector *collector, int cpu,
		     const struct event *event)
{
	uint64_t end = event->gap.start + event->gap.duration;

	if (is_counted(collector, end))
		take_latency(collector, cpu, CONTEXT_SINGLE, end,
			     event->gap.duration);
}

static void take_interrupt(struct collector *collector, int cpu,
			   const struct event *event)
{
	if (collector->interrupts &&
	    is_counted(collector, event->noise.start) &&
	    !interrupts_add(collector->interrupts, cpu, event))
		collector->no_memory = true;
}

void collector_bound(struct collector *collector, int cpu)
{
	const struct latency *observed = stats_get(collector->stats, cpu,
						   CONTEXT_BOUND_OBSERVED);
	struct bound_figures *bound = &collector->kind.bounds->of[cpu];
	uint64_t now = time_min(time_now(), collector->until);

	bound->observed = (struct bound_observed) {
		observed->count, observed->count ? observed->max : 0
	};
	interrupts_unseen(collector->interrupts, cpu, bound->entry.average_ns);
	bound->known = interrupts_bound(collector->interrupts, cpu, bound);
	collector->no_memory |= !bound->known ||
		!bound_figures_grow(bound, now - time_min(now, collector->from));
}

static void collector_forget_cpu(struct collector *collector, int cpu)
{
	gaps_forget(collector->gaps, cpu);
	if (collector->skips)
		skips_forget(collector->skips, cpu);
}

uint64_t collector_skipped(const struct collector *collector,
			   const struct tracer_config *tracer, int cpu,
			   uint64_t skipped)
{
	return collector->skips || tracer->stats.skipped ?
		       stats_skipped(collector->stats, cpu, CONTEXT_THREAD)
			       ->count :
		       skipped;
}

void collector_forget(struct collector *collector, const struct cpus *cpus)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		if (collector->skips &&
		    !skips_finish(collector->skips, cpu, collector->from,
				  collector->until))
			collector->no_memory = true;
		collector_forget_cpu(collector, cpu);
	}
}

uint64_t collector_measured(const struct collector *collector, int cpu)
{
	uint64_t most = stats_periods(collector->stats, cpu);

	for (int i = 0; i < LATENCY_CONTEXTS; i++)
		most = time_max(most,
				stats_get(collector->stats, cpu, i)->count);
	return time_max(most,
			stats_get(collector->stats, cpu, CONTEXT_SINGLE)->count);
}

void collector_take(void *context, int cpu, const struct event *event,
		    bool lost)
{
	struct collector *collector = context;
	struct event settled;

	if (lost)
		collector_forget_cpu(collector, cpu);
	if (collector->bare_events) {
		settled = *event;
		kernel_events_settle(&settled);
		event = &settled;
	}
	switch (event->type) {
	case EVENT_SAMPLE:
		take_sample(collector, cpu, event);
		break;
	case EVENT_PERIOD:
		take_period(collector, cpu, event);
		break;
	case EVENT_GAP:
		take_gap(collector, cpu, event);
		break;
	case EVENT_NMI:
	case EVENT_IRQ:
	case EVENT_SOFTIRQ:
		take_interrupt(collector, cpu, event);
		break;
	default:
		break;
	}
}

/*
 * Return whether the sample numbers of a CPU may have begun anew. The count of
 * activations never does, so both cannot be compared then.
 */
static bool began_anew(const struct tracer_cpu *state)
{
	return state->offline || state->suspended || state->detached;
}

/*
 * The first sample of a CPU is that of the activation after the baseline. But
 * if that activation had begun before samples were collected, the first sample
 * is that of the activation after it.
 */
void collector_begin(struct collector *collector, const struct cpus *cpus,
		     const struct tracer_cpu *baseline, uint64_t from,
		     uint64_t until)
{
	int cpu;

	collector->from = from;
	collector->until = until;
	if (collector->record)
		record_begin(collector->record, from);
	cpus_for_each(cpu, cpus) {
		if (!baseline)
			return;
		if (began_anew(baseline))
			gaps_forget(collector->gaps, cpu);
		else
			gaps_expect(collector->gaps, cpu,
				    baseline->activations + 2);
		baseline++;
	}
}

void collector_stop(struct collector *collector, uint64_t until)
{
	collector->until = time_min(collector->until, until);
}

/* Count the missed samples of activations that were measured before the end. */
static void check_end(struct collector *collector, int cpu,
		      uint64_t activations)
{
	/*
	 * The last activation of a user-space workload may not be recorded yet:
	 * that happens when the workload asks for the next period.
	 */
	bool user = collector->numbered & 1 << CONTEXT_USER;

	for (int i = 0; i <= CONTEXT_TOTAL; i++)
		if (collector->numbered & 1 << i)
			check_number(collector, cpu, i, activations + !user,
				     UINT64_MAX);
}

/*
 * Subtract the samples that @suspended suspends cut off. A suspend ends the
 * activation of a user-space workload at any point, and the sample numbers go
 * on after it. So samples that the activation did not reach look like missed
 * samples.
 */
static void discount_suspend(struct collector *collector, int cpu,
			     uint64_t suspended)
{
	uint64_t missing = collector->missing_of[cpu];

	if (missing > CUT_BY_SUSPEND * suspended)
		missing = CUT_BY_SUSPEND * suspended;
	collector->missing -= missing;
	collector->missing_of[cpu] -= missing;
}

void collector_end(struct collector *collector, const struct cpus *cpus,
		   const struct tracer_cpu *baseline,
		   const struct tracer_cpu *cpu_totals)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		if (!began_anew(baseline) && !began_anew(cpu_totals))
			check_end(collector, cpu, cpu_totals->activations);
		discount_suspend(collector, cpu, cpu_totals->suspended);
		baseline++;
		cpu_totals++;
	}
}
