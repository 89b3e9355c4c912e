/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of samples, kept on the measured CPU: see stats.c.
 */
#ifndef _RTLA_STATS_H
#define _RTLA_STATS_H

#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/seqlock.h>
#include <linux/types.h>

#include <asm/barrier.h>

#include <uapi/rtla.h>

#include "compat.h"
#include "stats/skipped.h"
#include "stats/stats_window.h"

/* Number of contexts: the values of &enum rtla_context. */
#define STATS_CONTEXTS	RTLA_CONTEXTS

/**
 * struct stats_config - which statistics a session keeps
 * @flags: RTLA_STATS_*; 0: none
 * @contexts: bits: those of &enum rtla_context that the workload measures
 * @entries: number of buckets of the histogram
 * @bucket: ns; width of these buckets
 * @block: ns; length of a block
 * @limits: number of limits of each context
 * @limit: ns; the limits of each context
 */
struct stats_config {
	unsigned int flags;
	unsigned int contexts;
	unsigned int entries;
	u64 bucket;
	u64 block;
	unsigned int limits[STATS_CONTEXTS];
	u64 limit[STATS_CONTEXTS][RTLA_LIMITS_MAX];
};

/**
 * struct stats_line - what is always kept of one context: one cache line
 * @begun: number of samples whose counting has begun
 * @count: number of samples counted
 * @min: ns; U64_MAX without a sample
 * @max: ns
 * @sum: ns
 * @last: ns
 * @squares: sum of the squares
 *
 * Only the measured CPU writes. While it does, @begun is not @count.
 */
struct stats_line {
	u64 begun;
	u64 count;
	u64 min;
	u64 max;
	u64 sum;
	u64 last;
	u128 squares;
} ____cacheline_aligned;

/**
 * struct stats_block - a block of time whose last sample was counted
 * @number: number of the block
 * @min: ns
 * @max: ns
 * @count: number of samples until its end, from those of the first block on
 * @sum: sum of these samples
 * @squares: sum of their squares
 */
struct stats_block {
	u64 number;
	u64 min;
	u64 max;
	u64 count;
	u64 sum;
	u128 squares;
};

/**
 * struct stats_blocks - the blocks of one context: a ring
 * @until: ns; when the present block ends; 0: there was no sample yet
 * @number: number of the present block
 * @min: ns; the least sample of the present block
 * @max: ns; the largest one
 * @head: number of blocks that are over; the CPU writes it
 * @tail: number of blocks that were read; the reader writes it
 * @read: the block that was read last
 * @ring: block n, counted from 0, is at n modulo RTLA_BLOCKS_KEPT
 */
struct stats_blocks {
	u64 until;
	u64 number;
	u64 min;
	u64 max;
	u64 head;
	u64 tail;
	struct stats_block read;
	struct stats_block ring[RTLA_BLOCKS_KEPT];
};

/**
 * struct stats_more - what is kept of one context if it was asked for
 * @distribution: RTLA_DISTRIBUTION_BUCKETS counters, or NULL
 * @histogram: counters: one for each bucket, and one for what is beyond them;
 *	or NULL
 * @blocks: or NULL
 * @over: how many samples exceeded each limit
 */
struct stats_more {
	u64 *distribution;
	u64 *histogram;
	struct stats_blocks *blocks;
	u64 over[RTLA_LIMITS_MAX];
};

/**
 * struct stats_overhead - what is known of an overhead besides its samples
 * @disturbed: number of samples that an interrupt or an NMI has disturbed
 * @negative: number of those that were over before they began, as the clocks of
 *	two CPUs say
 * @own: ns; how much of each sample is the module's own work, at least
 */
struct stats_overhead {
	u64 disturbed;
	u64 negative;
	u64 own;
};

/**
 * struct stats_cpu - the statistics of one CPU
 * @line: by context
 * @window: which samples are counted; of the session
 * @config: of the session
 * @any_more: @more is used
 * @inverse: 2^64 divided by the width of the histogram's buckets, rounded up
 * @end: ns; where the histogram ends
 * @noise: osnoise: sums over the periods; changes with @line of TOTAL
 * @squares: likewise
 * @more: by context
 * @overhead: by context, from the first of the overheads on; the CPU writes it,
 *	and each number is right at some time
 * @skips: held by the CPU while it changes @skipped, and its cycle with it
 * @skipped: by context; NULL: skipped periods are not counted
 */
struct stats_cpu {
	struct stats_line line[STATS_CONTEXTS];
	const struct stats_window *window;
	const struct stats_config *config;
	bool any_more;
	u64 inverse;
	u64 end;
	struct rtla_noise noise;
	struct rtla_squares squares;
	struct stats_more more[STATS_CONTEXTS];
	struct stats_overhead overhead[RTLA_OVERHEADS_COUNT];
	seqcount_t skips;
	struct skipped_stats *skipped[STATS_CONTEXTS];
};

/**
 * struct stats - the statistics of a session
 * @config: what is kept
 * @window: which samples are counted
 * @counts: RTLA_IOC_COUNT has set @window
 * @lock: guards setting of @window, and reading of blocks
 * @cpu: by CPU; NULL: not measured
 */
