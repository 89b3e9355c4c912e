// SPDX-License-Identifier: GPL-2.0
/*
 * The intake of samples.
 */
#include <stdlib.h>

#include "collector.h"
#include "gate_verdict.h"

/* What a suspend can cost a user-space workload, with nothing lost. */
#define CUT_BY_SUSPEND	2

/* The contexts that have a sample of each activation, or period. */
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
	uint64_t unit = config->nano ? 1 : NS_PER_US;

	if (!config->hist.entries)
		return true;
	collector->histogram = histogram_new(cpus,
					     config->hist.bucket_size * unit,
					     config->hist.entries);
	return collector->histogram;
}

static bool make_details(struct collector *collector,
			 const struct config *config, int cpus)
{
	if (!config_wants_details(config))
		return true;
	collector->details = details_new(cpus);
	if (collector->details)
		gates_watch(&config->gates, collector->details);
	return collector->details;
}

enum result collector_init(struct collector *collector,
			   const struct config *config,
			   enum tracer_events events)
{
	int count = cpus_last(&config->tracer.cpus) + 1;

	*collector = (struct collector) {
		.stats = stats_new(count),
		.sequence = sequence_new(count),
		.missing_of = calloc(count, sizeof(*collector->missing_of)),
		.numbered = find_numbered(config, events),
	};
	if (!collector->stats || !collector->sequence ||
	    !collector->missing_of || !make_histogram(collector, config, count) ||
	    !make_details(collector, config, count))
		return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}

void collector_free(struct collector *collector)
{
	free(collector->missing_of);
	sequence_free(collector->sequence);
	histogram_free(collector->histogram);
	details_free(collector->details);
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
	if (collector->details &&
	    !details_add(collector->details, cpu, context, time, latency))
		collector->no_memory = true;
}

/* The next sample of a context has the number @seqnum. */
static void check_number(struct collector *collector, int cpu,
			 enum event_context context, uint32_t seqnum)
{
	uint32_t gap = sequence_gap(collector->sequence, cpu, context, seqnum);

	collector->missing += gap;
	collector->missing_of[cpu] += gap;
}

static void take_sample(struct collector *collector, int cpu,
			const struct event *event)
{
	int context = event->sample.context;

	if (context < 0 || context >= CONTEXTS)
		return;
	take_latency(collector, cpu, context, event->time,
		     event->sample.latency);
	check_number(collector, cpu, context, event->sample.seqnum);
}

void collector_take(void *context, int cpu, const struct event *event,
		    bool lost)
{
	struct collector *collector = context;

	if (lost)
		sequence_forget(collector->sequence, cpu);
	switch (event->type) {
	case EVENT_SAMPLE:
		take_sample(collector, cpu, event);
		break;
	case EVENT_PERIOD:
		stats_add_period(collector->stats, cpu, event);
		if (collector->details)
			take_latency(collector, cpu, CONTEXT_TOTAL, event->time,
				     event->period.noise);
		check_number(collector, cpu, CONTEXT_TOTAL,
			     event->period.seqnum);
		break;
	case EVENT_GAP:
		take_latency(collector, cpu, CONTEXT_SINGLE, event->time,
			     event->gap.duration);
		break;
	default:
		break;
	}
}

/*
 * The first sample of a CPU is that of the next activation; or of the one
 * after, if the next was on its way already.
 */
void collector_begin(struct collector *collector, const struct cpus *cpus,
		     const struct tracer_cpu *baseline, uint64_t now)
{
	int cpu;

	if (collector->details)
		details_begin(collector->details, now);
	cpus_for_each(cpu, cpus) {
		sequence_expect(collector->sequence, cpu,
				baseline->activations + 2);
		baseline++;
	}
}

/* Did the numbers of its samples begin anew? Activations do not. */
static bool began_anew(const struct tracer_cpu *state)
{
	return state->offline || state->suspended || state->detached;
}

/* What was measured before the end is to be there. */
static void check_end(struct collector *collector, int cpu,
		      uint64_t activations)
{
	for (int i = 0; i < STOPS; i++)
		if (collector->numbered & 1 << i)
			/* A user latency comes with the period after it. */
			check_number(collector, cpu, i,
				     activations + (i != CONTEXT_USER));
}

/*
 * A suspend ends the activation of a user-space workload wherever it is, and
 * its numbers go on: what it had no time for looks as if it was missing.
 */
static void forgive(struct collector *collector, int cpu, uint64_t suspended)
{
	uint64_t missing = collector->missing_of[cpu];

	if (missing > CUT_BY_SUSPEND * suspended)
		missing = CUT_BY_SUSPEND * suspended;
	collector->missing -= missing;
	collector->missing_of[cpu] -= missing;
}

void collector_end(struct collector *collector, const struct cpus *cpus,
		   const struct tracer_cpu *baseline,
		   const struct tracer_cpu *fared)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		if (!began_anew(baseline) && !began_anew(fared))
			check_end(collector, cpu, fared->activations);
		forgive(collector, cpu, fared->suspended);
		baseline++;
		fared++;
	}
}
