// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of samples, kept on the measured CPU.
 *
 * A trace event for each sample costs the measured CPU several hundred
 * instructions, and the reader about a thousand. To count a sample here costs
 * less than thirty, and nobody has to read it in time, so that no sample is
 * lost.
 *
 * The memory belongs to the session, not to the workload, so that nothing is
 * lost when a CPU goes offline, or the system is suspended. Each CPU has its
 * own, on its own node. Only the measured CPU writes to it, without locks and
 * without atomic operations; readers on other CPUs read again if they met a
 * sample half counted. What a session does not ask for has no memory.
 */
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "stats/buckets.h"
#include "stats/osnoise_period.h"
#include "stats/stats.h"

/* ---- On the measured CPU ------------------------------------------------ */

/*
 * Divide by the width of the buckets, by a multiplication: the inverse is
 * rounded up, so that the product is never too small, and too large by one at
 * most.
 */
static __always_inline unsigned int
stats_histogram_bucket(const struct stats_cpu *stats, u64 value)
{
	const struct stats_config *config = stats->config;
	u64 bucket;

	if (value >= stats->end)
		return config->entries;
	if (config->bucket == 1)
		return value;
	bucket = mul_u64_u64_shr(value, stats->inverse, 64);
	return bucket - (bucket * config->bucket > value);
}

/*
 * End the present block, and begin the one that @now is in. The first block
 * begins when the counting does. If there is no room for the present block,
 * because nobody reads, it goes on.
 */
static noinline void stats_next_block(const struct stats_cpu *stats,
				      struct stats_blocks *blocks,
				      const struct stats_line *line, u64 now)
{
	u64 length = stats->config->block;
	u64 from = READ_ONCE(stats->window->from);
	struct stats_block *over;
	u64 more;

	if (!blocks->until) {
		blocks->until = from + length;
	} else if (blocks->head - READ_ONCE(blocks->tail) < RTLA_BLOCKS_KEPT) {
		over = &blocks->ring[blocks->head % RTLA_BLOCKS_KEPT];
		over->number = blocks->number;
		over->min = blocks->min;
		over->max = blocks->max;
		over->count = line->count;
		over->sum = line->sum;
		over->squares = line->squares;
		/* Pairs with the acquire in rtla_stats_blocks(). */
		smp_store_release(&blocks->head, blocks->head + 1);
		blocks->min = U64_MAX;
		blocks->max = 0;
	} else {
		return;
	}
	if (now < blocks->until)
		return;
	more = div64_u64(now - blocks->until, length) + 1;
	blocks->number += more;
	blocks->until += more * length;
}

static __always_inline void stats_add_to_block(const struct stats_cpu *stats,
					       struct stats_blocks *blocks,
					       const struct stats_line *line,
					       u64 now, u64 value)
{
	if (unlikely(now >= blocks->until))
		stats_next_block(stats, blocks, line, now);
	if (value < blocks->min)
		blocks->min = value;
	if (value > blocks->max)
		blocks->max = value;
}

static __always_inline void stats_add_more(struct stats_cpu *stats,
					   unsigned int context, u64 now,
					   u64 value)
{
	const struct stats_config *config = stats->config;
	struct stats_more *more = &stats->more[context];
	unsigned int i;

	if (more->distribution)
		more->distribution[rtla_bucket(value)]++;
	if (more->histogram)
		more->histogram[stats_histogram_bucket(stats, value)]++;
	if (more->blocks)
		stats_add_to_block(stats, more->blocks, &stats->line[context],
				   now, value);
	for (i = 0; i < config->limits[context]; i++)
		more->over[i] += value > config->limit[context][i];
}

/**
 * __rtla_stats_add_more - count a sample in what the session has asked for
 * @stats: of this CPU
 * @context: where the sample was taken
 * @now: ns; when it was taken
 * @value: ns; the sample
 *
 * Context: as of rtla_stats_add(), which calls this function.
 */
void __rtla_stats_add_more(struct stats_cpu *stats, enum rtla_context context,
			   u64 now, u64 value)
{
	stats_add_more(stats, context, now, value);
}