struct stats {
	struct stats_config config;
	struct stats_window window ____cacheline_aligned;
	bool counts;
	struct mutex lock;	/* see above */
	struct stats_cpu **cpu;
};

/* rtla_stats_of - return where a CPU counts its samples; NULL: it does not */
static inline struct stats_cpu *rtla_stats_of(const struct stats *stats,
					      int cpu)
{
	return stats->config.flags & RTLA_STATS_SUMMARY ? stats->cpu[cpu] :
							  NULL;
}

/* rtla_stats_skips_of - the same for periods that it skips */
static inline struct stats_cpu *rtla_stats_skips_of(const struct stats *stats,
						    int cpu)
{
	return stats->config.flags & RTLA_STATS_SKIPPED ? stats->cpu[cpu] :
							  NULL;
}

/*
 * rtla_stats_overhead - return what is known of an overhead besides its samples
 */
static inline struct stats_overhead *
rtla_stats_overhead(struct stats_cpu *stats, enum rtla_context context)
{
	return &stats->overhead[context - RTLA_OVERHEAD_RELEASE_LATENCY];
}

void __rtla_stats_add_more(struct stats_cpu *stats, enum rtla_context context,
			   u64 now, u64 value);

void rtla_stats_add_more_parts(struct stats_cpu *stats, enum rtla_context first,
			       unsigned int count, u64 now, const u64 *value);

/* rtla_stats_counts - return whether what began at @time, in ns, is counted */
static __always_inline bool rtla_stats_counts(const struct stats_cpu *stats,
					      u64 time)
{
	/* Pairs with the barriers in rtla_stats_count(). */
	u64 length = smp_load_acquire(&stats->window->length);

	return time - READ_ONCE(stats->window->from) < length;
}

/*
 * rtla_stats_step - add 1 to a number that readers on other CPUs use
 *
 * It is one instruction where the CPU can add to memory. Context: any but NMI,
 * on the only CPU that writes to it.
 */
static __always_inline void rtla_stats_step(u64 *number)
{
	/* The readers read a number again that has changed since. */
	data_race((*number)++);
}

/*
 * rtla_stats_sum - add a sample to a line; until it is added, @begun is not
 * @count
 */
static __always_inline void rtla_stats_sum(struct stats_line *line, u64 value)
{
	if (value < line->min)
		line->min = value;
	if (value > line->max)
		line->max = value;
	line->sum += value;
	line->squares += (u128)value * value;
	line->last = value;
}

/*
 * rtla_stats_line_begin - begin to change what belongs to a context: see
 * rtla_stats_add()
 */
static __always_inline void rtla_stats_line_begin(struct stats_line *line)
{
	rtla_stats_step(&line->begun);
	/* Pairs with the read barrier in rtla_stats_read(). */
	smp_wmb();
}

/* rtla_stats_line_end - end that, with one more sample */
static __always_inline void rtla_stats_line_end(struct stats_line *line)
{
	/* Pairs with the acquire in rtla_stats_read(). */
	smp_wmb();
	rtla_stats_step(&line->count);
}

/* rtla_stats_put - count a sample between the begin and the end of a change */
static __always_inline void rtla_stats_put(struct stats_cpu *stats,
					   enum rtla_context context, u64 now,
					   u64 value)
{
	if (stats->any_more)
		__rtla_stats_add_more(stats, context, now, value);
	rtla_stats_sum(&stats->line[context], value);
}

/**
 * rtla_stats_add - count a sample
 * @stats: of this CPU; rtla_stats_counts() is true for the sample
 * @context: where it was taken
 * @now: ns; when it was taken
 * @value: ns; the sample
 *
 * A reader who meets the samples of a context half counted sees that @begun is
 * not @count, and reads again: rtla_stats_read().
 *
 * Context: any but NMI, on the CPU itself, with preemption off. Samples of one
 * context must not interrupt each other.
 */
static __always_inline void rtla_stats_add(struct stats_cpu *stats,
					   enum rtla_context context, u64 now,
					   u64 value)
{
	struct stats_line *line = &stats->line[context];

	rtla_stats_line_begin(line);
	rtla_stats_put(stats, context, now, value);
	rtla_stats_line_end(line);
}

struct osnoise_period;

void rtla_stats_add_period(struct stats_cpu *stats, u64 now,
			   const struct osnoise_period *period);

int rtla_stats_create(struct stats *stats, const struct cpumask *cpus);
void rtla_stats_destroy(struct stats *stats);

int rtla_stats_count(struct stats *stats, u64 from, u64 until);
void rtla_stats_end(struct stats *stats, u64 until);

struct stats_cpu *rtla_stats_find(const struct stats *stats, int cpu,
				  u32 context);
void rtla_stats_read(const struct stats_cpu *stats, struct rtla_stats *read);
bool rtla_stats_has_buckets(const struct stats_cpu *stats,
			    const struct rtla_buckets *asked);
void rtla_stats_buckets(const struct stats_cpu *stats,
			const struct rtla_buckets *asked, u64 *buckets);
unsigned int rtla_stats_bucket(const struct stats_cpu *stats, u32 kind,
			       u64 value);
int rtla_stats_blocks(struct stats *stats, const struct rtla_blocks *asked,
		      struct rtla_block *blocks);

#endif /* _RTLA_STATS_H */
