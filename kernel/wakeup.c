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
 * "irq", its IRQ_END->SCHEDULE is all parts from "queue" on. Each part begins where
 * the one before it ends, so that their sum is the whole latency: from t_w, or
 * without a timer from "waking".
 *
 * "irq" is the time that the interrupt itself has read before it looks for timers;
 * so the hooks of interrupts are not needed, and interrupts cost nothing.
 *
 * "run" is taken by a preempt notifier, which the kernel calls when the switch to
 * a thread is over, about ten instructions before the scheduler returns, and only
 * for threads that have one. The thread gets it at the switch to it: its list of
 * notifiers is used only by itself, and it does not run at that time. So other
 * threads cost nothing.
 *
 * Nothing begins if the thread was not asleep: each attempt to wake a thread is a
 * candidate, which becomes a wake-up only if it puts a thread on a queue that has
 * been seen to go to sleep. Both happen with the queue locked.
 *
 * What kept a CPU from the thread meanwhile is reported as noise, unless the session
 * wants none: see rtla_noise_watch(). A thread that did so may have kept the
 * scheduler from being called; then it waits where it was taken off its CPU, and its
 * stack says what it was doing.
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

#include "clock.h"
#include "compat.h"
#include "hit.h"
#include "hooks.h"
#include "hooks_arch.h"
#include "hooks_wakeup.h"
#include "noise.h"
#include "scheduler_call.h"
#include "stack.h"
#include "stats.h"
#include "watched.h"
#include "workload.h"

#ifdef CONFIG_PREEMPT_NOTIFIERS

/**
 * struct expiring - the timer whose callback runs on a CPU
 * @t_w: ns; when it was to expire; 0: no callback runs
 * @irq: ns; when the interrupt began to look for timers that have expired
 * @task: the thread that runs the callback, or that is interrupted by it
 */
struct expiring {
	u64 t_w;
	u64 irq;
	const struct task_struct *task;
};

/**
 * struct wakeup_cpu - what is known of a CPU
 * @scheduled: ns; when the scheduler was called last while a watched thread waited
 *	to run; a thread that has been queued since then takes its own queued instead
 * @hard: in a hard interrupt
 * @soft: in a softirq, or in its thread
 * @prev: the thread that the watched thread, which is being switched to, has taken
 *	the CPU from; only if a stack may be wanted
 * @stack: its stack
 */
struct wakeup_cpu {
	u64 scheduled;
	struct expiring hard;
	struct expiring soft;
	struct task_struct *prev;
	struct hit_stack stack;
};

static DEFINE_PER_CPU(struct wakeup_cpu, wakeup_cpu);

/* ---- The end of a wake-up ------------------------------------------------ */

/* The points of a wake-up, in the order of time; begin: t_w, or waking. */
static void wakeup_points(const struct watched *of, u64 run,
			  u64 point[RTLA_WAKEUP_PARTS])
{
	const struct waking *woken = &of->woken;
	unsigned int i;

	point[0] = woken->t_w;
	point[1] = woken->irq;
	point[2] = woken->waking;
	point[3] = of->queued;
	point[4] = of->scheduled;
	point[5] = of->switched;
	point[6] = run;
	/*
	 * Clocks of several CPUs may differ by a few ns; and a thread may be put on
	 * the queue after the scheduler was called, which then was not noted.
	 */
	for (i = woken->t_w ? 1 : 3; i < RTLA_WAKEUP_PARTS; i++)
		point[i] = max(point[i], point[i - 1]);
}

/* Return part @i in ns, of those from @first on; the last part is all of them. */
static u64 wakeup_part(const u64 *point, unsigned int first, unsigned int i)
{
	return i < RTLA_WAKEUP_PARTS - 1 ? point[i + 1] - point[i] :
					   point[i] - point[first];
}

static void wakeup_count(struct watched *of, struct stats_cpu *stats,
			 const u64 *point, unsigned int first)
{
	u64 now = point[RTLA_WAKEUP_PARTS - 1];
	struct watched_part *part;
	unsigned int i;
	u64 value;

	WRITE_ONCE(of->begun, of->begun + 1);
	/* Pairs with the read barrier in rtla_watched_read(). */
	smp_wmb();
	for (i = first; i < RTLA_WAKEUP_PARTS; i++) {
		value = wakeup_part(point, first, i);
		part = &of->part[i];
		part->min = min(part->min, value);
		part->max = max(part->max, value);
		part->sum += value;
		rtla_stats_add(stats, RTLA_WAKEUP_TIMER + i, now, value);
	}
	of->by_timer += !first;
	/* Pairs with the acquire in rtla_watched_read(). */
	smp_store_release(&of->count, of->begun);
}