/**
 * rtla_stats_add_more_parts - do the same for a sample of each of several
 * contexts
 * @stats: of this CPU
 * @first: the first context; the others follow it
 * @count: number of contexts
 * @now: ns; when the samples were taken
 * @value: ns; the samples
 *
 * Context: any but NMI, on the CPU itself, with preemption off, where the lines
 * of the contexts have begun to change, see &struct stats_line.
 */
void rtla_stats_add_more_parts(struct stats_cpu *stats, enum rtla_context first,
			       unsigned int count, u64 now, const u64 *value)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		stats_add_more(stats, first + i, now, value[i]);
}

static u64 square(u64 number)
{
	return number * number;
}

/**
 * rtla_stats_add_period - count a period of osnoise, if it is to be counted
 * @stats: of this CPU, or NULL
 * @now: ns; the end of the period
 * @period: the period
 *
 * Context: the measuring thread, with preemption off.
 */
void rtla_stats_add_period(struct stats_cpu *stats, u64 now,
			   const struct osnoise_period *period)
{
	struct rtla_squares *squares;
	struct rtla_noise *noise;
	struct stats_line *line;

	if (!stats || !rtla_stats_counts(stats, now))
		return;
	line = &stats->line[RTLA_CONTEXT_TOTAL];
	rtla_stats_line_begin(line);
	noise = &stats->noise;
	noise->runtime_ns += period->runtime;
	noise->noise_ns += period->noise;
	noise->max_noise_ns = max(noise->max_noise_ns, period->noise);
	noise->max_single_ns = max(noise->max_single_ns, period->max_single);
	noise->hw_count += period->hardware;
	noise->nmi_count += period->nmi_count;
	noise->irq_count += period->irq_count;
	noise->softirq_count += period->softirq_count;
	noise->thread_count += period->thread_count;
	squares = &stats->squares;
	squares->hw += square(period->hardware);
	squares->nmi += square(period->nmi_count);
	squares->irq += square(period->irq_count);
	squares->softirq += square(period->softirq_count);
	squares->thread += square(period->thread_count);
	rtla_stats_put(stats, RTLA_CONTEXT_TOTAL, now, period->noise);
	rtla_stats_line_end(line);
}

/* ---- Memory ------------------------------------------------------------- */

/*
 * Take @size bytes of the memory after @stats, of which *@used are taken.
 * Returns NULL if @size is 0, or if @stats is NULL: then only *@used grows.
 */
static void *stats_take(struct stats_cpu *stats, size_t *used, size_t size)
{
	void *taken = stats && size ? (char *)stats + *used : NULL;

	*used += ALIGN(size, sizeof(u128));
	return taken;
}

/*
 * Lay out the memory of one CPU: struct stats_cpu, and after it what is kept of
 * each context beyond its line. With @stats NULL, nothing is written. Returns
 * the size of all.
 */
static size_t stats_lay_out(const struct stats_config *config,
			    struct stats_cpu *stats)
{
	unsigned int flags = config->flags, i;
	size_t fine = flags & RTLA_STATS_DISTRIBUTION ?
		      RTLA_DISTRIBUTION_BUCKETS * sizeof(u64) : 0;
	size_t equal = flags & RTLA_STATS_HISTOGRAM ?
		       (config->entries + 1) * sizeof(u64) : 0;
	size_t blocks = flags & RTLA_STATS_BLOCKS ?
			sizeof(struct stats_blocks) : 0;
	size_t skips = flags & RTLA_STATS_SKIPPED ?
		       sizeof(struct skipped_stats) : 0;
	struct skipped_stats *skipped;
	size_t used = sizeof(struct stats_cpu);
	struct stats_more more = {};

