// SPDX-License-Identifier: GPL-2.0
/*
 * Wake-ups of any thread, in parts: a session that only watches.
 *
 *	t_w	the timer was to expire		if a timer wakes the thread
 *	irq	its interrupt looks for timers	timer: from t_w
 *	waking	the thread is to be woken	irq: from irq
 *	queued	it is on a CPU's queue		queue: from waking
 *	sched	the scheduler is called		wait: from queued
 *	switch	it has chosen the thread	pick: from sched
 *	run	the thread is about to go on	switch: from switch
 *
 * "Regular vs real-time Linux latency in virtualized environment", section 2.4,
 * takes a wake-up apart at "irq", "waking" and "run": its IRQ_TIME is the part
 * "irq", its IRQ_END->SCHEDULE is all parts from "queue" on. Each part begins
 * where the one before it ends, so that their sum is the whole latency: from
 * t_w, or without a timer from "waking".
 *
 * "irq" is the time that the interrupt itself has read before it looks for
 * timers; so the hooks of interrupts are not needed, and interrupts cost
 * nothing.
 *
 * "run" is taken by a preempt notifier, which the kernel calls when the switch
 * to a thread is over, about ten instructions before the scheduler returns, and
 * only for threads that have one. The thread gets it at the switch to it: its
 * list of notifiers is used only by itself, and it does not run at that time.
 * So other threads cost nothing.
 *
 * Nothing begins if the thread was not asleep: each attempt to wake a thread is
 * a candidate, which becomes a wake-up only if it puts a thread on a queue that
 * has been seen to go to sleep. Both happen with the queue locked.
 *
 * What kept a CPU from the thread until it ran is reported as noise, unless the
 * session wants none: see rtla_noise_watch(). A thread that did so may have
 * kept the scheduler from being called; then it waits where it was taken off
 * its CPU, and its stack says what it was doing.
 */
#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include <trace/events/rcu.h>
#include <trace/events/rtla.h>
#include <trace/events/sched.h>
#include <trace/events/timer.h>

#include "compat.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/hooks_arch.h"
#include "noise/noise.h"
#include "noise/scheduler_call.h"
#include "noise/stack.h"
#include "session/cpu_memory.h"
#include "session/hit.h"
#include "session/workload.h"
#include "stats/buckets.h"
#include "stats/stats.h"
#include "wakeup/wakers.h"
#include "wakeup/wakeup_parts.h"
#include "wakeup/wakeup.h"
#include "wakeup/watched.h"

#ifdef CONFIG_PREEMPT_NOTIFIERS

/**
 * struct expiring - the timer whose callback was called last on a CPU
 * @timer: the timer, which may be gone; it is only compared
 * @base: the kernel's queue in which it was; NULL: no timer was seen yet
 * @t_w: ns; when it was to expire
 * @irq: ns; when the interrupt began to look for timers that have expired
 * @task: the thread that runs the callback, or that is interrupted by it
 */
struct expiring {
	const struct hrtimer *timer;
	const struct hrtimer_clock_base *base;
	u64 t_w;
	u64 irq;
	const struct task_struct *task;
};

/**
 * struct wakeup_cpu - what is known of a CPU
 * @scheduled: ns; when the scheduler was called last while a watched thread
 *	waited to run; a thread that has been queued since then takes its own
 *	queued instead
 * @hard: in a hard interrupt
 * @soft: in a softirq, or in its thread
 * @prev: the thread that the watched thread, which is being switched to, has
 *	taken the CPU from
 */
struct wakeup_cpu {
	u64 scheduled;
	struct expiring hard;
	struct expiring soft;
	struct task_struct *prev;
};

static DEFINE_PER_CPU(struct wakeup_cpu, wakeup_cpu);

/* The last stack that was taken. */
static struct hit_stack __percpu *wakeup_stack __read_mostly;
static struct cpu_memory wakeup_memory = CPU_MEMORY(wakeup_stack);

/* ---- The end of a wake-up ------------------------------------------------ */

/* The points in struct watched.point, in the order of time. */
enum wakeup_point {
	POINT_T_W,
	POINT_IRQ,
	POINT_WAKING,
	POINT_QUEUED,
	POINT_SCHEDULED,
	POINT_SWITCHED,
	POINT_RUN,
};

#define PART_TOTAL	(RTLA_WAKEUP_PARTS - 1)	/* after the parts that add up to it */

/*
 * Bring the points of a wake-up into the order of time: clocks of several CPUs
 * may differ by a few ns, and a thread may be put on the queue after the
 * scheduler was called, which then was not noted.
 */