/*
 * Report the stack of the thread that had the CPU before, unless that was the idle
 * one. It waits where it called the scheduler, or was preempted. Only if another
 * CPU has taken it over since may its stack be wrong. It may have ended, too: then
 * rtla_stack_of_task() takes none, and RCU keeps its memory until preemption is on.
 */
static const struct hit_stack *wakeup_report_stack(u64 t_w, u64 run)
{
	struct wakeup_cpu *wakeup = this_cpu_ptr(&wakeup_cpu);
	struct hit_stack *stack = &wakeup->stack;

	lockdep_assert_preemption_disabled();
	if (is_idle_task(wakeup->prev))
		return NULL;
	rcu_read_lock();
	stack->pid = wakeup->prev->pid;
	stack->count = rtla_stack_of_task(wakeup->prev, stack->entry,
					  HIT_STACK_DEPTH);
	rcu_read_unlock();
	if (!stack->count)
		return NULL;
	trace_stack(t_w, run, 0, stack->pid, stack->entry, stack->count);
	return stack;
}

/* Report a part that is over its threshold. */
static void wakeup_report_hit(struct watched *of, struct rtla_hit *hit,
			      const u64 *point, unsigned int first,
			      const struct hit_stack *stack)
{
	const struct workload_config *config = of->watcher->config;
	u64 run = point[RTLA_WAKEUP_PARTS - 1];

	if (!stack && config->stack != WORKLOAD_NEVER)
		stack = wakeup_report_stack(hit->t_w_ns, run);
	rtla_hit_report(config->hit, hit, point[first ?: 1], run, stack);
}

/*
 * Report the first part that is over its threshold; the whole comes first. @stack
 * was reported already, or is NULL.
 */
static void wakeup_check(struct watched *of, const u64 *point,
			 unsigned int first, const struct hit_stack *stack)
{
	const struct workload_config *config = of->watcher->config;
	struct rtla_hit hit = {
		.seqnum = of->count,
		.t_w_ns = point[first],
		.pid = of->pid,
	};
	unsigned int i;

	for (i = RTLA_WAKEUP_PARTS; i-- > first; ) {
		hit.context = RTLA_WAKEUP_TIMER + i;
		hit.threshold_ns = READ_ONCE(config->stop[hit.context]);
		hit.latency_ns = wakeup_part(point, first, i);
		if (hit.latency_ns < hit.threshold_ns)
			continue;
		wakeup_report_hit(of, &hit, point, first, stack);
		return;
	}
}

/*
 * The thread is about to go on. Its notifier is removed, but keeps its own link:
 * the caller goes on with the next one.
 */
static void wakeup_run(struct preempt_notifier *notifier, int cpu)
{
	struct watched *of = container_of(notifier, struct watched, notifier);
	const struct workload_config *config = of->watcher->config;
	u64 now = rtla_clock(), point[RTLA_WAKEUP_PARTS];
	unsigned int first = of->woken.t_w ? 0 : 2;
	const struct hit_stack *stack = NULL;
	struct stats_cpu *stats;

	__hlist_del(&notifier->link);
	stats = rtla_stats_of(config->stats, cpu);
	if (!stats)
		return;
	wakeup_points(of, now, point);
	if (!rtla_stats_counts(stats, point[first]))
		return;
	wakeup_count(of, stats, point, first);
	trace_wakeup(config->hit->session, of->pid, of->woken.kind,
		     of->woken.waker, point, first);
	if (unlikely(wakeup_part(point, first, RTLA_WAKEUP_PARTS - 1) >=
		     config->stack))
		stack = wakeup_report_stack(point[first],
					    point[RTLA_WAKEUP_PARTS - 1]);
	if (unlikely(READ_ONCE(config->stops)))
		wakeup_check(of, point, first, stack);
}

/* It is never called: the notifier is removed before the thread may be preempted. */
static void wakeup_preempted(struct preempt_notifier *notifier,
			     struct task_struct *next)
{
}

static struct preempt_ops wakeup_notifier = {
	.sched_in = wakeup_run,
	.sched_out = wakeup_preempted,
};

/* ---- The hooks ------------------------------------------------------------ */

/* Note that the callback of @timer runs, in an interrupt that began at @now. */
static __always_inline void expire(struct expiring *expiring,
				   const struct hrtimer *timer, ktime_t now)
{
	/* Both are on the clock of the timer; its offset is to CLOCK_MONOTONIC. */
	ktime_t offset = READ_ONCE(timer->base->offset);

	expiring->task = current;
	expiring->t_w = ktime_sub(hrtimer_get_softexpires(timer), offset);
	expiring->irq = ktime_sub(now, offset);
}

