// SPDX-License-Identifier: GPL-2.0
/*
 * What a session is to do: this file checks struct rtla_start, and what it
 * points to, and makes the configuration of a session of it.
 */
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/capability.h>
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "noise/hooks.h"
#include "session/session.h"
#include "session/start.h"
#include "session/text.h"

/*
 * The interface is the same for programs of 32 bits: the structures of the
 * kinds begin where 64 bits are aligned, and none of them is longer than the
 * room for all.
 */
static_assert(offsetof(struct rtla_start, room) % sizeof(u64) == 0);
static_assert(sizeof(struct rtla_start) ==
	      offsetofend(struct rtla_start, room));

/* Return the kind that the caller asks for, or NULL. */
static const struct workload *start_find_kind(const struct rtla_start *start)
{
	bool no_threads = start->flags & RTLA_START_NO_THREADS;
	const struct workload *const *kind, *found = NULL;

	for (kind = rtla_kinds; *kind; kind++) {
		if ((*kind)->id == start->workload &&
		    (no_threads || !(*kind)->no_threads))
			found = *kind;
	}
	return found;
}

/**
 * rtla_start_permitted - return whether the caller may start a session
 * @start: what it is to do
 *
 * A session that only observes what runs needs no more than the kernel demands
 * for that, CAP_PERFMON. All other sessions run threads or timers on CPUs of
 * the caller's choice, or call panic(). Context: process.
 */
bool rtla_start_permitted(const struct rtla_start *start)
{
	const struct workload *kind = start_find_kind(start);

	if (kind && kind->observes && !(start->flags & ~kind->observes))
		return perfmon_capable();
	return capable(CAP_SYS_ADMIN);
}

/**
 * rtla_start_threshold - check a threshold
 * @stop: set to it; WORKLOAD_NEVER: off
 * @ns: as it comes from user space, where 0 is off
 *
 * Return: 0 or -ERANGE. Context: any.
 */
int rtla_start_threshold(u64 *stop, u64 ns)
{
	if (ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	*stop = ns ?: WORKLOAD_NEVER;
	return 0;
}

/**
 * rtla_start_thresholds - check the thresholds of a session
 * @stop: ns, by &enum rtla_context: set to them; all others are off
 * @kind: the session's
 * @ns: the thresholds of this kind as they come from user space, in the order
 *	of the contexts
 *
 * Return: 0 or -ERANGE. Context: any.
 */
int rtla_start_thresholds(u64 *stop, const struct workload *kind, const u64 *ns)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < WORKLOAD_STOPS; i++)
		stop[i] = WORKLOAD_NEVER;
	for (i = 0; i < kind->stops && !ret; i++)
		ret = rtla_start_threshold(&stop[kind->first + i], ns[i]);
	return ret;
}

/*
 * Check the sched_* fields. Those that do not belong to the policy have to be
 * 0; without RTLA_START_SCHED, all of them have to be 0.
 */
static int start_check_sched(const struct rtla_start *start)
{
	u32 policy = start->flags & RTLA_START_SCHED ? start->sched_policy :
						       SCHED_NORMAL;
	bool fixed = policy == SCHED_FIFO || policy == SCHED_RR;
	bool deadline = policy == SCHED_DEADLINE;

	if (policy != SCHED_NORMAL && !fixed && !deadline)
		return -EINVAL;
	if (!(start->flags & RTLA_START_SCHED) &&
	    (start->sched_policy || start->sched_nice))
		return -EINVAL;
	if (start->flags & RTLA_START_NO_THREADS &&
	    start->flags & RTLA_START_SCHED)
		return -EINVAL;
	if ((start->sched_nice && policy != SCHED_NORMAL) ||
	    (start->sched_priority && !fixed) ||
	    ((start->sched_runtime_ns || start->sched_period_ns) && !deadline))
		return -EINVAL;
	if (start->sched_nice < MIN_NICE || start->sched_nice > MAX_NICE)
		return -ERANGE;
	if (fixed && (!start->sched_priority ||
		      start->sched_priority >= MAX_RT_PRIO))
		return -ERANGE;
	if (deadline && (!start->sched_runtime_ns ||
			 start->sched_runtime_ns > start->sched_period_ns))
		return -EINVAL;
	return 0;
}

static int start_get_sched(struct session_config *config,
			   const struct rtla_start *start)
{
	struct sched_attr *sched = &config->sched;
	int ret = start_check_sched(start);

	if (ret)
		return ret;
	*sched = (struct sched_attr) { .size = sizeof(*sched) };
	config->workload.sched = sched;
	if (start->flags & RTLA_START_SCHED) {
		sched->sched_policy = start->sched_policy;
		sched->sched_nice = start->sched_nice;
		sched->sched_priority = start->sched_priority;
		sched->sched_runtime = start->sched_runtime_ns;
		sched->sched_deadline = start->sched_period_ns;
		sched->sched_period = start->sched_period_ns;
	} else if (config->kind->priority) {
		sched->sched_policy = SCHED_FIFO;
		sched->sched_priority = config->kind->priority;
	} else {
		config->workload.sched = NULL;
	}
	return 0;
}

static int start_get_cpus(struct cpumask *cpus, struct rtla_start *start)
{
	const u64 __user *words = u64_to_user_ptr(start->cpus);
	unsigned int i, bit;
	u64 word;

	if (!start->cpus_size || start->cpus_size % sizeof(word) ||
	    start->cpus_size > RTLA_CPUS_MAX_SIZE)
		return -EINVAL;

	cpumask_clear(cpus);
	for (i = 0; i < start->cpus_size / sizeof(word); i++) {
		if (get_user(word, words + i))
			return -EFAULT;
		for (; word; word &= word - 1) {
			bit = i * 64 + __ffs64(word);
			if (bit >= nr_cpu_ids || !cpu_possible(bit)) {
				start->cpu = bit;
				return -ENODEV;
			}
			cpumask_set_cpu(bit, cpus);
		}
	}
	return cpumask_empty(cpus) ? -EINVAL : 0;
}

