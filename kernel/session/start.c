// SPDX-License-Identifier: GPL-2.0
/*
 * What a session is to do: this file checks struct rtla_start, and what it points
 * to, and makes the configuration of a session of it.
 */
#include <linux/bits.h>
#include <linux/capability.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/prio.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "bound/bound_windows.h"
#include "noise/hooks.h"
#include "session/session.h"
#include "session/start.h"
#include "session/text.h"
#include "wakeup/watched.h"

#define PRIORITY_DEFAULT	95	/* SCHED_FIFO, timerlat's threads */
#define PRIORITY_BOUND		99	/* SCHED_FIFO, those of the probe */

/* The flags that only sessions of overheads have. */
#define OVERHEADS_FLAGS	(RTLA_START_ALL_THREADS | RTLA_START_DISTURBED)

/**
 * rtla_start_permitted - return whether the caller may start a session
 * @start: what it is to do
 *
 * A session that only observes what runs needs no more than the kernel demands for
 * that, CAP_PERFMON. All other sessions run threads or timers on CPUs of the caller's
 * choice, or call panic(). Context: process.
 */
bool rtla_start_permitted(const struct rtla_start *start)
{
	if ((start->workload == RTLA_OSNOISE &&
	     start->flags == RTLA_START_NO_THREADS) ||
	    ((start->workload == RTLA_WAKEUP ||
	      start->workload == RTLA_OVERHEADS) &&
	     !(start->flags & RTLA_START_PANIC)))
		return perfmon_capable();
	return capable(CAP_SYS_ADMIN);
}