static struct expiring *expiring_here(void)
{
	return in_hardirq() ? this_cpu_ptr(&wakeup_cpu.hard) :
			      this_cpu_ptr(&wakeup_cpu.soft);
}

static void hook_expire_entry(void *data, struct hrtimer *timer,
			      RTLA_HRTIMER_NOW now)
{
	expire(expiring_here(), timer, rtla_hrtimer_now(now));
}

static void hook_expire_exit(void *data, struct hrtimer *timer)
{
	expiring_here()->t_w = 0;
}

/* Return the timer whose callback is about to wake a thread, or NULL. */
static const struct expiring *waking_timer(void)
{
	const struct expiring *expiring = expiring_here();

	return expiring->t_w && expiring->task == current ? expiring : NULL;
}

static void waking_watched(struct watched *of)
{
	const struct expiring *timer = waking_timer();
	struct waking *candidate = &of->candidate;

	candidate->waking = rtla_clock();
	candidate->waker = current->pid;
	candidate->t_w = timer ? timer->t_w : 0;
	candidate->irq = timer ? timer->irq : 0;
	candidate->kind = timer ? RTLA_WAKER_TIMER :
			  in_hardirq() ? RTLA_WAKER_IRQ :
			  in_serving_softirq() ? RTLA_WAKER_SOFTIRQ :
			  RTLA_WAKER_THREAD;
}

static noinline void waking_one_of(struct task_struct *task)
{
	unsigned int looking = 0;
	struct watched *of;

	for (of = rtla_watched_first(task); of;
	     of = rtla_watched_next(of, task)) {
		waking_watched(of);
		looking += of->watcher->looks;
	}
	/* Another session may want to watch it, too. */
	if (unlikely(looking < READ_ONCE(rtla_watchers_looking)) &&
	    rtla_watched_consider(task))
		waking_one_of(task);
}

/* Context: any but NMI, interrupts off, the lock of the thread's wake-ups held. */
static void hook_waking(void *data, struct task_struct *task)
{
	if (rtla_watched_any(task) ||
	    (READ_ONCE(rtla_watchers_looking) && rtla_watched_consider(task)))
		waking_one_of(task);
}

static void queue_watched(struct watched *of)
{
	if (of->state != WATCHED_SLEEPS)
		return;
	of->queued = rtla_clock();
	of->woken = of->candidate;
	of->state = WATCHED_WOKEN;
	atomic_inc(&rtla_watched_waiting);
}

static noinline void queue_one_of(const struct task_struct *task)
{
	struct watched *of;

	for (of = rtla_watched_first(task); of;
	     of = rtla_watched_next(of, task))
		queue_watched(of);
}

/* Context: scheduler, the lock of the thread's queue held, on any CPU. */
static void hook_wakeup(void *data, struct task_struct *task)
{
	if (rtla_watched_any(task))
		queue_one_of(task);
}

static void hook_wakeup_new(void *data, struct task_struct *task)
{
	struct watched *of;

	for (of = rtla_watched_first(task); of;
	     of = rtla_watched_next(of, task)) {
		waking_watched(of);
		of->candidate.kind = RTLA_WAKER_NEW;
		queue_watched(of);
	}
}

static noinline void note_schedule(void)
{
	this_cpu_write(wakeup_cpu.scheduled, rtla_clock());
}

/* Context: scheduler, interrupts off, or others. */
static void hook_schedule(void *data, const char *what)
{
	if (rtla_scheduler_is_called(what) &&
	    atomic_read(&rtla_watched_waiting))
		note_schedule();
}

static void switch_from(struct watched *of, bool sleeps)
{
	of->state = sleeps ? WATCHED_SLEEPS : WATCHED_WAITS;
	if (!sleeps)
		of->off = rtla_clock();
}

static void switch_to_watched(struct watched *of, struct task_struct *prev,
			      struct task_struct *task)
{
	enum watched_state before = of->state;
	u64 now = rtla_clock();

	of->state = WATCHED_RUNS;
	if (before == WATCHED_WAITS) {
		WRITE_ONCE(of->preempted, of->preempted + 1);
		WRITE_ONCE(of->preempted_ns, of->preempted_ns + now - of->off);
		return;
	}
	if (before != WATCHED_WOKEN)
		return;
	atomic_dec(&rtla_watched_waiting);
	of->scheduled = this_cpu_read(wakeup_cpu.scheduled);
	of->switched = now;
	if (of->watcher->config->stack != WORKLOAD_NEVER)
		this_cpu_write(wakeup_cpu.prev, prev);
	of->notifier.ops = &wakeup_notifier;
	hlist_add_head(&of->notifier.link, &task->preempt_notifiers);
}