	for (i = 0; i < STATS_CONTEXTS; i++) {
		if (!(config->contexts & BIT(i)))
			continue;
		more.distribution = stats_take(stats, &used, fine);
		more.histogram = stats_take(stats, &used, equal);
		more.blocks = stats_take(stats, &used, blocks);
		skipped = stats_take(stats, &used, skips);
		if (!stats)
			continue;
		stats->skipped[i] = skipped;
		if (more.blocks)
			more.blocks->min = U64_MAX;
		stats->more[i] = more;
		stats->any_more |= more.distribution || more.histogram ||
				   more.blocks || config->limits[i];
	}
	return used;
}

static struct stats_cpu *stats_create_cpu(const struct stats *stats, int cpu)
{
	const struct stats_config *config = &stats->config;
	struct stats_cpu *created;
	unsigned int i;

	created = kvzalloc_node(stats_lay_out(config, NULL), GFP_KERNEL_ACCOUNT,
				cpu_to_node(cpu));
	if (!created)
		return NULL;
	for (i = 0; i < STATS_CONTEXTS; i++)
		created->line[i].min = U64_MAX;
	created->window = &stats->window;
	created->config = config;
	seqcount_init(&created->skips);
	if (config->entries) {
		created->end = config->entries * config->bucket;
		created->inverse = div64_u64(U64_MAX, config->bucket) + 1;
	}
	stats_lay_out(config, created);
	return created;
}

/**
 * rtla_stats_create - get the memory for the statistics of a session
 * @stats: zeroed, but for its configuration
 * @cpus: the CPUs that are measured
 *
 * Return: 0, then rtla_stats_destroy() has to follow; or -ENOMEM. Context:
 * process, may sleep.
 */
int rtla_stats_create(struct stats *stats, const struct cpumask *cpus)
{
	int cpu;

	mutex_init(&stats->lock);
	if (!stats->config.flags)
		return 0;
	stats->cpu = kvcalloc(nr_cpu_ids, sizeof(*stats->cpu),
			      GFP_KERNEL_ACCOUNT);
	if (!stats->cpu)
		return -ENOMEM;
	for_each_cpu(cpu, cpus) {
		stats->cpu[cpu] = stats_create_cpu(stats, cpu);
		if (!stats->cpu[cpu]) {
			rtla_stats_destroy(stats);
			return -ENOMEM;
		}
	}
	return 0;
}

/* rtla_stats_destroy - free the memory; nothing counts or reads any more */
void rtla_stats_destroy(struct stats *stats)
{
	int cpu;

	if (!stats->cpu)
		return;
	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		kvfree(stats->cpu[cpu]);
	kvfree(stats->cpu);
	stats->cpu = NULL;
}

/* ---- For the holder of the session -------------------------------------- */

/**
 * rtla_stats_count - set which samples are counted
 * @stats: of a session
 * @from: ns; the begin, which the first call sets for good
 * @until: ns; the end, which later calls can only bring forward; U64_MAX: it
 *	goes on
 *
 * Return: 0, or -EINVAL: see RTLA_IOC_COUNT. Context: process, may sleep.
 */
int rtla_stats_count(struct stats *stats, u64 from, u64 until)
{
	int ret = 0;

	if (!stats->cpu || until < from)
		return -EINVAL;
	mutex_lock(&stats->lock);
	if (!stats->counts) {
		WRITE_ONCE(stats->counts, true);
		WRITE_ONCE(stats->window.from, from);
		/* Pairs with the acquire in rtla_stats_counts(). */
		smp_store_release(&stats->window.length, until - from);
	} else if (stats->window.from == from) {
		rtla_stats_end(stats, until);
	} else {
		ret = -EINVAL;
	}
	mutex_unlock(&stats->lock);
	return ret;
}

/**
 * rtla_stats_end - end the counting
 * @stats: of a session
 * @until: ns; the end, unless it ends before; not before the counting begins
 *
 * Context: any but NMI.
 */
void rtla_stats_end(struct stats *stats, u64 until)
{
	u64 length = READ_ONCE(stats->window.length);
	u64 shorter = until - READ_ONCE(stats->window.from);

	while (shorter < length &&
	       !try_cmpxchg(&stats->window.length, &length, shorter))
		;
}

/**
 * rtla_stats_find - find the statistics of a CPU
 * @stats: of a session
 * @cpu: one of the session's
 * @context: any number
 *
 * Return: NULL if none are kept of this context. Context: any.
 */
