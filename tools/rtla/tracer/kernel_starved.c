// SPDX-License-Identifier: GPL-2.0
/*
 * Threads of timerlat that do not run: see kernel_starved.h.
 */
#include <stdlib.h>

#include "base/parse.h"
#include "trace/events.h"
#include "trace/instance.h"
#include "trace/reader.h"
#include "tracer/kernel_starved.h"

enum result kernel_starved_begin(struct kernel_starved *starved,
				 struct instance *instance,
				 const struct decoder *decoder,
				 const struct cpus *cpus)
{
	if (starved->reader)
		return RESULT_OK;
	starved->last = calloc(cpus_count(cpus), sizeof(*starved->last));
	if (!starved->last)
		return fail(RESULT_ERROR, "out of memory");
	starved->instance = instance;
	return reader_open(&starved->reader, instance, decoder, cpus);
}

static void keep_sample(void *context, int cpu, const struct event *event,
			bool lost)
{
	struct kernel_last *last = context;

	(void)lost;
	if (event->type != EVENT_SAMPLE)
		return;
	last->time = event->time;
	last->sample = (struct tracer_hit) {
		.cpu = cpu,
		.context = event->sample.context,
		.seqnum = event->sample.seqnum,
		.latency_ns = event->sample.latency,
		.t_w_ns = event->time - event->sample.latency,
	};
}

/*
 * Return whether the CPU at @place has recorded nothing since the last look.
 * Only then its samples are read: to read all of them costs as much as to count
 * them.
 */
static bool starved_is_silent(const struct kernel_starved *starved, int cpu,
		      struct kernel_last *last)
{
	uint64_t before = last->recorded;

	return instance_recorded(starved->instance, cpu, &last->recorded) &&
	       last->recorded == before;
}

static bool is_starved(const struct kernel_last *last, uint64_t from,
		       uint64_t until, int64_t threshold_us)
{
	return last->time > from && last->time <= until &&
	       last->sample.context == CONTEXT_IRQ &&
	       (int64_t)(last->sample.latency_ns / NS_PER_US) >= threshold_us;
}

bool kernel_starved_find(struct kernel_starved *starved, uint64_t from,
			 uint64_t now, int64_t threshold_us, bool ends,
			 struct tracer_hit *hit)
{
	uint64_t until = ends ? now : now - STARVED_NS;

	if (!starved->reader || (!ends && now < starved->next))
		return false;
	starved->next = now + STARVED_NS;
	for (int i = 0; i < reader_cpus(starved->reader); i++) {
		struct kernel_last *last = &starved->last[i];

		if (!starved_is_silent(starved, reader_cpu(starved->reader, i), last) &&
		    !ends)
			continue;
		while (reader_drain(starved->reader, i, 1, keep_sample, last))
			;
		if (!is_starved(last, from, until, threshold_us))
			continue;
		*hit = last->sample;
		return true;
	}
	return false;
}

const struct kernel_last *
kernel_starved_last(const struct kernel_starved *starved, int place)
{
	return starved->reader && starved->last[place].time ?
	       &starved->last[place] : NULL;
}

void kernel_starved_end(struct kernel_starved *starved)
{
	reader_close(starved->reader);
	free(starved->last);
	*starved = (struct kernel_starved) { .reader = NULL };
}
