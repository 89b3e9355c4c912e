// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the statistics of a session.
 *
 * The measured CPU counts what it has measured when its thread runs. As long as
 * others keep the thread off the CPU, an IRQ latency waits to be counted, and
 * periods pass of which nobody takes notice. Whoever reads gets these as well,
 * as they are at that time.
 */
#include <linux/completion.h>
#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/seqlock.h>
#include <linux/slab.h>

#include "session/session.h"
#include "session/session_cpu.h"
#include "session/session_stats.h"

/* ---- What the CPU has not counted ---------------------------------------- */

/* Return the kind of the CPU's workload, if it has one that knows of gaps. */
static const struct workload *counting_kind(const struct session *session,
					    int cpu)
{
	struct cpu_state *state =
		rtla_cpu_state_of(session->config.kind->place, cpu);

	lockdep_assert_held(&rtla_sessions_lock);
	return state->owner == session && state->running &&
	       state->kind->pending ? state->kind : NULL;
}

/* Get a latency that waits to be counted, and return whether there is one. */
static bool get_pending(const struct session *session, int cpu, u32 context,
			u64 *latency)
{
	const struct workload *kind = counting_kind(session, cpu);

	return kind && (context == RTLA_CONTEXT_IRQ ||
			context == RTLA_CONTEXT_THREAD) &&
	       kind->pending(cpu, context, latency);
}

/*
 * Get the periods that pass at present without being measured, and return
 * whether there are any. Once the counting is over, so is the gap, or each
 * reader would see it end later.
 */
static bool get_gap(const struct session *session, int cpu, u32 context,
		    struct period_gap *gap)
{
	const struct stats_window *window = &session->stats.window;
	const struct workload *kind = counting_kind(session, cpu);
	u64 end = READ_ONCE(window->from) + READ_ONCE(window->length);

	if (!kind || context > RTLA_CONTEXT_USER ||
	    !kind->gap(cpu, context, gap))
		return false;
	/* Without an end, it is U64_MAX. */
	gap->until = min(gap->until, end);
	return rtla_skipped_any(window, gap);
}

/* Return whether anything of a CPU waits to be counted. */
static bool has_rest(const struct session *session, int cpu)
{
	const struct stats_config *config = &session->stats.config;
	struct period_gap gap;
	u64 latency;
	u32 i;

	for (i = 0; i < STATS_CONTEXTS; i++) {
		if (config->contexts & BIT(i) &&
		    (get_pending(session, cpu, i, &latency) ||
		     get_gap(session, cpu, i, &gap)))
			return true;
	}
	return false;
}

/*
 * Take rtla_sessions_lock, to read statistics of a CPU. After the end of the
 * session, first wait for what is not counted yet, so that all that is read
 * belongs together. A thread that does not get its CPU even now keeps its rest;
 * that does not change either. Returns 0 or -EINTR.
 */
static int lock_settled(struct session *session, int cpu)
{
	unsigned long now = jiffies;
	int ret = mutex_lock_killable(&rtla_sessions_lock);

	if (ret || !session->ending || !has_rest(session, cpu) ||
	    time_after_eq(now, session->settles))
		return ret;
	mutex_unlock(&rtla_sessions_lock);
	if (wait_for_completion_killable_timeout(&session->ended,
						 session->settles - now) < 0)
		return -EINTR;
	return mutex_lock_killable(&rtla_sessions_lock);
}

/* ---- Reading ------------------------------------------------------------- */

static void add_pending(struct rtla_stats *stats, u64 latency)
{
	u128 squares;

	if (!stats->count++ || latency < stats->min_ns)
		stats->min_ns = latency;
	stats->max_ns = max(stats->max_ns, latency);
	stats->sum_ns += latency;
	squares = (u128)latency * latency + stats->squares_low;
	stats->squares_low = squares;
	stats->squares_high += squares >> 64;
	stats->last_ns = latency;
}

/*
 * Return the skipped periods of a CPU in one context, with those that pass at
 * present; NULL without memory. The caller frees them with kvfree().
 */
static struct skipped_stats *read_skipped(struct session *session, int cpu,
					  u32 context)
{
	const struct stats_cpu *of = session->stats.cpu[cpu];
	struct skipped_stats *read = kvmalloc(sizeof(*read), GFP_KERNEL);
	struct period_gap gap;
	unsigned int changes;
	bool passing;

	if (!read)
		return NULL;
	do {
		changes = read_seqcount_begin(&of->skips);
		memcpy(read, of->skipped[context], sizeof(*read));
		passing = get_gap(session, cpu, context, &gap);
	} while (read_seqcount_retry(&of->skips, changes));
	if (passing)
		rtla_skipped_add(read, of->window, &gap);
	return read;
}