struct stats_cpu *rtla_stats_find(const struct stats *stats, int cpu,
				  u32 context)
{
	if (!stats->cpu || context >= STATS_CONTEXTS ||
	    !(stats->config.contexts & BIT(context)))
		return NULL;
	return stats->cpu[cpu];
}

/*
 * Read what belongs to the periods of osnoise, between two of them, whichever
 * context is asked for.
 */
static void stats_read_noise(const struct stats_cpu *stats,
			     struct rtla_stats *read)
{
	const struct stats_line *of = &stats->line[RTLA_CONTEXT_TOTAL];
	u64 periods;

	do {
		/* Pairs with the barrier in rtla_stats_line_end(). */
		periods = smp_load_acquire(&of->count);
		/* The loop reads again if the CPU has written in between. */
		data_race(read->noise = stats->noise);
		/* Likewise. */
		data_race(read->noise_squares = stats->squares);
		/* Pairs with the barrier in rtla_stats_line_begin(). */
		smp_rmb();
	} while (READ_ONCE(of->begun) != periods);
	read->noise.periods = periods;
}

/* Read until what was read is of one moment, between two samples. */
static void stats_read_line(const struct stats_cpu *stats, u32 context,
			    struct rtla_stats *read)
{
	const struct stats_line *of = &stats->line[context];
	struct stats_line line;

	do {
		/* Pairs with the release in rtla_stats_add(). */
		read->count = smp_load_acquire(&of->count);
		/* The loop reads again if the CPU has written in between. */
		data_race(line = *of);
		/* Likewise. */
		data_race(memcpy(read->over, stats->more[context].over,
				 sizeof(read->over)));
		/* Pairs with the write barrier in rtla_stats_add(). */
		smp_rmb();
	} while (READ_ONCE(of->begun) != read->count);
	read->min_ns = line.min;
	read->max_ns = line.max;
	read->sum_ns = line.sum;
	read->last_ns = line.last;
	read->squares_low = line.squares;
	read->squares_high = line.squares >> 64;
	if (!read->count)
		read->min_ns = 0;
}

/**
 * rtla_stats_read - read the samples of a CPU in one context
 * @stats: from rtla_stats_find()
 * @read: the field context is read; those of samples and of noise are set
 *
 * Context: process, may sleep.
 */
void rtla_stats_read(const struct stats_cpu *stats, struct rtla_stats *read)
{
	const struct stats_overhead *overhead;

	stats_read_line(stats, read->context, read);
	stats_read_noise(stats, read);
	if (read->context < RTLA_OVERHEAD_RELEASE_LATENCY ||
	    read->context > RTLA_OVERHEAD_WAKE)
		return;
	overhead = &stats->overhead[read->context -
				    RTLA_OVERHEAD_RELEASE_LATENCY];
	read->disturbed = READ_ONCE(overhead->disturbed);
	read->negative = READ_ONCE(overhead->negative);
	read->own_ns = overhead->own;
}

/* Return the buckets of @kind, and set *@count to their number; NULL: none. */
static const u64 *stats_array(const struct stats_cpu *stats, u32 context,
			      u32 kind, u32 *count)
{
	struct skipped_stats *skipped = stats->skipped[context];

	*count = RTLA_DISTRIBUTION_BUCKETS;
	switch (kind) {
	case RTLA_BUCKETS_DISTRIBUTION:
		return stats->more[context].distribution;
	case RTLA_BUCKETS_SKIPPED:
		return skipped ? skipped->distribution : NULL;
	case RTLA_BUCKETS_HISTOGRAM:
		*count = stats->config->entries + 1;
		return stats->more[context].histogram;
	default:
		return NULL;
	}
}

/**
 * rtla_stats_has_buckets - check that buckets exist
 * @stats: from rtla_stats_find()
 * @asked: which buckets
 *
 * Return: whether all of them do. Context: any.
 */
