// SPDX-License-Identifier: GPL-2.0
/*
 * Periods of timerlat that could not be measured.
 *
 * As long as the measuring thread cannot run, no timer is started. Whoever
 * looks only at the latencies that were measured sees one long latency where a
 * thread with that period would have been late again and again, and so the more
 * a CPU is stalled, the less of that is seen. This is known as coordinated
 * omission: G. Tene, "How NOT to Measure Latency", 2013. So the time that each
 * skipped period was late, at least, is kept beside the samples.
 *
 * A long stall skips many periods, and those who wait for the thread should not
 * wait for a loop over all of them. The times are an arithmetic series, so
 * their sums are known, and the loop is over buckets, of which there are 128
 * between a time and twice that.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>

#include <asm/barrier.h>

#include "stats/buckets.h"
#include "stats/skipped.h"
#include "stats/stats_window.h"

/**
 * struct series - times that periods were late: least, least + step, ...
 * @least: ns
 * @step: ns
 * @count: how many times
 */
struct series {
	u64 least;
	u64 step;
	u64 count;
};

/* Return the end of the window, or U64_MAX. */
static u64 window_end(u64 from, u64 length)
{
	u64 end;

	return check_add_overflow(from, length, &end) ? U64_MAX : end;
}

/* Return the times of the periods of @gap that are counted. */
static struct series skipped_times(const struct stats_window *window,
				   const struct period_gap *gap)
{
	/* Pairs with the barriers in rtla_stats_count(). */
	u64 length = smp_load_acquire(&window->length);
	u64 from = READ_ONCE(window->from);
	u64 end = min(gap->until, window_end(from, length));
	struct series times = { .step = gap->period };
	u64 first = gap->first;

	if (first < from)
		first += div64_u64(from - first + gap->period - 1,
				   gap->period) * gap->period;
	if (!length || first >= end)
		return times;
	times.count = rtla_periods(first, end, gap->period);
	times.least = gap->until - (first + (times.count - 1) * gap->period);
	return times;
}

static void skipped_add_sums(struct skipped_stats *stats,
			     const struct series *times)
{
	u64 n = times->count, least = times->least, step = times->step;
	u64 pairs = n % 2 ? (n - 1) / 2 * n : n / 2 * (n - 1);
	u64 twice = 2 * n - 1;
	u128 sum = (u128)n * least + (u128)step * pairs;

	stats->count += n;
	stats->max = max(stats->max, least + (n - 1) * step);
	if (sum > U64_MAX || check_add_overflow(stats->sum, (u64)sum,
						&stats->sum))
		stats->sum = U64_MAX;
	/*
	 * The sum of i * i is pairs * twice / 3; one of them is divisible by 3.
	 */
	stats->squares += (u128)least * least * n +
			  (u128)least * step * 2 * pairs;
	if (pairs % 3)
		twice /= 3;
	else
		pairs /= 3;
	stats->squares += (u128)step * step * pairs * twice;
}

static void skipped_add_buckets(struct skipped_stats *stats,
				const struct series *times)
{
	u64 value = times->least, left = times->count, step = times->step;
	u64 more, here;

	while (left) {
		more = rtla_bucket_rest(value);
		here = more < step ? 1 : min(left, div64_u64(more, step) + 1);
		stats->distribution[rtla_bucket(value)] += here;
		value += here * step;
		left -= here;
	}
}

/**
 * rtla_skipped_add - count the periods of a gap
 * @stats: of one context
 * @window: which periods are counted: those whose timer was to expire in it
 * @gap: the periods
 *
 * Context: any; nothing else uses @stats.
 */
void rtla_skipped_add(struct skipped_stats *stats,
		      const struct stats_window *window,
		      const struct period_gap *gap)
{
	struct series times = skipped_times(window, gap);

	if (!times.count)
		return;
	skipped_add_sums(stats, &times);
	skipped_add_buckets(stats, &times);
}

/*
 * rtla_skipped_any - return whether a period of @gap is counted; context: any
 */
bool rtla_skipped_any(const struct stats_window *window,
		      const struct period_gap *gap)
{
	return skipped_times(window, gap).count;
}
