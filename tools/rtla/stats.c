// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of latencies and of noise.
 */
#include <stdlib.h>

#include "stats.h"

struct cpu_stats {
	struct latency latency[STOPS];
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

void stats_add(struct stats *stats, int cpu, enum event_context context,
	       uint64_t latency)
{
	struct latency *of = &stats->cpu[cpu].latency[context];

	if (!of->count || latency < of->min)
		of->min = latency;
	if (latency > of->max)
		of->max = latency;
	of->sum += latency;
	of->last = latency;
	of->count++;
}

void stats_add_period(struct stats *stats, int cpu, const struct event *event)
{
	struct noise *of = &stats->cpu[cpu].noise;

	if (event->period.noise > of->max_noise)
		of->max_noise = event->period.noise;
	if (event->period.max_single > of->max_single)
		of->max_single = event->period.max_single;
	of->runtime += event->period.runtime;
	of->noise += event->period.noise;
	of->hardware += event->period.hardware;
	of->nmi += event->period.nmi;
	of->irq += event->period.irq;
	of->softirq += event->period.softirq;
	of->thread += event->period.thread;
	of->periods++;
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

struct latency stats_all(const struct stats *stats, enum event_context context)
{
	struct latency all = { .count = 0 };

	for (int cpu = 0; cpu < stats->cpus; cpu++) {
		const struct latency *of = &stats->cpu[cpu].latency[context];

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

/* An activation has a latency in each context, so the most are all of them. */
uint64_t stats_samples(const struct stats *stats)
{
	uint64_t samples = 0;

	for (int i = 0; i < STOPS; i++) {
		uint64_t count = stats_all(stats, i).count;

		if (count > samples)
			samples = count;
	}
	for (int cpu = 0; cpu < stats->cpus; cpu++)
		samples += stats->cpu[cpu].noise.periods;
	return samples;
}

uint64_t latency_average(const struct latency *latency)
{
	return latency->count ? latency->sum / latency->count : 0;
}
