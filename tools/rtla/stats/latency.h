/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Figures of latencies, or of noises, that are added one by one. They are
 * exact, in ns.
 */
#ifndef RTLA_LATENCY_H
#define RTLA_LATENCY_H

#include <stdint.h>

#include "base/wide.h"

/*
 * The latencies of one context. In CONTEXT_SINGLE, they are the lengths of
 * single noises, in CONTEXT_TOTAL the total noises of periods.
 */
struct latency {
	uint64_t count;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
	uint64_t last;
	struct wide squares;	/* sum of the squares */
};

/* latency_add - add a latency, in ns */
void latency_add(struct latency *to, uint64_t latency);

/* latency_merge - add all latencies of @from; @last becomes that of @from */
void latency_merge(struct latency *to, const struct latency *from);

/*
 * latency_deviation - return the standard deviation, rounded to ns
 *
 * Returns 0 for fewer than two latencies.
 */
uint64_t latency_deviation(const struct latency *latency);

/* latency_average - return the average in whole ns; 0 without a latency */
uint64_t latency_average(const struct latency *latency);

/* The whole ns on both sides of an exact figure; equal if it is whole itself. */
struct bounds {
	uint64_t low;
	uint64_t high;
};

/* latency_average_bounds - return the average; there is a latency at least */
struct bounds latency_average_bounds(const struct latency *latency);

/*
 * latency_deviation_bounds - return the standard deviation; there are two
 * latencies at least
 */
struct bounds latency_deviation_bounds(const struct latency *latency);

/*
 * part_bounds - return @part as a part of @whole, in 10^-9; 0 if both are 0
 */
struct bounds part_bounds(uint64_t part, uint64_t whole);

#endif /* RTLA_LATENCY_H */