/*
 * Set @cpus to the CPUs of a line of text: by default, to all that are online.
 */
static int start_get_text_cpus(struct cpumask *cpus,
			       struct text_request *request)
{
	int ret;

	if (!request->cpus) {
		cpumask_copy(cpus, cpu_online_mask);
		return 0;
	}
	request->bad = request->cpus;
	request->reason = "is no list of CPUs";
	ret = cpulist_parse(request->cpus, cpus);
	if (ret == -EINVAL || (!ret && cpumask_empty(cpus)))
		return -EINVAL;
	request->reason = "has a CPU that does not exist";
	/* rtla_session_start() tests whether they are online. */
	if (ret || !cpumask_subset(cpus, cpu_possible_mask))
		return -ENODEV;
	request->bad = NULL;
	return 0;
}

/* Return whether nothing is set beyond the structure of this kind. */
static bool start_is_only_of(const struct workload *kind,
			     const struct rtla_start *start)
{
	const u8 *room = (const u8 *)start->room;

	return !memchr_inv(room + kind->start_size, 0,
			   sizeof(start->room) - kind->start_size);
}

static int start_get_limits(struct stats_config *stats,
			    const struct rtla_start *start)
{
	const struct rtla_limit __user *limits =
		u64_to_user_ptr(start->limits);
	struct rtla_limit limit;
	u32 i;

	if (start->limits_count > STATS_CONTEXTS * RTLA_LIMITS_MAX)
		return -EINVAL;
	for (i = 0; i < start->limits_count; i++) {
		if (copy_from_user(&limit, limits + i, sizeof(limit)))
			return -EFAULT;
		if (limit.reserved || limit.context >= STATS_CONTEXTS ||
		    !(stats->contexts & BIT(limit.context)) ||
		    stats->limits[limit.context] >= RTLA_LIMITS_MAX)
			return -EINVAL;
		stats->limit[limit.context][stats->limits[limit.context]++] =
			limit.limit_ns;
	}
	return 0;
}

static int start_get_stats(struct stats_config *stats,
			   const struct workload *kind,
			   const struct rtla_start *start)
{
	bool histogram = start->stats & RTLA_STATS_HISTOGRAM;
	bool blocks = start->stats & RTLA_STATS_BLOCKS;

	if (start->stats & ~RTLA_STATS_FLAGS)
		return -EINVAL;
	stats->flags = start->stats;
	stats->contexts = kind->measures;
	stats->entries = start->hist_entries;
	stats->bucket = start->hist_bucket_ns;
	stats->block = start->block_ns;
	if (stats->flags & ~(RTLA_STATS_SKIPPED | RTLA_STATS_CAUSES) &&
	    !(stats->flags & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (stats->flags && !stats->contexts)
		return -EINVAL;
	if (stats->flags & RTLA_STATS_SKIPPED && !kind->skips)
		return -EINVAL;
	if (stats->flags & RTLA_STATS_CAUSES &&
	    (!kind->names_causes || start->flags & RTLA_START_NO_NOISE))
		return -EINVAL;
	if ((!stats->flags && (start->limits_count ||
			       start->flags & RTLA_START_HIT_ENDS)) ||
	    (!histogram && (stats->entries || stats->bucket)) ||
	    (!blocks && stats->block))
		return -EINVAL;
	if (histogram && (!stats->entries || !stats->bucket ||
			  stats->entries > RTLA_HIST_ENTRIES_MAX ||
			  stats->bucket > RTLA_HIST_BUCKET_MAX_NS))
		return -ERANGE;
	if (blocks && (stats->block < RTLA_BLOCK_MIN_NS ||
		       stats->block > RTLA_BLOCK_MAX_NS))
		return -ERANGE;
	return start_get_limits(stats, start);
}

static int start_get_config(struct session_config *config,
			    struct rtla_start *start)
{
	const struct workload *kind = start_find_kind(start);
	int ret;

	config->kind = kind;
	if (!kind || start->flags & ~kind->flags ||
	    !start_is_only_of(kind, start))
		return -EINVAL;
	ret = kind->configure(&config->workload, start);
	if (!ret)
		ret = rtla_start_thresholds(config->workload.stop, kind,
					    start->room +
					    kind->stops_at / sizeof(u64));
	config->panic = start->flags & RTLA_START_PANIC;
	config->hit_ends = start->flags & RTLA_START_HIT_ENDS;
	return ret ?: start_get_sched(config, start);
}

/**
 * rtla_start_configure - make the configuration of a session
 * @session: from rtla_session_create()
 * @start: what it is to do; its field cpu is set to a CPU that is the reason of
 *	an error
 * @text: the line of text that @start comes from, which has a list of CPUs; or
 *	NULL: then @start has the addresses of its CPUs and limits, in user
 *	space
 *
 * Return: 0 or a negative error of RTLA_IOC_START. Context: process, may sleep.
 */
int rtla_start_configure(struct session *session, struct rtla_start *start,
			 struct text_request *text)
{
	int ret = start_get_config(&session->config, start);

	if (!ret)
		ret = text ? start_get_text_cpus(&session->config.cpus, text) :
			     start_get_cpus(&session->config.cpus, start);
	session->config.tracing_off = text && text->tracing_off;
	if (start->stats & RTLA_STATS_CAUSES)
		session->config.workload.hooks |= HOOKS_CAUSES;
	return ret ?: start_get_stats(&session->stats.config,
				      session->config.kind, start);
}