static __always_inline void wakeup_order(u64 *point, unsigned int i)
{
	if (unlikely(point[i] < point[i - 1]))
		point[i] = point[i - 1];
}

/*
 * Complete the points, of which @first, POINT_T_W or POINT_WAKING, is the first
 * one.
 */
static __always_inline void wakeup_points(u64 *point,
					  const struct waking *woken, u64 run,
					  const unsigned int first)
{
	point[POINT_WAKING] = woken->waking;
	point[POINT_RUN] = run;
	if (first == POINT_T_W) {
		point[POINT_T_W] = woken->t_w;
		point[POINT_IRQ] = woken->irq;
		wakeup_order(point, POINT_IRQ);
		wakeup_order(point, POINT_WAKING);
	}
	wakeup_order(point, POINT_QUEUED);
	wakeup_order(point, POINT_SCHEDULED);
	wakeup_order(point, POINT_SWITCHED);
	wakeup_order(point, POINT_RUN);
}

static __always_inline void wakeup_count_part(struct watched *of,
					      struct stats_line *line,
					      unsigned int first,
					      unsigned int i)
{
	u64 value = rtla_parts_length(of->point, first, i);

	rtla_parts_add(&of->figures.part[i], value);
	rtla_stats_sum(&line[i], value);
}

static noinline void wakeup_count_more(const struct watched *of,
				       struct stats_cpu *stats,
				       unsigned int first)
{
	u64 value[RTLA_WAKEUP_PARTS];
	unsigned int i;

	for (i = first; i < RTLA_WAKEUP_PARTS; i++)
		value[i] = rtla_parts_length(of->point, first, i);
	rtla_stats_add_more_parts(stats, RTLA_WAKEUP_TIMER + first,
				  RTLA_WAKEUP_PARTS - first,
				  of->point[POINT_RUN], value + first);
	if (!of->distribution)
		return;
	for (i = first; i < RTLA_WAKEUP_PARTS; i++)
		rtla_watched_distribution(of, i)[rtla_bucket(value[i])]++;
}

static __always_inline void wakeup_count(struct watched *of,
					 struct stats_cpu *stats,
					 const unsigned int first)
{
	struct stats_line *line = &stats->line[RTLA_WAKEUP_TIMER];
	unsigned int i;

	rtla_stats_step(&of->figures.begun);
#pragma GCC unroll 8
	for (i = first; i < RTLA_WAKEUP_PARTS; i++)
		rtla_stats_step(&line[i].begun);
	/*
	 * Pairs with the barriers in rtla_figures_read() and rtla_stats_read().
	 */
	smp_wmb();
	if (unlikely(stats->any_more))
		wakeup_count_more(of, stats, first);
#pragma GCC unroll 8
	for (i = first; i < RTLA_WAKEUP_PARTS; i++)
		wakeup_count_part(of, line, first, i);
	of->figures.by_timer += first == POINT_T_W;
	/*
	 * Pairs with the acquires in rtla_figures_read() and rtla_stats_read().
	 */
	smp_wmb();
#pragma GCC unroll 8
	for (i = first; i < RTLA_WAKEUP_PARTS; i++)
		rtla_stats_step(&line[i].count);
	rtla_stats_step(&of->figures.count);
}

/*
 * Report the stack of the thread that had the CPU before, unless that was the
 * idle one. It waits where it called the scheduler, or was preempted. Only if
 * another CPU has taken it over since may its stack be wrong. It may have
 * ended, too: then rtla_stack_of_task() takes none, and RCU keeps its memory
 * until preemption is on.
 */
static const struct hit_stack *wakeup_report_stack(u64 t_w, u64 run)
{
	struct task_struct *prev = this_cpu_read(wakeup_cpu.prev);
	struct hit_stack *stack = this_cpu_ptr(wakeup_stack);

	lockdep_assert_preemption_disabled();
	if (is_idle_task(prev))
		return NULL;
	rcu_read_lock();
	stack->pid = prev->pid;
	stack->count = rtla_stack_of_task(prev, stack->entry, HIT_STACK_DEPTH);
	rcu_read_unlock();
	if (!stack->count)
		return NULL;
	trace_stack(t_w, run, 0, stack->pid, stack->entry, stack->count);
	return stack;
}

