/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of latencies, for each CPU and context. Exact, in ns.
 */
#ifndef RTLA_STATS_H
#define RTLA_STATS_H

#include <stdint.h>

#include "events.h"

struct latency {
	uint64_t count;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
	uint64_t last;
};

struct stats;

/* stats_new - for CPUs 0 to @cpus - 1; NULL if there is no memory */
struct stats *stats_new(int cpus);
void stats_free(struct stats *stats);

/* stats_add - one more latency */
void stats_add(struct stats *stats, int cpu, enum event_context context,
	       uint64_t latency);

/* stats_get - of one CPU; count is 0 for a CPU that nothing was added to */
const struct latency *stats_get(const struct stats *stats, int cpu,
				enum event_context context);

/* stats_all - of all CPUs together; there is no last one */
struct latency stats_all(const struct stats *stats, enum event_context context);

/* latency_average - whole ns, 0 if nothing was counted */
uint64_t latency_average(const struct latency *latency);

#endif /* RTLA_STATS_H */
