// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies and skipped periods together: see corrected.h.
 */
#include "stats/corrected.h"
#include "stats/latency.h"
#include "stats/stats.h"

struct latency stats_corrected(const struct stats *stats, int cpu,
			       enum event_context context)
{
	struct latency corrected = stats_measured(stats, cpu, context);
	int end = cpu < 0 ? stats_cpus(stats) : cpu + 1;
	uint64_t min = corrected.min;

	for (int i = cpu < 0 ? 0 : cpu; i < end; i++)
		latency_merge(&corrected, stats_skipped(stats, i, context));
	corrected.min = min;
	corrected.last = 0;
	return corrected;
}

uint64_t stats_skips(const struct stats *stats, int cpu,
		     enum event_context context)
{
	return stats_corrected(stats, cpu, context).count -
	       stats_measured(stats, cpu, context).count;
}
