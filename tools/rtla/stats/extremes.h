/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The latency that is exceeded once in a day, or in a year, on the average: the
 * "return level" of S. Coles, "An Introduction to Statistical Modeling of
 * Extreme Values" (2001), chapter 3, estimated from the maxima of blocks of
 * time.
 */
#ifndef RTLA_EXTREMES_H
#define RTLA_EXTREMES_H

#include <stdbool.h>
#include <stdint.h>

struct run_blocks;

#define RETURN_PERIODS	2

#define RETURN_DAY_NS	86400000000000ULL
#define RETURN_YEAR_NS	(365 * RETURN_DAY_NS)

/* A day and a year, in ns. */
extern const uint64_t return_periods[RETURN_PERIODS];

/*
 * A run tells something of a period that is this many times longer, at most.
 * Events that are rarer than one in a run leave no trace in it, and however
 * good the fit is, its interval does not have them.
 */
#define RETURN_REACH	10

#define RETURN_TEXT_LEN	128

/* A level that is exceeded once in a period. */
struct return_level {
	uint64_t period_ns;
	bool within_reach;	/* the run is long enough for the period */
	bool known;		/* false: the rest is not set but for @refused */
	uint64_t level_ns;
	uint64_t low_ns;	/* the interval of 95 % */
	uint64_t high_ns;
	/*
	 * Why it is not known, and what would help: "measure for at least 2 h
	 * 24 min"
	 */
	char refused[RETURN_TEXT_LEN];
};

struct return_levels {
	int blocks;		/* that have a maximum */
	uint64_t block_ns;
	/* The generalized extreme value distribution of maxima: see gev.h. */
	bool fitted;		/* false: the next four are not set */
	double location_ns;
	double scale_ns;
	double shape;
	double chance;		/* that maxima fit as badly as these: p value */
	struct return_level level[RETURN_PERIODS];
};

/*
 * return_levels_get - estimate what is exceeded once in each of @periods
 *
 * @periods is return_periods, or other lengths of time in ns. Each of them is
 * judged on its own. A fit takes some 20 ms, so that it is made only if a
 * period is within reach.
 */
void return_levels_get(const struct run_blocks *of,
		       const uint64_t periods[RETURN_PERIODS],
		       struct return_levels *result);

/* return_needs_ns - return how long a run must be for this period, in ns */
uint64_t return_needs_ns(uint64_t period_ns);

#endif /* RTLA_EXTREMES_H */
