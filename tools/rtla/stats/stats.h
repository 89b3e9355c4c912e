/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of latencies and of noise, for each CPU. They are exact, in ns.
 */
#ifndef RTLA_STATS_H
#define RTLA_STATS_H

#include <stdint.h>

#include "trace/contexts.h"

struct event;
struct latency;
struct noise;
struct stats;

/*
 * stats_new - make empty statistics for CPUs 0 to @cpus - 1
 *
 * Returns NULL if there is no memory. The caller frees it with stats_free().
 */
struct stats *stats_new(int cpus);
void stats_free(struct stats *stats);

/* stats_cpus - return the number of CPUs that stats_new() was told */
int stats_cpus(const struct stats *stats);

/* stats_add - add a latency, in ns */
void stats_add(struct stats *stats, int cpu, enum event_context context,
	       uint64_t latency);

/* stats_add_period - add the period of an EVENT_PERIOD */
void stats_add_period(struct stats *stats, int cpu, const struct event *event);

/*
 * stats_get - return the latencies of one CPU
 *
 * They belong to @stats. Their count is 0 if nothing was added.
 */
const struct latency *stats_get(const struct stats *stats, int cpu,
				enum event_context context);

/*
 * stats_noise - return the noise of one CPU
 *
 * It belongs to @stats. Its number of periods is 0 if nothing was added.
 */
const struct noise *stats_noise(const struct stats *stats, int cpu);

/* stats_periods - return the number of periods in the noise of one CPU */
uint64_t stats_periods(const struct stats *stats, int cpu);

/* stats_all - return the latencies of all CPUs together; @last is not set */
struct latency stats_all(const struct stats *stats, enum event_context context);

/* stats_measured - return the latencies of one CPU; -1: stats_all() */
struct latency stats_measured(const struct stats *stats, int cpu,
			      enum event_context context);

/*
 * stats_put_skipped - set the periods of a CPU that could not be measured
 *
 * @skipped has their number, and of the times that they were late, at least,
 * the sums and the maximum. It is what the tracer has counted, or a result has.
 */
void stats_put_skipped(struct stats *stats, int cpu, enum event_context context,
		       const struct latency *skipped);

/* stats_skipped - return these periods of one CPU; their count may be 0 */
const struct latency *stats_skipped(const struct stats *stats, int cpu,
				    enum event_context context);

/* stats_samples - return the number of activations, periods or single noises */
uint64_t stats_samples(const struct stats *stats);

/*
 * stats_put - set the latencies of a CPU, which a result or the tracer has
 * counted
 */
void stats_put(struct stats *stats, int cpu, enum event_context context,
	       const struct latency *latency);

/* stats_put_noise - set the noise of a CPU in the same way */
void stats_put_noise(struct stats *stats, int cpu, const struct noise *noise);

#endif /* RTLA_STATS_H */