/* Report a part that is over its threshold. */
static void wakeup_report_hit(struct watched *of, struct rtla_hit *hit,
			      unsigned int first, const struct hit_stack *stack)
{
	const struct workload_config *config = of->watcher->config;
	u64 run = of->point[POINT_RUN];

	if (!stack && config->stack != WORKLOAD_NEVER)
		stack = wakeup_report_stack(hit->t_w_ns, run);
	rtla_hit_report(config->hit, hit, of->point[first ?: POINT_IRQ], run,
			stack);
}

/*
 * Do what is wanted of few sessions only: count the wake-up for its waker, take
 * a stack, and report the first part that is over its threshold; the whole
 * comes first.
 */
static noinline void wakeup_check(struct watched *of, unsigned int first)
{
	const struct workload_config *config = of->watcher->config;
	const struct hit_stack *stack = NULL;
	const u64 *point = of->point;
	struct rtla_hit hit = {
		.seqnum = of->figures.count,
		.t_w_ns = point[first],
		.pid = of->pid,
	};
	unsigned int i;

	if (of->watcher->wakers)
		rtla_wakers_count(of->watcher->wakers,
				  &of->waking[of->woken].by, point, first);
	if (rtla_parts_length(point, first, PART_TOTAL) >= config->stack)
		stack = wakeup_report_stack(point[first], point[POINT_RUN]);
	for (i = RTLA_WAKEUP_PARTS; i-- > first; ) {
		hit.context = RTLA_WAKEUP_TIMER + i;
		hit.threshold_ns = READ_ONCE(config->stop[hit.context]);
		hit.latency_ns = rtla_parts_length(point, first, i);
		if (hit.latency_ns < hit.threshold_ns)
			continue;
		wakeup_report_hit(of, &hit, first, stack);
		return;
	}
}

static __always_inline void wakeup_over(struct watched *of,
					const struct waking *woken,
					struct stats_cpu *stats, u64 run,
					const unsigned int first)
{
	const struct workload_config *config;

	wakeup_points(of->point, woken, run, first);
	if (!rtla_stats_counts(stats, of->point[first]))
		return;
	wakeup_count(of, stats, first);
	config = of->watcher->config;
	trace_wakeup(config->hit->session, of->pid, woken->kind, woken->waker,
		     of->point, first);
	if (unlikely(READ_ONCE(config->wakeup.checks)))
		wakeup_check(of, first);
}

/*
 * The thread is about to go on. Its notifier is removed, but keeps its own
 * link: the caller goes on with the next one. The code is there twice, so that
 * nothing has to be done for the parts that there are not without a timer.
 */
static void wakeup_run(struct preempt_notifier *notifier, int cpu)
{
	struct watched *of = container_of(notifier, struct watched, notifier);
	const struct waking *woken = &of->waking[of->woken];
	struct stats_cpu *stats = of->stats[cpu];
	u64 now = rtla_clock();

	rtla_notified(notifier);
	if (unlikely(!stats))
		return;
	if (woken->t_w)
		wakeup_over(of, woken, stats, now, POINT_T_W);
	else
		wakeup_over(of, woken, stats, now, POINT_WAKING);
}

static struct preempt_ops wakeup_notifier = {
	.sched_in = wakeup_run,
	.sched_out = rtla_notify_never,
};

/* ---- The hooks ----------------------------------------------------------- */

/* Note that the callback of @timer runs, in an interrupt that began at @now. */
static __always_inline void expire(struct expiring *expiring,
				   const struct hrtimer *timer, ktime_t now)
{
	/*
	 * Both are on the clock of the timer; its offset is to CLOCK_MONOTONIC.
	 */
	const struct hrtimer_clock_base *base = timer->base;
	ktime_t offset = READ_ONCE(base->offset);

	expiring->timer = timer;
	expiring->base = base;
	expiring->task = current;
	expiring->t_w = ktime_sub(hrtimer_get_softexpires(timer), offset);
	expiring->irq = ktime_sub(now, offset);
}

/*
 * Return whether the callback still runs. The kernel notes that itself; so its
 * end needs no hook, which would be called on each CPU.
 */
static __always_inline bool still_runs(const struct expiring *expiring)
{
	return expiring->base &&
	       READ_ONCE(expiring->base->running) == expiring->timer;
}

static void wakeup_hook_expire_entry(void *data, struct hrtimer *timer,
				     RTLA_HRTIMER_NOW now)
{
	expire(in_hardirq() ? this_cpu_ptr(&wakeup_cpu.hard) :
			      this_cpu_ptr(&wakeup_cpu.soft),
	       timer, rtla_hrtimer_now(now));
}