/* Set @dst to a threshold of user space in ns, where 0 is off. */
static int start_get_threshold(u64 *dst, u64 ns)
{
	if (ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	*dst = ns ?: WORKLOAD_NEVER;
	return 0;
}

/**
 * rtla_start_thresholds - check thresholds
 * @stop: set to them, by &enum rtla_context; WORKLOAD_NEVER: off
 * @ns: as they come from user space, where 0 is off
 *
 * Return: 0 or -ERANGE. Context: any.
 */
int rtla_start_thresholds(u64 *stop, const u64 *ns)
{
	int i, ret = 0;

	for (i = 0; i < WORKLOAD_STOPS && !ret; i++)
		ret = start_get_threshold(&stop[i], ns[i]);
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
	} else if (start->workload == RTLA_OSNOISE) {
		config->workload.sched = NULL;
	} else {
		sched->sched_policy = SCHED_FIFO;
		sched->sched_priority = start->workload == RTLA_BOUND ?
					PRIORITY_BOUND : PRIORITY_DEFAULT;
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

/* Set @cpus to the CPUs of a line of text: by default, to all that are online. */
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

static int start_get_timerlat(struct session_config *config,
			      const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;
	bool aligned = start->flags & RTLA_START_ALIGN;

	if (start->flags & (RTLA_START_PREEMPT_OFF | RTLA_START_IRQS_OFF) ||
	    start->runtime_ns || start->noise_ns || start->stop_single_ns ||
	    start->stop_total_ns || (start->align_ns && !aligned))
		return -EINVAL;
	if (start->period_ns < RTLA_PERIOD_MIN_NS ||
	    start->period_ns > RTLA_PERIOD_MAX_NS ||
	    start->align_ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	config->kind = start->flags & RTLA_START_NO_THREADS ?
		       &rtla_timerlat_users : &rtla_timerlat_threads;
	workload->aligned = aligned;
	workload->align = start->align_ns;
	workload->report_noise = !(start->flags & RTLA_START_NO_NOISE);
	if (workload->report_noise)
		workload->hooks = HOOKS_NMI | HOOKS_NOISE;
	return start_get_threshold(&workload->stack, start->stack_ns);
}

static int start_get_osnoise(struct session_config *config,
			     const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;

	if (start->flags & (RTLA_START_ALIGN | RTLA_START_NO_NOISE) ||
	    start->stop_irq_ns ||
	    start->stop_thread_ns || start->stop_user_ns || start->stack_ns ||
	    start->align_ns)
		return -EINVAL;
	if (start->runtime_ns < RTLA_RUNTIME_MIN_NS ||
	    start->runtime_ns > start->period_ns ||
	    start->period_ns > RTLA_OSNOISE_PERIOD_MAX_NS ||
	    start->noise_ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	config->kind = start->flags & RTLA_START_NO_THREADS ?
		       &rtla_osnoise_watch : &rtla_osnoise_threads;
	/* Without measuring threads nothing could reach these thresholds. */
	if (config->kind == &rtla_osnoise_watch &&
	    (start->stop_single_ns || start->stop_total_ns))
		return -EINVAL;
	/* With interrupts off, nothing but NMIs can interrupt the loop. */
	workload->hooks = start->flags & RTLA_START_IRQS_OFF ?
			  HOOKS_NMI : HOOKS_NMI | HOOKS_NOISE;
	if (config->kind == &rtla_osnoise_watch)
		workload->hooks |= HOOKS_WATCHED;
	workload->runtime = start->runtime_ns;
	workload->noise = start->noise_ns ?: RTLA_NOISE_DEFAULT_NS;
	workload->preempt_off = start->flags & RTLA_START_PREEMPT_OFF;
	workload->irqs_off = start->flags & RTLA_START_IRQS_OFF;
	return 0;
}

/* Copy the ids of the threads or processes that are to be watched. */
static int start_get_ids(struct workload_config *workload,
			 const struct rtla_start *start)
{
	size_t size = start->ids_count * sizeof(*workload->ids);

	if (!start->ids_count != !(start->watch & RTLA_WATCH_BY_ID) ||
	    (start->watch & RTLA_WATCH_BY_ID) == RTLA_WATCH_BY_ID)
		return -EINVAL;
	if (start->ids_count > RTLA_WATCH_IDS_MAX)
		return -ERANGE;
	if (!start->ids_count)
		return 0;
	workload->ids = vmemdup_user(u64_to_user_ptr(start->ids), size);
	if (IS_ERR(workload->ids)) {
		int ret = PTR_ERR(workload->ids);

		workload->ids = NULL;
		return ret;
	}
	workload->ids_count = start->ids_count;
	return 0;
}

/* Fields of what other measuring threads do have to be zero, except the period. */
static bool start_measures_nothing(const struct rtla_start *start)
{
	return !start->stop_irq_ns &&
	       !start->stop_thread_ns && !start->stop_user_ns &&
	       !start->stop_single_ns && !start->stop_total_ns &&
	       !start->align_ns && !start->runtime_ns && !start->noise_ns;
}

static int start_get_wakeup(struct session_config *config,
			    const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;
	bool named = start->watch & RTLA_WATCH_COMM;
	int ret;

	if (start->flags & ~(RTLA_START_PANIC | RTLA_START_HIT_ENDS |
			     RTLA_START_NO_NOISE) ||
	    start->period_ns || !start_measures_nothing(start) ||
	    !(start->stats & RTLA_STATS_SUMMARY) ||
	    (start->distributions &&
	     !(start->stats & RTLA_STATS_DISTRIBUTION)) ||
	    start->watch & ~RTLA_WATCH_FLAGS ||
	    !(start->watch & (RTLA_WATCH_ANY | RTLA_WATCH_BY_ID)) ||
	    named != !!start->comm[0] || start->comm[RTLA_COMM_LEN - 1])
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	if (!start->watched_max || start->watched_max > RTLA_WATCHED_MAX ||
	    start->distributions > RTLA_DISTRIBUTIONS_MAX ||
	    start->distributions > start->watched_max)
		return -ERANGE;
	config->kind = &rtla_wakeup;
	workload->hooks = HOOKS_WAKEUP;
	workload->report_noise = !(start->flags & RTLA_START_NO_NOISE);
	if (workload->report_noise)
		workload->hooks |= HOOKS_NMI | HOOKS_NOISE | HOOKS_WATCHED;
	if (start->watch & RTLA_WATCH_WAKERS)
		workload->hooks |= HOOKS_WAKERS;
	ret = start_get_threshold(&workload->stack, start->stack_ns);
	if (!ret)
		ret = start_get_ids(workload, start);
	if (ret)
		return ret;
	workload->watcher = rtla_watcher_create(start->watch, start->comm,
						start->watched_max,
						start->distributions);
	return workload->watcher ? 0 : -ENOMEM;
}

static int start_get_overheads(struct session_config *config,
			       const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;

	if (start->flags & ~(RTLA_START_PANIC | RTLA_START_HIT_ENDS |
			     OVERHEADS_FLAGS) ||
	    start->period_ns || !start_measures_nothing(start) ||
	    start->stack_ns ||
	    !(start->stats & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	config->kind = &rtla_overheads;
	workload->hooks = HOOKS_NMI | HOOKS_NOISE | HOOKS_OVERHEADS;
	workload->all_threads = start->flags & RTLA_START_ALL_THREADS;
	workload->keep_disturbed = start->flags & RTLA_START_DISTURBED;
	return 0;
}

static int start_get_bound(struct session_config *config,
			   const struct rtla_start *start)
{
	struct workload_config *workload = &config->workload;

	if (start->flags & ~(RTLA_START_PANIC | RTLA_START_HIT_ENDS) ||
	    !start_measures_nothing(start) ||
	    !(start->stats & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (!IS_ENABLED(CONFIG_PREEMPT_NOTIFIERS))
		return -EOPNOTSUPP;
	if (start->period_ns < RTLA_PROBE_MIN_NS ||
	    start->period_ns > RTLA_PROBE_MAX_NS)
		return -ERANGE;
	config->kind = &rtla_bound;
	workload->hooks = HOOKS_NMI | HOOKS_NOISE | HOOKS_BOUND;
	/* With PREEMPT_RT, softirqs are threads. */
	workload->report_noise = !IS_ENABLED(CONFIG_PREEMPT_RT);
	if (workload->report_noise)
		workload->hooks |= HOOKS_WATCHED;
	workload->windows = rtla_bound_windows_create();
	if (!workload->windows)
		return -ENOMEM;
	return start_get_threshold(&workload->stack, start->stack_ns);
}

/* Fields for wake-ups in a session of another kind have to be zero. */
static bool start_watches_nothing(const struct rtla_start *start)
{
	return !start->watch && !start->watched_max && !start->ids &&
	       !start->ids_count && !start->distributions &&
	       !memchr_inv(start->stop_wakeup_ns, 0,
			   sizeof(start->stop_wakeup_ns)) &&
	       !memchr_inv(start->comm, 0, sizeof(start->comm));
}

/* Fields and flags for overheads in a session of another kind have to be zero. */
static bool start_has_no_overheads(const struct rtla_start *start)
{
	return !(start->flags & OVERHEADS_FLAGS) &&
	       !memchr_inv(start->stop_overhead_ns, 0,
			   sizeof(start->stop_overhead_ns));
}

/* So have those for a bound. */
static bool start_bounds_nothing(const struct rtla_start *start)
{
	return !memchr_inv(start->stop_bound_ns, 0,
			   sizeof(start->stop_bound_ns));
}

/* Return the contexts, as bits, that the workload measures. */
static unsigned int start_get_contexts(const struct rtla_start *start)
{
	bool no_threads = start->flags & RTLA_START_NO_THREADS;

	if (start->workload == RTLA_WAKEUP)
		return GENMASK(RTLA_WAKEUP_TOTAL, RTLA_WAKEUP_TIMER);
	if (start->workload == RTLA_OVERHEADS)
		return GENMASK(RTLA_OVERHEAD_WAKE,
			       RTLA_OVERHEAD_RELEASE_LATENCY);
	if (start->workload == RTLA_BOUND)
		return GENMASK(RTLA_BOUND_OBSERVED, RTLA_BOUND_POID);
	if (start->workload == RTLA_TIMERLAT)
		return BIT(RTLA_CONTEXT_IRQ) | BIT(RTLA_CONTEXT_THREAD) |
		       (no_threads ? BIT(RTLA_CONTEXT_USER) : 0);
	return no_threads ? 0 : BIT(RTLA_CONTEXT_SINGLE) |
				BIT(RTLA_CONTEXT_TOTAL);
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
			   const struct rtla_start *start)
{
	bool histogram = start->stats & RTLA_STATS_HISTOGRAM;
	bool blocks = start->stats & RTLA_STATS_BLOCKS;

	if (start->stats & ~RTLA_STATS_FLAGS || start->reserved2)
		return -EINVAL;
	stats->flags = start->stats;
	stats->contexts = start_get_contexts(start);
	stats->entries = start->hist_entries;
	stats->bucket = start->hist_bucket_ns;
	stats->block = start->block_ns;
	if (stats->flags & ~RTLA_STATS_SKIPPED &&
	    !(stats->flags & RTLA_STATS_SUMMARY))
		return -EINVAL;
	if (stats->flags && !stats->contexts)
		return -EINVAL;
	if (stats->flags & RTLA_STATS_SKIPPED &&
	    start->workload != RTLA_TIMERLAT)
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
	u64 stop[WORKLOAD_STOPS] = {
		[RTLA_CONTEXT_IRQ] = start->stop_irq_ns,
		[RTLA_CONTEXT_THREAD] = start->stop_thread_ns,
		[RTLA_CONTEXT_USER] = start->stop_user_ns,
		[RTLA_CONTEXT_SINGLE] = start->stop_single_ns,
		[RTLA_CONTEXT_TOTAL] = start->stop_total_ns,
	};
	int ret;

	if (start->flags & ~RTLA_START_FLAGS || start->reserved)
		return -EINVAL;
	if (start->workload != RTLA_WAKEUP && !start_watches_nothing(start))
		return -EINVAL;
	if (start->workload != RTLA_OVERHEADS &&
	    !start_has_no_overheads(start))
		return -EINVAL;
	if (start->workload != RTLA_BOUND && !start_bounds_nothing(start))
		return -EINVAL;
	if (start->workload == RTLA_WAKEUP)
		ret = start_get_wakeup(config, start);
	else if (start->workload == RTLA_OVERHEADS)
		ret = start_get_overheads(config, start);
	else if (start->workload == RTLA_BOUND)
		ret = start_get_bound(config, start);
	else if (start->workload == RTLA_TIMERLAT)
		ret = start_get_timerlat(config, start);
	else if (start->workload == RTLA_OSNOISE)
		ret = start_get_osnoise(config, start);
	else
		ret = -EINVAL;
	config->workload.period = start->period_ns;
	config->panic = start->flags & RTLA_START_PANIC;
	config->hit_ends = start->flags & RTLA_START_HIT_ENDS;
	memcpy(&stop[RTLA_WAKEUP_TIMER], start->stop_wakeup_ns,
	       sizeof(start->stop_wakeup_ns));
	memcpy(&stop[RTLA_OVERHEAD_RELEASE_LATENCY], start->stop_overhead_ns,
	       sizeof(start->stop_overhead_ns));
	memcpy(&stop[RTLA_BOUND_POID], start->stop_bound_ns,
	       sizeof(start->stop_bound_ns));
	if (!ret)
		ret = rtla_start_thresholds(config->workload.stop, stop);
	return ret ?: start_get_sched(config, start);
}

/**
 * rtla_start_configure - make the configuration of a session
 * @session: from rtla_session_create()
 * @start: what it is to do; its field cpu is set to a CPU that is the reason of an
 *	error
 * @text: the line of text that @start comes from, which has a list of CPUs; or NULL:
 *	then @start has the addresses of its CPUs and limits, in user space
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
	return ret ?: start_get_stats(&session->stats.config, start);
}
