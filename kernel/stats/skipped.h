/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Periods of timerlat that could not be measured: see skipped.c.
 */
#ifndef _RTLA_SKIPPED_H
#define _RTLA_SKIPPED_H

#include <linux/math64.h>
#include <linux/types.h>

#include <uapi/rtla.h>

#include "compat.h"

struct stats_window;

/**
 * struct period_gap - successive periods that were not measured
 * @first: ns; when the timer of the first of them was to expire
 * @period: ns; the timers of the others were to follow at this distance
 * @until: ns; until then at least, each of them was late; those whose timer was
 *	to expire at that time, or later, do not belong to the gap
 * @unfinished: the first of them has begun, and may still be measured
 */
struct period_gap {
	u64 first;
	u64 period;
	u64 until;
	bool unfinished;
};

/*
 * rtla_periods - return how many timers expire from @first on, before a later
 * @end
 */
static inline u64 rtla_periods(u64 first, u64 end, u64 period)
{
	return div64_u64(end - 1 - first, period) + 1;
}

/*
 * rtla_gap_periods - return how many periods of a gap are not measured, and
 * will not be
 */
static inline u64 rtla_gap_periods(const struct period_gap *gap)
{
	return rtla_periods(gap->first, gap->until, gap->period) -
	       gap->unfinished;
}

/**
 * struct skipped_stats - the periods of one context that were not measured
 * @count: their number
 * @max: ns; the longest time that one of them was late, at least
 * @sum: ns; sum of these times; U64_MAX: it is that, or larger
 * @squares: sum of their squares
 * @distribution: how many of these times are in each bucket
 */
struct skipped_stats {
	u64 count;
	u64 max;
	u64 sum;
	u128 squares;
	u64 distribution[RTLA_DISTRIBUTION_BUCKETS];
};

void rtla_skipped_add(struct skipped_stats *stats,
		      const struct stats_window *window,
		      const struct period_gap *gap);
bool rtla_skipped_any(const struct stats_window *window,
		      const struct period_gap *gap);

#endif /* _RTLA_SKIPPED_H */
