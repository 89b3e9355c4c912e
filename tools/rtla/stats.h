/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of latencies and of noise, for each CPU. Exact, in ns.
 */
#ifndef RTLA_STATS_H
#define RTLA_STATS_H

#include <stdint.h>

#include "events.h"

/* Of one context; of CONTEXT_SINGLE it is the length of noises. */
struct latency {
	uint64_t count;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
	uint64_t last;
	__uint128_t squares;	/* their sum */
};

/* Of the periods of an osnoise workload. */
struct noise {
	uint64_t periods;
	uint64_t runtime;
	uint64_t noise;
	uint64_t max_noise;	/* of one period */
	uint64_t max_single;
	uint64_t hardware;	/* how many, as what follows */
	uint64_t nmi;
	uint64_t irq;
	uint64_t softirq;
	uint64_t thread;
};

struct stats;

/* stats_new - for CPUs 0 to @cpus - 1; NULL if there is no memory */
struct stats *stats_new(int cpus);
void stats_free(struct stats *stats);

/* stats_add - one more latency */
void stats_add(struct stats *stats, int cpu, enum event_context context,
	       uint64_t latency);

/* stats_add_period - one more EVENT_PERIOD */
void stats_add_period(struct stats *stats, int cpu, const struct event *event);

/* stats_get - of one CPU; count is 0 for a CPU that nothing was added to */
const struct latency *stats_get(const struct stats *stats, int cpu,
				enum event_context context);

/* stats_noise - of one CPU; periods is 0 where nothing was added */
const struct noise *stats_noise(const struct stats *stats, int cpu);

/* stats_all - of all CPUs together; there is no last one */
struct latency stats_all(const struct stats *stats, enum event_context context);

/* stats_samples - activations, periods or noises, whichever there were */
uint64_t stats_samples(const struct stats *stats);

/* latency_add - one more of them */
void latency_add(struct latency *to, uint64_t latency);

/* latency_deviation - the standard deviation, whole ns; 0 of less than two */
uint64_t latency_deviation(const struct latency *latency);

/*
 * stats_put, stats_put_noise - what a result had, for who reads one
 */
void stats_put(struct stats *stats, int cpu, enum event_context context,
	       const struct latency *latency);
void stats_put_noise(struct stats *stats, int cpu, const struct noise *noise);

/*
 * noise_available - what noise left of the time, in 10^-9; 0 without a period
 *
 * Rounded down: only all of it is 100 %.
 */
uint64_t noise_available(const struct noise *noise);

/* noise_add - @more to @all, whose maxima are those of both */
void noise_add(struct noise *all, const struct noise *more);

/* latency_average - whole ns, 0 if nothing was counted */
uint64_t latency_average(const struct latency *latency);

#endif /* RTLA_STATS_H */
