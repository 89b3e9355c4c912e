// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of latencies and of noise: see stats.h.
 */
#include <stdlib.h>

#include "base/times.h"
#include "stats/latency.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "trace/events.h"

struct cpu_stats {
	struct latency latency[CONTEXTS];
	struct latency skipped[CONTEXTS];
	struct noise noise;
};

struct stats {
	int cpus;
	struct cpu_stats cpu[];
};

struct stats *stats_new(int cpus)
{
	struct stats *stats;

	stats = calloc(1, sizeof(*stats) + cpus * sizeof(stats->cpu[0]));
	if (stats)
		stats->cpus = cpus;
	return stats;
}

void stats_free(struct stats *stats)
{
	free(stats);
}

int stats_cpus(const struct stats *stats)
{
	return stats->cpus;
}

void stats_add(struct stats *stats, int cpu, enum event_context context,
	       uint64_t latency)
{
	latency_add(&stats->cpu[cpu].latency[context], latency);
}

void stats_put(struct stats *stats, int cpu, enum event_context context,
	       const struct latency *latency)
{
	stats->cpu[cpu].latency[context] = *latency;
}

void stats_put_noise(struct stats *stats, int cpu, const struct noise *noise)
{
	stats->cpu[cpu].noise = *noise;
}

static uint64_t stats_square(uint64_t number)
{
	return number * number;
}

void stats_add_period(struct stats *stats, int cpu, const struct event *event)
{
	struct noise period = {
		.periods = 1,
		.runtime = event->period.runtime,
		.noise = event->period.noise,
		.max_noise = event->period.noise,
		.max_single = event->period.max_single,
	};

	for (int i = 0; i < NOISE_SOURCES; i++) {
		period.from[i] = event->period.from[i];
		period.squares[i] = stats_square(event->period.from[i]);
	}
	noise_add(&stats->cpu[cpu].noise, &period);
}

static const struct cpu_stats *get_cpu(const struct stats *stats, int cpu)
{
	static const struct cpu_stats none;

	if (cpu < 0 || cpu >= stats->cpus)
		return &none;
	return &stats->cpu[cpu];
}

const struct latency *stats_get(const struct stats *stats, int cpu,
				enum event_context context)
{
	return &get_cpu(stats, cpu)->latency[context];
}

const struct noise *stats_noise(const struct stats *stats, int cpu)
{
	return &get_cpu(stats, cpu)->noise;
}

uint64_t stats_periods(const struct stats *stats, int cpu)
{
	return stats_noise(stats, cpu)->periods;
}

struct latency stats_all(const struct stats *stats, enum event_context context)
{
	struct latency all = { .count = 0 };

	for (int cpu = 0; cpu < stats->cpus; cpu++)
		latency_merge(&all, &stats->cpu[cpu].latency[context]);
	all.last = 0;
	return all;
}

void stats_put_skipped(struct stats *stats, int cpu, enum event_context context,
		       const struct latency *skipped)
{
	stats->cpu[cpu].skipped[context] = *skipped;
}

const struct latency *stats_skipped(const struct stats *stats, int cpu,
				    enum event_context context)
{
	return &get_cpu(stats, cpu)->skipped[context];
}

struct latency stats_measured(const struct stats *stats, int cpu,
			      enum event_context context)
{
	return cpu < 0 ? stats_all(stats, context) :
			 *stats_get(stats, cpu, context);
}

/*
 * Each activation has a latency in every measured context, so the largest count
 * of any context is the number of activations.
 */
uint64_t stats_samples(const struct stats *stats)
{
	uint64_t samples = 0, periods = 0;

	for (int i = 0; i < CONTEXTS; i++)
		samples = time_max(samples, stats_all(stats, i).count);
	for (int cpu = 0; cpu < stats->cpus; cpu++)
		periods += stats->cpu[cpu].noise.periods;
	return time_max(samples, periods);
}
