/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How the bound of the scheduling latency, in each of its columns, and the
 * observed latency have grown while they were measured: how long it took to
 * find them. "Demystifying the Real-Time Linux Scheduling Latency", section 6,
 * finds bounds sooner than cyclictest finds its maximum.
 */
#ifndef RTLA_BOUND_GROWTH_H
#define RTLA_BOUND_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/latency_bound.h"

enum bound_end {
	BOUND_LOWER,
	BOUND_UPPER,
	BOUND_ENDS,
};

/* A figure of growth: from @after_ns of the measurement on, it was @ns. */
struct bound_step {
	uint64_t after_ns;
	uint64_t ns;	/* BOUND_ENDLESS: it did not converge */
};

struct bound_steps {
	struct bound_step *step;	/* grown by array_grow() */
	int count;
};

/*
 * When a figure was found, in ns of the measurement: from then on, it was never
 * less than 90 % and 99 % of what it is at the end, and has not changed. All
 * are UINT64_MAX if it is not known, 0 or without an end.
 */
struct bound_found {
	uint64_t p90_ns;
	uint64_t p99_ns;
	uint64_t last_ns;
};

struct bound_growth {
	struct bound_steps column[BOUND_COLUMNS][BOUND_ENDS];
	struct bound_steps observed;
};

/* When each figure was found. */
struct bound_times {
	struct bound_found column[BOUND_COLUMNS][BOUND_ENDS];
	struct bound_found observed;
};

/* bound_times_unknown - return times of which none is known */
struct bound_times bound_times_unknown(void);

/*
 * bound_growth_add - note the bounds @column, and the largest observed latency,
 * 0 if there is none yet, after @after_ns
 *
 * The zeroed @growth has none; the caller ends with bound_growth_clear(). Times
 * come in their order. Returns false if there is no memory.
 */
bool bound_growth_add(struct bound_growth *growth, uint64_t after_ns,
		      const struct latency_bound column[BOUND_COLUMNS],
		      uint64_t observed_ns);
void bound_growth_clear(struct bound_growth *growth);

/* bound_growth_times - return when each figure was found, as far as it is known now */
struct bound_times bound_growth_times(const struct bound_growth *growth);

/*
 * bound_growth_due - return when the figures are to be noted next, after they
 * were at @after_ns
 *
 * That is after 0.1 s and, later, after a hundredth of the time so far, so that
 * each time is known to 1 %, from less than 900 notes in 3 hours.
 */
uint64_t bound_growth_due(uint64_t after_ns);

#endif /* RTLA_BOUND_GROWTH_H */