/* The callback of the timer of @expiring is about to wake a thread. */
static __always_inline void note_timer(struct waking *waking,
				       const struct expiring *expiring)
{
	waking->t_w = expiring->t_w;
	waking->irq = expiring->irq;
	waking->kind = RTLA_WAKER_TIMER;
}

static __always_inline void note_no_timer(struct waking *waking,
					  enum rtla_waker kind)
{
	waking->t_w = 0;
	waking->kind = kind;
}

/* Return where the next attempt to wake the thread is noted. */
static __always_inline struct waking *watched_candidate(struct watched *of)
{
	return &of->waking[of->woken ^ 1];
}

/*
 * Under PREEMPT_RT, threads sleep for locks for which they spin otherwise. It
 * is a thread that releases such a lock, also where it serves a softirq or
 * calls a timer's callback: a thread that reads a timer's file sleeps once more
 * for the lock that is held while the timer wakes it.
 */
static __always_inline bool sleeps_for_lock(const struct task_struct *task)
{
	return IS_ENABLED(CONFIG_PREEMPT_RT) &&
	       READ_ONCE(task->__state) & TASK_RTLOCK_WAIT;
}

/* Note in @waking who is about to wake @task, and when. */
static __always_inline void note_waking(struct waking *waking,
					const struct task_struct *task)
{
	const struct wakeup_cpu *here = this_cpu_ptr(&wakeup_cpu);

	waking->waking = rtla_clock();
	waking->waker = current->pid;
	if (sleeps_for_lock(task)) {
		note_no_timer(waking, RTLA_WAKER_THREAD);
	} else if (in_hardirq()) {
		if (still_runs(&here->hard))
			note_timer(waking, &here->hard);
		else
			note_no_timer(waking, RTLA_WAKER_IRQ);
	} else if (here->soft.task == current && still_runs(&here->soft)) {
		note_timer(waking, &here->soft);
	} else {
		note_no_timer(waking, in_serving_softirq() ?
				      RTLA_WAKER_SOFTIRQ : RTLA_WAKER_THREAD);
	}
}

/*
 * Note that for a watcher, with all that is known of who does it, if it wants
 * that.
 */
static __always_inline void note_candidate(struct watched *of,
					   const struct task_struct *task)
{
	struct waking *candidate = watched_candidate(of);

	note_waking(candidate, task);
	if (static_branch_unlikely(&rtla_wakers_kept) && of->watcher->wakers)
		rtla_waker_note(&candidate->by, candidate->kind);
}

/* Note it for all watchers of the thread, from @node on in its bucket. */
static noinline void waking_one_of(struct hlist_node *node,
				   const struct task_struct *task)
{
	struct watched *of;

	for (of = rtla_watched_from(node, task); of;
	     of = rtla_watched_next(of, task))
		note_candidate(of, task);
}

/* Do the same, and let those sessions watch it that want to and do not yet. */
static noinline void waking_considered(struct hlist_node *node,
				       struct task_struct *task)
{
	unsigned int looking = 0;
	struct watched *of;

	if (node)
		waking_one_of(node, task);
	for (of = rtla_watched_from(node, task); of;
	     of = rtla_watched_next(of, task))
		looking += of->watcher->looks;
	if (looking < READ_ONCE(rtla_watchers_looking) &&
	    rtla_watched_consider(task))
		waking_one_of(rtla_watched_node(task), task);
}

/*
 * Context: any but NMI, interrupts off, the lock of the thread's wake-ups held.
 */
static void wakeup_hook_waking(void *data, struct task_struct *task)
{
	struct hlist_node *node = rtla_watched_node(task);

	if (unlikely(rtla_watchers_may_want(task)))
		waking_considered(node, task);
	else if (unlikely(node))
		waking_one_of(node, task);
}

static __always_inline void queue_watched(struct watched *of)
{
	if (of->state != WATCHED_SLEEPS)
		return;
	of->point[POINT_QUEUED] = rtla_clock();
	of->woken ^= 1;
	of->state = WATCHED_WOKEN;
	atomic_inc(&rtla_watched_waiting);
}

static noinline void queue_one_of(struct hlist_node *node,
				  const struct task_struct *task)
{
	struct watched *of;

	for (of = rtla_watched_from(node, task); of;
	     of = rtla_watched_next(of, task))
		queue_watched(of);
}

/* Context: scheduler, the lock of the thread's queue held, on any CPU. */
static void wakeup_hook_wakeup(void *data, struct task_struct *task)
{
	struct hlist_node *node = rtla_watched_node(task);

	if (unlikely(node))
		queue_one_of(node, task);
}