static int fill_skipped(struct session *session, struct rtla_stats *stats)
{
	struct skipped_stats *skipped = read_skipped(session, stats->cpu,
						     stats->context);

	if (!skipped)
		return -ENOMEM;
	stats->skipped = skipped->count;
	stats->skipped_max_ns = skipped->max;
	stats->skipped_sum_ns = skipped->sum;
	stats->skipped_squares_low = skipped->squares;
	stats->skipped_squares_high = skipped->squares >> 64;
	kvfree(skipped);
	return 0;
}

/**
 * rtla_session_stats - read the statistics of one CPU in one context
 * @session: a started session, which may have ended
 * @stats: the fields cpu and context are read, and cpu is one of the session's;
 *	all others are set, except size and reserved
 *
 * Return: 0, -EINVAL if it keeps no such statistics, -ENOMEM or -EINTR.
 * Context: process, may sleep.
 */
int rtla_session_stats(struct session *session, struct rtla_stats *stats)
{
	const struct stats_cpu *of = rtla_stats_find(&session->stats,
						     stats->cpu,
						     stats->context);
	u64 latency;
	int ret;

	if (!of)
		return -EINVAL;
	ret = lock_settled(session, stats->cpu);
	if (ret)
		return ret;
	/*
	 * In this order, no latency counts twice: see rtla_timerlat_pending().
	 */
	rtla_stats_read(of, stats);
	if (get_pending(session, stats->cpu, stats->context, &latency))
		add_pending(stats, latency);
	if (of->skipped[stats->context])
		ret = fill_skipped(session, stats);
	mutex_unlock(&rtla_sessions_lock);
	return ret;
}

static int fill_buckets_of_skipped(struct session *session,
				   const struct rtla_buckets *asked,
				   u64 *buckets)
{
	struct skipped_stats *skipped = read_skipped(session, asked->cpu,
						     asked->context);

	if (!skipped)
		return -ENOMEM;
	memcpy(buckets, skipped->distribution + asked->first,
	       asked->count * sizeof(*buckets));
	kvfree(skipped);
	return 0;
}

static int fill_buckets(struct session *session, const struct stats_cpu *of,
			const struct rtla_buckets *asked, u64 *buckets)
{
	unsigned int bucket;
	u64 latency;

	if (asked->kind == RTLA_BUCKETS_SKIPPED)
		return fill_buckets_of_skipped(session, asked, buckets);
	rtla_stats_buckets(of, asked, buckets);
	if (!get_pending(session, asked->cpu, asked->context, &latency))
		return 0;
	bucket = rtla_stats_bucket(of, asked->kind, latency);
	if (bucket >= asked->first && bucket - asked->first < asked->count)
		buckets[bucket - asked->first]++;
	return 0;
}

static int read_thread_buckets(const struct session *session,
			       const struct rtla_buckets *asked, u64 *buckets)
{
	const struct session_config *config = &session->config;

	return config->kind->thread_buckets ?
	       config->kind->thread_buckets(&config->workload, asked,
					    buckets) : -EINVAL;
}

static int read_cpu_buckets(struct session *session,
			    const struct rtla_buckets *asked, u64 *buckets)
{
	const struct stats_cpu *of = rtla_stats_find(&session->stats,
						     asked->cpu,
						     asked->context);
	int ret;

	if (!of || !rtla_stats_has_buckets(of, asked))
		return -EINVAL;
	ret = lock_settled(session, asked->cpu);
	if (ret)
		return ret;
	ret = fill_buckets(session, of, asked, buckets);
	mutex_unlock(&rtla_sessions_lock);
	return ret;
}

/**
 * rtla_session_buckets - read a part of a distribution or a histogram
 * @session: a started session, which may have ended
 * @asked: which part; its cpu is one of the session's, or the number of a
 *	thread
 * @buckets: room for all of them
 *
 * Return: 0, -EINVAL: there are no such buckets, -ENOMEM or -EINTR. Context:
 * process, may sleep.
 */
int rtla_session_buckets(struct session *session,
			 const struct rtla_buckets *asked, u64 *buckets)
{
	return asked->kind == RTLA_BUCKETS_THREAD ?
	       read_thread_buckets(session, asked, buckets) :
	       read_cpu_buckets(session, asked, buckets);
}

/**
 * rtla_session_blocks - read the blocks that were not read before
 * @session: a started session, which may have ended
 * @asked: which; its cpu is one of the session's
 * @blocks: room for asked->count blocks
 *
 * Return: their number, -EINVAL: there are none, or -EINTR. Context: process,
 * may sleep.
 */
int rtla_session_blocks(struct session *session,
			const struct rtla_blocks *asked,
			struct rtla_block *blocks)
{
	int ret = lock_settled(session, asked->cpu);

	if (ret)
		return ret;
	ret = rtla_stats_blocks(&session->stats, asked, blocks);
	mutex_unlock(&rtla_sessions_lock);
	return ret;
}