bool rtla_stats_has_buckets(const struct stats_cpu *stats,
			    const struct rtla_buckets *asked)
{
	u32 count;

	return stats_array(stats, asked->context, asked->kind, &count) &&
	       asked->first <= count && asked->count <= count - asked->first;
}

/**
 * rtla_stats_buckets - read buckets of a distribution or a histogram
 * @stats: from rtla_stats_find()
 * @asked: which; rtla_stats_has_buckets() is true for them
 * @buckets: room for all of them
 *
 * Context: any.
 */
void rtla_stats_buckets(const struct stats_cpu *stats,
			const struct rtla_buckets *asked, u64 *buckets)
{
	u32 count;
	const u64 *array = stats_array(stats, asked->context, asked->kind,
				       &count);

	/* The CPU may go on counting: each bucket is right at some time. */
	data_race(memcpy(buckets, array + asked->first,
			 asked->count * sizeof(*buckets)));
}

/* rtla_stats_bucket - return which bucket of @kind a sample is in */
unsigned int rtla_stats_bucket(const struct stats_cpu *stats, u32 kind,
			       u64 value)
{
	return kind == RTLA_BUCKETS_HISTOGRAM ?
	       stats_histogram_bucket(stats, value) :
	       rtla_bucket(value);
}

/*
 * Set @to to the samples that came to the block @of, after the block @before.
 */
static void stats_fill_block(struct rtla_block *to,
			     const struct stats_block *before,
			     const struct stats_block *of)
{
	u128 squares = of->squares - before->squares;

	to->number = of->number;
	to->min_ns = of->min;
	to->max_ns = of->max;
	to->count = of->count - before->count;
	to->sum_ns = of->sum - before->sum;
	to->squares_low = squares;
	to->squares_high = squares >> 64;
}

/* Read the present block; returns false if no sample came to it. */
static bool stats_read_present(const struct stats_line *of,
			       const struct stats_blocks *blocks,
			       struct stats_block *present)
{
	struct stats_line line;

	do {
		/* Pairs with the release in rtla_stats_add(). */
		present->count = smp_load_acquire(&of->count);
		/* The loop reads again if the CPU has written in between. */
		data_race(line = *of);
		present->number = READ_ONCE(blocks->number);
		present->min = READ_ONCE(blocks->min);
		present->max = READ_ONCE(blocks->max);
		/* Pairs with the write barrier in rtla_stats_add(). */
		smp_rmb();
	} while (READ_ONCE(of->begun) != present->count);
	present->sum = line.sum;
	present->squares = line.squares;
	return present->min != U64_MAX;
}

/**
 * rtla_stats_blocks - read the blocks that were not read before
 * @stats: of a session
 * @asked: which; its cpu is one of the session's
 * @blocks: room for asked->count blocks
 *
 * Return: their number, or -EINVAL: there are none. Context: process, may
 * sleep.
 */
int rtla_stats_blocks(struct stats *stats, const struct rtla_blocks *asked,
		      struct rtla_block *blocks)
{
	struct stats_cpu *of = rtla_stats_find(stats, asked->cpu,
					       asked->context);
	struct stats_blocks *from = of ? of->more[asked->context].blocks : NULL;
	struct stats_block present;
	u64 head, tail;
	u32 count = 0;

	if (!from)
		return -EINVAL;
	mutex_lock(&stats->lock);
	/* Pairs with the release in stats_next_block(). */
	head = smp_load_acquire(&from->head);
	for (tail = from->tail; tail != head && count < asked->count; tail++) {
		const struct stats_block *next =
			&from->ring[tail % RTLA_BLOCKS_KEPT];

		stats_fill_block(&blocks[count++], &from->read, next);
		from->read = *next;
	}
	/* The CPU may use a place again only when it has been read. */
	smp_store_release(&from->tail, tail);
	if (asked->flags & RTLA_BLOCKS_LAST && tail == head &&
	    count < asked->count &&
	    stats_read_present(&of->line[asked->context], from, &present))
		stats_fill_block(&blocks[count++], &from->read, &present);
	mutex_unlock(&stats->lock);
	return count;
}
