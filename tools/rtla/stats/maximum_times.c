// SPDX-License-Identifier: GPL-2.0
/*
 * Times of maxima: see maximum_times.h.
 */
#include <stdlib.h>

#include "stats/latency.h"
#include "stats/maximum_times.h"
#include "stats/stats.h"

struct maximum {
	uint64_t count;		/* of the samples; 0: there is no maximum */
	uint64_t value;
	uint64_t noticed;
};

struct maximum_times {
	int cpus;
	struct maximum (*of)[CONTEXTS];		/* by CPU number */
};

struct maximum_times *maximum_times_new(int cpus)
{
	struct maximum_times *times = calloc(1, sizeof(*times));

	if (!times)
		return NULL;
	times->cpus = cpus;
	times->of = calloc(cpus, sizeof(*times->of));
	if (times->of)
		return times;
	free(times);
	return NULL;
}

void maximum_times_free(struct maximum_times *times)
{
	if (!times)
		return;
	free(times->of);
	free(times);
}

static void update(struct maximum *maximum, const struct latency *latency,
		   uint64_t elapsed_ns)
{
	if (latency->count &&
	    (!maximum->count || latency->max > maximum->value)) {
		maximum->value = latency->max;
		maximum->noticed = elapsed_ns;
	}
	maximum->count = latency->count;
}

void maximum_times_update(struct maximum_times *times,
			  const struct stats *stats, uint64_t elapsed_ns)
{
	for (int cpu = 0; cpu < times->cpus; cpu++)
		for (int i = 0; i < CONTEXTS; i++)
			update(&times->of[cpu][i], stats_get(stats, cpu, i),
			       elapsed_ns);
}

/* Return the CPU with the largest maximum; of several, that which had it first. */
static int find_largest(const struct maximum_times *times,
			enum event_context context)
{
	int largest = 0;

	for (int cpu = 1; cpu < times->cpus; cpu++) {
		const struct maximum *of = &times->of[cpu][context];
		const struct maximum *max = &times->of[largest][context];

		if (of->count && (!max->count || of->value > max->value ||
				  (of->value == max->value &&
				   of->noticed < max->noticed)))
			largest = cpu;
	}
	return largest;
}

uint64_t maximum_times_get(const struct maximum_times *times, int cpu,
			   enum event_context context)
{
	if (cpu < 0)
		cpu = find_largest(times, context);
	return times->of[cpu][context].noticed;
}
