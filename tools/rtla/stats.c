// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of latencies.
 */
#include <stdlib.h>

#include "stats.h"

struct stats {
	int cpus;
	struct latency latency[][CONTEXTS];
};

struct stats *stats_new(int cpus)
{
	struct stats *stats;

	stats = calloc(1, sizeof(*stats) + cpus * sizeof(stats->latency[0]));
	if (stats)
		stats->cpus = cpus;
	return stats;
}

void stats_free(struct stats *stats)
{
	free(stats);
}

void stats_add(struct stats *stats, int cpu, enum event_context context,
	       uint64_t latency)
{
	struct latency *of = &stats->latency[cpu][context];

	if (!of->count || latency < of->min)
		of->min = latency;
	if (latency > of->max)
		of->max = latency;
	of->sum += latency;
	of->last = latency;
	of->count++;
}

const struct latency *stats_get(const struct stats *stats, int cpu,
				enum event_context context)
{
	static const struct latency none;

	if (cpu < 0 || cpu >= stats->cpus)
		return &none;
	return &stats->latency[cpu][context];
}

struct latency stats_all(const struct stats *stats, enum event_context context)
{
	struct latency all = { .count = 0 };

	for (int cpu = 0; cpu < stats->cpus; cpu++) {
		const struct latency *of = &stats->latency[cpu][context];

		if (!of->count)
			continue;
		if (!all.count || of->min < all.min)
			all.min = of->min;
		if (of->max > all.max)
			all.max = of->max;
		all.sum += of->sum;
		all.count += of->count;
	}
	return all;
}

uint64_t latency_average(const struct latency *latency)
{
	return latency->count ? latency->sum / latency->count : 0;
}