static noinline void switch_one_of(bool preempt, struct task_struct *prev,
				   struct task_struct *next)
{
	/* A signal may have kept it awake after it was about to sleep. */
	bool sleeps = !preempt && READ_ONCE(prev->__state) != TASK_RUNNING;
	struct watched *of;

	for (of = rtla_watched_first(prev); of;
	     of = rtla_watched_next(of, prev))
		switch_from(of, sleeps);
	for (of = rtla_watched_first(next); of;
	     of = rtla_watched_next(of, next))
		switch_to_watched(of, prev, next);
}

/* Context: scheduler, interrupts off, the lock of this CPU's queue held. */
static void hook_switch(void *data, bool preempt, struct task_struct *prev,
			struct task_struct *next, unsigned int prev_state)
{
	if (rtla_watched_any(prev) || rtla_watched_any(next))
		switch_one_of(preempt, prev, next);
}

static void hook_fork(void *data, struct task_struct *parent,
		      struct task_struct *child)
{
	rtla_watched_fork(parent, child);
}

static void hook_free(void *data, struct task_struct *task)
{
	rtla_watched_free(task);
}

/* The compiler checks that the hooks have the prototypes of their tracepoints. */
static void __maybe_unused check_hooks(void)
{
	check_trace_callback_type_hrtimer_expire_entry(hook_expire_entry);
	check_trace_callback_type_hrtimer_expire_exit(hook_expire_exit);
	check_trace_callback_type_sched_waking(hook_waking);
	check_trace_callback_type_sched_wakeup(hook_wakeup);
	check_trace_callback_type_sched_wakeup_new(hook_wakeup_new);
	check_trace_callback_type_rcu_utilization(hook_schedule);
	check_trace_callback_type_sched_switch(hook_switch);
	check_trace_callback_type_sched_process_fork(hook_fork);
	check_trace_callback_type_sched_process_free(hook_free);
}

static struct hook wakeup_hooks[] = {
	{ .name = "sched", .suffix = "_process_free", .probe = hook_free,
	  .set = HOOKS_WAKEUP },
	{ .name = "sched", .suffix = "_switch", .probe = hook_switch,
	  .set = HOOKS_WAKEUP },
	{ .name = "rcu", .suffix = "_utilization", .probe = hook_schedule,
	  .set = HOOKS_WAKEUP },
	{ .name = "sched", .suffix = "_wakeup", .probe = hook_wakeup,
	  .set = HOOKS_WAKEUP },
	{ .name = "sched", .suffix = "_wakeup_new", .probe = hook_wakeup_new,
	  .set = HOOKS_WAKEUP },
	{ .name = "hrtimer", .suffix = "_expire_exit", .probe = hook_expire_exit,
	  .set = HOOKS_WAKEUP },
	{ .name = "hrtimer", .suffix = "_expire_entry", .probe = hook_expire_entry,
	  .set = HOOKS_WAKEUP },
	{ .name = "sched", .suffix = "_waking", .probe = hook_waking,
	  .set = HOOKS_WAKEUP },
	{ .name = "sched", .suffix = "_process_fork", .probe = hook_fork,
	  .set = HOOKS_WAKEUP },
};

struct hook_list rtla_hooks_wakeup = {
	.hook = wakeup_hooks,
	.count = ARRAY_SIZE(wakeup_hooks),
};

/*
 * rtla_wakeup_attach - let the kernel call preempt notifiers
 *
 * Return: 0. Context: process, may sleep; without cpus_read_lock().
 */
int rtla_wakeup_attach(void)
{
	preempt_notifier_inc();
	return 0;
}

/*
 * rtla_wakeup_detached - undo rtla_wakeup_attach(): none of the hooks runs any more
 *
 * A notifier that is in use is called: that is a part of the switch. Context: process,
 * may sleep; without cpus_read_lock().
 */
void rtla_wakeup_detached(void)
{
	preempt_notifier_dec();
}

/* ---- The workload --------------------------------------------------------- */

static int wakeup_begin(struct workload_config *config)
{
	int cpu;

	for_each_cpu(cpu, config->cpus) {
		if (config->report_noise)
			rtla_noise_watch(cpu, true);
	}
	return rtla_watcher_begin(config->watcher, config);
}

static void wakeup_end(struct workload_config *config)
{
	rtla_watcher_end(config->watcher);
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
	.begin = wakeup_begin,
	.end = wakeup_end,
	.finish = wakeup_finish,
};

#else /* CONFIG_PREEMPT_NOTIFIERS */

/* RTLA_IOC_START refuses such sessions. */
struct hook_list rtla_hooks_wakeup;
const struct workload rtla_wakeup;

int rtla_wakeup_attach(void)
{
	return 0;
}

void rtla_wakeup_detached(void)
{
}

#endif /* CONFIG_PREEMPT_NOTIFIERS */
