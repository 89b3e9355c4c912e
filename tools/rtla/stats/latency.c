// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of latencies: see latency.h.
 */
#include <stdbool.h>

#include "base/times.h"
#include "stats/latency.h"

#define PPB	1000000000ULL

void latency_add(struct latency *to, uint64_t latency)
{
	if (!to->count || latency < to->min)
		to->min = latency;
	if (latency > to->max)
		to->max = latency;
	to->sum += latency;
	to->squares = wide_add(to->squares, wide_product(latency, latency));
	to->last = latency;
	to->count++;
}

void latency_merge(struct latency *to, const struct latency *from)
{
	if (!from->count)
		return;
	if (!to->count || from->min < to->min)
		to->min = from->min;
	to->max = time_max(to->max, from->max);
	to->sum += from->sum;
	to->squares = wide_add(to->squares, from->squares);
	to->last = from->last;
	to->count += from->count;
}

uint64_t latency_average(const struct latency *latency)
{
	return latency->count ? latency_average_bounds(latency).low : 0;
}

/*
 * Return the sum of the squared distances from the average, rounded up; @whole
 * is set to whether that is exact. Both sums are exact, so that their
 * difference loses no precision.
 */
static struct wide spread_of(const struct latency *latency, bool *whole)
{
	uint64_t rest;
	struct wide part = wide_divide(wide_product(latency->sum, latency->sum),
				       latency->count, &rest);

	*whole = !rest;
	return wide_subtract(latency->squares, part);
}

/* The deviation is that of a sample: the divisor is count - 1. */
uint64_t latency_deviation(const struct latency *latency)
{
	uint64_t divisor = latency->count - 1, rest, low;
	struct wide variance, half;
	bool whole;

	if (latency->count < 2)
		return 0;
	variance = wide_divide(spread_of(latency, &whole), divisor, &rest);
	low = wide_root(variance);
	/* It is rounded up from low + 1/2, whose square is low * (low + 1) + 1/4. */
	half = wide_add(wide_product(low, low), wide_number(low));
	switch (wide_compare(variance, half)) {
	case -1:
		return low;
	case 0:
		return low + (rest > (divisor - 1) / 4);
	}
	return low + 1;
}

struct bounds latency_average_bounds(const struct latency *latency)
{
	uint64_t low = latency->sum / latency->count;

	return (struct bounds) {
		.low = low, .high = low + (latency->sum % latency->count > 0),
	};
}

struct bounds latency_deviation_bounds(const struct latency *latency)
{
	struct wide spread, variance;
	uint64_t rest, low;
	bool whole;

	spread = spread_of(latency, &whole);
	/* The exact spread is less than @spread by a part of 1, if not @whole. */
	if (!whole)
		spread = wide_subtract(spread, wide_number(1));
	variance = wide_divide(spread, latency->count - 1, &rest);
	low = wide_root(variance);
	whole = whole && !rest &&
		!wide_compare(wide_product(low, low), variance);
	return (struct bounds) { .low = low, .high = low + !whole };
}

struct bounds part_bounds(uint64_t part, uint64_t whole)
{
	uint64_t low, rest;

	if (!whole)
		return (struct bounds) { 0 };
	low = wide_divide(wide_product(part, PPB), whole, &rest).low;
	return (struct bounds) { .low = low, .high = low + !!rest };
}