static void wakeup_hook_wakeup_new(void *data, struct task_struct *task)
{
	struct waking *candidate;
	struct watched *of;

	for (of = rtla_watched_first(task); of;
	     of = rtla_watched_next(of, task)) {
		candidate = watched_candidate(of);
		note_waking(candidate, task);
		candidate->kind = RTLA_WAKER_NEW;
		candidate->by = (struct waker) { .kind = RTLA_WAKER_NEW };
		queue_watched(of);
	}
}

static noinline void note_schedule(void)
{
	this_cpu_write(wakeup_cpu.scheduled, rtla_clock());
}

/* Context: scheduler, interrupts off, or others. */
static void wakeup_hook_schedule(void *data, const char *what)
{
	if (rtla_scheduler_is_called(what) &&
	    atomic_read(&rtla_watched_waiting))
		note_schedule();
}

static __always_inline void switch_from(struct watched *of, bool sleeps)
{
	of->state = WATCHED_SLEEPS;
	if (sleeps)
		return;
	of->state = WATCHED_WAITS;
	of->off = rtla_clock();
}

static __always_inline void switch_to_watched(struct watched *of,
					      struct task_struct *prev,
					      struct task_struct *task)
{
	enum watched_state before = of->state;
	u64 now = rtla_clock();

	of->state = WATCHED_RUNS;
	if (before == WATCHED_WAITS) {
		WRITE_ONCE(of->preempted, of->preempted + 1);
		WRITE_ONCE(of->preempted_ns, of->preempted_ns + now - of->off);
	}
	if (before != WATCHED_WOKEN)
		return;
	atomic_dec(&rtla_watched_waiting);
	of->point[POINT_SCHEDULED] = this_cpu_read(wakeup_cpu.scheduled);
	of->point[POINT_SWITCHED] = now;
	this_cpu_write(wakeup_cpu.prev, prev);
	of->notifier.ops = &wakeup_notifier;
	hlist_add_head(&of->notifier.link, &task->preempt_notifiers);
}

/* @from and @to: where the buckets of @prev and of @next begin */
static noinline void switch_one_of(struct hlist_node *from,
				   struct hlist_node *to, bool preempt,
				   struct task_struct *prev,
				   struct task_struct *next)
{
	/* A signal may have kept it awake after it was about to sleep. */
	bool sleeps = !preempt && READ_ONCE(prev->__state) != TASK_RUNNING;
	struct watched *of;

	for (of = rtla_watched_from(from, prev); of;
	     of = rtla_watched_next(of, prev))
		switch_from(of, sleeps);
	for (of = rtla_watched_from(to, next); of;
	     of = rtla_watched_next(of, next))
		switch_to_watched(of, prev, next);
}

/* Context: scheduler, interrupts off, the lock of this CPU's queue held. */
static void wakeup_hook_switch(void *data, bool preempt,
			       struct task_struct *prev,
			       struct task_struct *next,
			       unsigned int prev_state)
{
	struct hlist_node *from = rtla_watched_node(prev);
	struct hlist_node *to = rtla_watched_node(next);

	if (unlikely(from) || unlikely(to))
		switch_one_of(from, to, preempt, prev, next);
}

static void wakeup_hook_fork(void *data, struct task_struct *parent,
			     struct task_struct *child)
{
	rtla_watched_fork(parent, child);
}

static void wakeup_hook_free(void *data, struct task_struct *task)
{
	rtla_watched_free(task);
}

/*
 * The compiler checks that the hooks have the prototypes of their tracepoints.
 */
static void __maybe_unused wakeup_check_hooks(void)
{
	check_trace_callback_type_hrtimer_expire_entry(wakeup_hook_expire_entry);
	check_trace_callback_type_sched_waking(wakeup_hook_waking);
	check_trace_callback_type_sched_wakeup(wakeup_hook_wakeup);
	check_trace_callback_type_sched_wakeup_new(wakeup_hook_wakeup_new);
	check_trace_callback_type_rcu_utilization(wakeup_hook_schedule);
	check_trace_callback_type_sched_switch(wakeup_hook_switch);
	check_trace_callback_type_sched_process_fork(wakeup_hook_fork);
	check_trace_callback_type_sched_process_free(wakeup_hook_free);
}

