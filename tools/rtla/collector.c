// SPDX-License-Identifier: GPL-2.0
/*
 * The intake of samples.
 */
#include "collector.h"

enum result collector_init(struct collector *collector,
			   const struct cpus *cpus)
{
	int count = cpus_last(cpus) + 1;

	collector->missing = 0;
	collector->stats = stats_new(count);
	collector->sequence = sequence_new(count);
	if (!collector->stats || !collector->sequence)
		return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}

void collector_free(struct collector *collector)
{
	sequence_free(collector->sequence);
	stats_free(collector->stats);
}

void collector_take(void *context, int cpu, const struct event *event,
		    bool lost)
{
	struct collector *collector = context;

	if (lost)
		sequence_forget(collector->sequence, cpu);
	if (event->type != EVENT_SAMPLE ||
	    (unsigned int)event->sample.context >= CONTEXTS)
		return;
	stats_add(collector->stats, cpu, event->sample.context,
		  event->sample.latency);
	collector->missing += sequence_gap(collector->sequence, cpu,
					   event->sample.context,
					   event->sample.seqnum);
}

/*
 * The first sample of a CPU is that of the next activation; or of the one
 * after, if the next was on its way already.
 */
void collector_begin(struct collector *collector, const struct cpus *cpus,
		     const struct tracer_cpu *baseline)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		sequence_expect(collector->sequence, cpu,
				baseline->activations + 2);
		baseline++;
	}
}

/*
 * What was measured before the end is to be there; unless the CPU was offline,
 * as then the numbers of its samples began anew.
 */
void collector_end(struct collector *collector, const struct cpus *cpus,
		   const struct tracer_cpu *baseline,
		   const struct tracer_cpu *fared)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		bool offline = baseline->offline || fared->offline;
		uint32_t next = fared->activations + 1;

		for (int i = 0; i < CONTEXTS && !offline; i++)
			collector->missing += sequence_gap(collector->sequence,
							   cpu, i, next);
		baseline++;
		fared++;
	}
}