static struct hook wakeup_hooks[] = {
	{ .name = "sched", .suffix = "_process_free", .probe = wakeup_hook_free },
	{ .name = "sched", .suffix = "_switch", .probe = wakeup_hook_switch },
	{ .name = "rcu", .suffix = "_utilization",
	  .probe = wakeup_hook_schedule },
	{ .name = "sched", .suffix = "_wakeup", .probe = wakeup_hook_wakeup },
	{ .name = "sched", .suffix = "_wakeup_new",
	  .probe = wakeup_hook_wakeup_new },
	{ .name = "hrtimer", .suffix = "_expire_entry",
	  .probe = wakeup_hook_expire_entry },
	{ .name = "sched", .suffix = "_waking", .probe = wakeup_hook_waking },
	{ .name = "sched", .suffix = "_process_fork", .probe = wakeup_hook_fork },
};

/* Let the kernel call preempt notifiers. */
static int wakeup_attach(void)
{
	preempt_notifier_inc();
	return 0;
}

/*
 * A notifier that is in use is called: that is a part of the switch. The timers
 * are forgotten: nobody sees any more when one of them is called again.
 */
static void wakeup_detached(void)
{
	int cpu;

	preempt_notifier_dec();
	for_each_possible_cpu(cpu) {
		per_cpu(wakeup_cpu, cpu).hard.base = NULL;
		per_cpu(wakeup_cpu, cpu).soft.base = NULL;
	}
}

struct hook_set rtla_wakeup_hooks = {
	.hook = wakeup_hooks,
	.count = ARRAY_SIZE(wakeup_hooks),
	.attach = wakeup_attach,
	.detached = wakeup_detached,
};

/* ---- The workload -------------------------------------------------------- */

/*
 * Find out whether a wake-up may be a hit, be reported with a stack, or have a
 * waker.
 */
static void wakeup_armed(struct workload_config *config)
{
	bool checks = config->stack != WORKLOAD_NEVER ||
		      config->wakeup.counts_wakers ||
		      workload_has_threshold(config->stop);

	WRITE_ONCE(config->wakeup.checks, checks);
}

static void wakeup_watch(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus) {
		if (config->report_noise)
			rtla_noise_watch(cpu, true);
	}
}

static int wakeup_begin(struct workload_config *config)
{
	wakeup_armed(config);
	return rtla_watcher_begin(config->wakeup.watcher, config);
}

static void wakeup_end(struct workload_config *config)
{
	rtla_watcher_end(config->wakeup.watcher);
}

static void wakeup_finish(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus) {
		if (config->report_noise)
			rtla_noise_unwatch(cpu, true);
	}
}

const struct workload rtla_wakeup = {
	.id = RTLA_WAKEUP,
	.flags = WAKEUP_FLAGS,
	.observes = ~RTLA_START_PANIC,
	.measures = GENMASK(RTLA_WAKEUP_TOTAL, RTLA_WAKEUP_TIMER),
	.start_size = sizeof(struct rtla_start_wakeup),
	.stops_at = offsetof(struct rtla_start_wakeup, stop_ns),
	.first = RTLA_WAKEUP_TIMER,
	.stops = RTLA_WAKEUP_PARTS,
	.configure = rtla_wakeup_configure,
	.free = rtla_wakeup_free,
	.requests = BIT(_IOC_NR(RTLA_IOC_THREADS)) |
		    BIT(_IOC_NR(RTLA_IOC_WAKERS)),
	.read = rtla_wakeup_read,
	.thread_buckets = rtla_wakeup_buckets,
	.memory = { &wakeup_memory },
	.hooks = { &rtla_wakeup_hooks, &rtla_wakers_hooks },
	.armed = wakeup_armed,
	.watch = wakeup_watch,
	.begin = wakeup_begin,
	.end = wakeup_end,
	.finish = wakeup_finish,
};

#else /* CONFIG_PREEMPT_NOTIFIERS */

/* RTLA_IOC_START refuses such sessions. */
struct hook_set rtla_wakeup_hooks;
const struct workload rtla_wakeup = {
	.id = RTLA_WAKEUP,
	.flags = WAKEUP_FLAGS,
	.observes = ~RTLA_START_PANIC,
	.start_size = sizeof(struct rtla_start_wakeup),
	.stops_at = offsetof(struct rtla_start_wakeup, stop_ns),
	.first = RTLA_WAKEUP_TIMER,
	.stops = RTLA_WAKEUP_PARTS,
	.configure = rtla_wakeup_configure,
	.requests = BIT(_IOC_NR(RTLA_IOC_THREADS)) |
		    BIT(_IOC_NR(RTLA_IOC_WAKERS)),
	.read = rtla_wakeup_read,
};

#endif /* CONFIG_PREEMPT_NOTIFIERS */
