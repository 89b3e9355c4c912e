// SPDX-License-Identifier: GPL-2.0
/*
 * The cycle of timerlat.
 *
 * In each activation, a timer is to expire at the time t_w. The cycle measures
 * the time from t_w to the first timestamp in the timer's handler (IRQ
 * latency), to the first one in the thread that the handler wakes (thread
 * latency), and, with a user-space workload, to the first one when the workload
 * asks for its next period (user latency). See "Timerlat: Real-time Linux
 * Scheduling Latency Measurements, Tracing, and Analysis", section 4.2.
 *
 * The cycle disturbs its CPU by one timer interrupt and two context switches in
 * each period, at a real-time priority.
 */
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <trace/events/rtla.h>

#include "compat.h"
#include "noise/callbacks.h"
#include "noise/causes.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/noise.h"
#include "noise/noise_context.h"
#include "noise/stack.h"
#include "session/cpu_memory.h"
#include "session/hit.h"
#include "stats/stats.h"
#include "timerlat/timerlat.h"

/*
 * ns from the timer's handler to the thread, if nothing keeps it: on any usual
 * machine it takes less than half of this. What is left is as much as it costs
 * to take a stack, so that a stack is never the largest part of a latency.
 */
#define WAKE_UP_NS	10000

/*
 * ns that a hit of an IRQ latency waits for the thread. Whoever waits for the
 * hit still sees it at once, even if something keeps the thread for good.
 */
#define PUT_OFF_NS	100000000

struct timerlat_cpu __percpu *rtla_timerlat_cpu __read_mostly;
struct cpu_memory rtla_timerlat_memory = CPU_MEMORY(rtla_timerlat_cpu);

/* Report the stack of this activation, if one was taken, but only once. */
static void timerlat_report_stack(struct timerlat_cpu *timerlat)
{
	struct hit_stack *stack = &timerlat->stack;

	if (!stack->count || stack->reported)
		return;
	stack->reported = true;
	trace_stack(timerlat->t_w, stack->time, stack->cost, stack->pid,
		    stack->entry, stack->count);
}

/* Report what the CPU has done since the timer's interrupt, before the hit. */
static void timerlat_report_counters(const struct timerlat_cpu *timerlat)
{
	const struct timerlat_counters *counters = timerlat->counters;

	if (counters && counters->start && counters->end >= counters->start)
		trace_counters(timerlat->t_w, counters->start,
			       counters->end - counters->start,
			       counters->count);
}

static void timerlat_report_hit(struct timerlat_cpu *timerlat,
				enum rtla_context context, u64 latency,
				u64 threshold)
{
	struct rtla_hit hit = {
		.context = context,
		.seqnum = timerlat->seqnum,
		.latency_ns = latency,
		.threshold_ns = threshold,
		.t_w_ns = timerlat->t_w,
	};
	u64 irq_start = timerlat->noise ? timerlat->irq_start :
					  timerlat->t_w + timerlat->irq_latency;
	u64 thread_start = timerlat->thread_start;

	/* The timer has interrupted the thread, which nothing else delayed. */
	if (thread_start && thread_start < irq_start)
		thread_start = irq_start;
	timerlat_report_stack(timerlat);
	if (context != RTLA_CONTEXT_IRQ)
		timerlat_report_counters(timerlat);
	rtla_hit_report(timerlat->hit, &hit, irq_start,
			context == RTLA_CONTEXT_IRQ ? 0 : thread_start,
			timerlat->stack.count ? &timerlat->stack : NULL);
}

/*
 * Return the ns from t_w to @now; 0 if @now is earlier: rtla_clock() may
 * read a few ns less than the clock that the timer expired by.
 */
static __always_inline u64
timerlat_latency_at(const struct timerlat_cpu *timerlat, u64 now)
{
	return likely(now >= timerlat->t_w) ? now - timerlat->t_w : 0;
}

static __always_inline void timerlat_count_irq(struct timerlat_cpu *timerlat)
{
	rtla_stats_add(timerlat->stats, RTLA_CONTEXT_IRQ,
		       timerlat->t_w + timerlat->irq_latency,
		       timerlat->irq_latency);
}

static void timerlat_trace_irq(const struct timerlat_cpu *timerlat)
{
	trace_timerlat_sample(timerlat->irq_latency, timerlat->seqnum,
			      RTLA_CONTEXT_IRQ, timerlat->t_w,
			      timerlat->interrupted);
}

/*
 * Take the stack of what the timer interrupts. That takes some thousand
 * instructions, which no context accounts for. If they are a part of a latency
 * that is still to be taken (@late), the walk ends when it has taken a quarter
 * of what has passed of it: the inner functions say where the thread was, and a
 * stack is not the largest part.
 */
static void timerlat_take_stack(struct timerlat_cpu *timerlat, bool late)
{
	const struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	struct noise_window begin = rtla_noise_stamp(noise), end;
	struct hit_stack *stack = &timerlat->stack;
	u64 until = late ? begin.start + (begin.start - timerlat->t_w) / 4 :
			   U64_MAX;

	stack->pid = current->pid;
	stack->count = rtla_stack_of_interrupted(stack->entry, HIT_STACK_DEPTH,
						 until);
	stack->time = begin.start;
	end = rtla_noise_stamp(noise);
	stack->cost = rtla_noise_net_time(&begin, &end);
	rtla_noise_steal(stack->cost);
}

/*
 * Take the stack of the thread that the timer had interrupted when it expired.
 * That thread waits where this one preempted it, unless another CPU has taken
 * it over, or it has ended: then the stack may be wrong, or there is none.
 */
static void timerlat_take_stack_later(struct timerlat_cpu *timerlat)
{
	struct hit_stack *stack = &timerlat->stack;
	struct task_struct *task;

	stack->pid = timerlat->interrupted;
	stack->time = timerlat->woke;
	stack->cost = 0;
	rcu_read_lock();
	task = pid_task(find_pid_ns(timerlat->interrupted, &init_pid_ns),
			PIDTYPE_PID);
	if (task && task != current)
		stack->count = rtla_stack_of_task(task, stack->entry,
						  HIT_STACK_DEPTH);
	rcu_read_unlock();
}

/*
 * Return whether the stack of what runs now says why the activation is late. If
 * the measuring thread has begun to run, but has not taken its timestamp yet,
 * it does not: then the thread takes the stack of what it has waited for,
 * unless that is an idle CPU, which has none. Of a user-space workload that
 * goes on, a user latency may need the stack.
 */
static bool timerlat_stack_tells(const struct timerlat_cpu *timerlat)
{
	if (timerlat->sampled != timerlat->seqnum && !timerlat->awake)
		return current != timerlat->thread || !timerlat->interrupted;
	return READ_ONCE(timerlat->stop[RTLA_CONTEXT_USER]) != WORKLOAD_NEVER;
}

/*
 * The activation is late, and what runs now is what it waits for.
 *
 * The thread has at least the time that a wake-up takes: otherwise the stack
 * would be that of a wake-up which nothing keeps, and would itself be the
 * largest part of the latency. If the thread runs before that, and is late all
 * the same, it takes the stack, after its own timestamp.
 */
static enum hrtimer_restart timerlat_late(struct hrtimer *timer)
{
	struct timerlat_cpu *timerlat = container_of(timer, struct timerlat_cpu,
						     late_timer);
	ktime_t soonest = ns_to_ktime(timerlat->t_w + timerlat->irq_latency +
				      WAKE_UP_NS);

	if (!timerlat->fired || timerlat->stack.time)
		return HRTIMER_NORESTART;
	if (hrtimer_get_expires(timer) < soonest) {
		hrtimer_set_expires(timer, soonest);
		return HRTIMER_RESTART;
	}
	if (timerlat_stack_tells(timerlat))
		timerlat_take_stack(timerlat, true);
	return HRTIMER_NORESTART;
}

/*
 * Report the hit of an IRQ latency. Its latency is counted before, since the
 * hit may end the counting: the activation goes on with what this costs.
 */
static void timerlat_report_irq_hit(struct timerlat_cpu *timerlat, u64 latency,
				    u64 stop)
{
	/* Before it is counted: see rtla_timerlat_pending(). */
	WRITE_ONCE(timerlat->irq_taken, true);
	if (timerlat->stats &&
	    rtla_stats_counts(timerlat->stats, timerlat->t_w))
		timerlat_count_irq(timerlat);
	timerlat_trace_irq(timerlat);
	timerlat_report_hit(timerlat, RTLA_CONTEXT_IRQ, latency, stop);
}

/*
 * A hit was put off, and its thread has not run for long, or has not ended its
 * period: report what is known. If the hit was reported before, or another
 * activation has begun, this does nothing.
 */
static enum hrtimer_restart timerlat_put_off_ends(struct hrtimer *timer)
{
	struct timerlat_cpu *timerlat = container_of(timer, struct timerlat_cpu,
						     put_off_timer);

	if (timerlat->put_off != timerlat->seqnum)
		return HRTIMER_NORESTART;
	if (timerlat->sampled == timerlat->seqnum)
		timerlat_report_hit(timerlat, RTLA_CONTEXT_THREAD,
				    timerlat_latency_at(timerlat, timerlat->woke),
				    READ_ONCE(timerlat->stop[RTLA_CONTEXT_THREAD]));
	else
		timerlat_report_irq_hit(timerlat, timerlat->irq_latency,
					READ_ONCE(timerlat->stop[RTLA_CONTEXT_IRQ]));
	return HRTIMER_NORESTART;
}

/*
 * An IRQ latency is a hit. If it is long enough for the threshold of the thread
 * latency, that will be a hit as well: then the hit waits for it, so that the
 * trace has all of the activation. What ran here is known from the stack, which
 * is taken now. A crash dump is to show this moment, so that panic() does not
 * wait.
 */
static noinline void timerlat_irq_hit(struct timerlat_cpu *timerlat,
				      u64 latency, u64 stop, bool with_stack)
{
	bool waits = latency >= READ_ONCE(timerlat->stop[RTLA_CONTEXT_THREAD]) &&
		     !timerlat->hit->panic;

	if (with_stack)
		timerlat_take_stack(timerlat, waits);
	if (!waits) {
		timerlat_report_irq_hit(timerlat, latency, stop);
		return;
	}
	timerlat->put_off = timerlat->seqnum;
	hrtimer_start(&timerlat->put_off_timer, ns_to_ktime(PUT_OFF_NS),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/*
 * Return whether the hit of a thread latency is put off until the user latency,
 * which is longer, because that of the IRQ latency was. A thread of the kernel
 * has none, whatever its threshold is.
 */
static noinline bool timerlat_waits_for_user(const struct timerlat_cpu *timerlat,
					     u64 latency)
{
	return timerlat->put_off == timerlat->seqnum &&
	       !(timerlat->thread->flags & PF_KTHREAD) &&
	       latency >= READ_ONCE(timerlat->stop[RTLA_CONTEXT_USER]);
}

/*
 * The handler of the timer, compiled for each combination of what a session may
 * need, so that it pays for nothing else. Only what has to happen here does:
 * the thread counts and records the IRQ latency after its own timestamp.
 */
static __always_inline enum hrtimer_restart
timerlat_irq_common(struct hrtimer *timer, bool noise, bool stack)
{
	struct timerlat_cpu *timerlat = container_of(timer, struct timerlat_cpu,
						     timer);
	u64 now = rtla_clock();
	u64 latency = timerlat_latency_at(timerlat, now);
	u64 stop = READ_ONCE(timerlat->stop[RTLA_CONTEXT_IRQ]);

	if (noise) {
		timerlat->irq_start =
			rtla_noise_open_workload(this_cpu_ptr(&rtla_noise_cpu),
						 timerlat->holds);
	}
	if (static_branch_unlikely(&rtla_timerlat_counts) && timerlat->counters)
		rtla_timerlat_counters_begin(timerlat->counters, now);
	WRITE_ONCE(timerlat->irq_latency, latency);
	timerlat->interrupted = current->pid;
	/* Pairs with the read barrier in rtla_timerlat_pending(). */
	smp_store_release(&timerlat->seqnum, timerlat->seqnum + 1);
	if (unlikely(latency >= stop))
		timerlat_irq_hit(timerlat, latency, stop, stack);
	/* An idle CPU has no stack to be taken later. */
	if (stack && unlikely(latency >= timerlat->stack_ns) &&
	    !timerlat->interrupted && !timerlat->stack.time)
		timerlat_take_stack(timerlat, true);
	WRITE_ONCE(timerlat->fired, true);
	wake_up_process(timerlat->thread);
	return HRTIMER_NORESTART;
}

static enum hrtimer_restart timerlat_irq(struct hrtimer *timer)
{
	return timerlat_irq_common(timer, false, false);
}

static enum hrtimer_restart timerlat_irq_noise(struct hrtimer *timer)
{
	return timerlat_irq_common(timer, true, false);
}

static enum hrtimer_restart timerlat_irq_stack(struct hrtimer *timer)
{
	return timerlat_irq_common(timer, false, true);
}

static enum hrtimer_restart timerlat_irq_noise_stack(struct hrtimer *timer)
{
	return timerlat_irq_common(timer, true, true);
}

/*
 * Count the IRQ and the thread latency, if their activation is to be counted.
 */
static __always_inline void timerlat_count(struct timerlat_cpu *timerlat,
					   u64 now, u64 latency)
{
	struct stats_cpu *stats = timerlat->stats;

	/*
	 * From here on the IRQ latency does not wait to be counted. A reader
	 * who finds it counted sees this, too: rtla_timerlat_pending().
	 */
	WRITE_ONCE(timerlat->sampled, timerlat->seqnum);
	if (!stats || !rtla_stats_counts(stats, timerlat->t_w))
		return;
	if (likely(!timerlat->irq_taken))
		timerlat_count_irq(timerlat);
	rtla_stats_add(stats, RTLA_CONTEXT_THREAD, now, latency);
}

/**
 * rtla_timerlat_sample_thread - count and record the IRQ and thread latency
 * @timerlat: this CPU's cycle, after rtla_timerlat_wake(); a repeated call does
 *	nothing
 *
 * The function leaves the reports of noise on. With a thread of the kernel, the
 * caller switches them off; with a user-space workload, they go on until its
 * user latency.
 *
 * Context: the thread, with preemption off.
 */
void rtla_timerlat_sample_thread(struct timerlat_cpu *timerlat)
{
	u64 latency = timerlat_latency_at(timerlat, timerlat->woke);
	u64 stop = READ_ONCE(timerlat->stop[RTLA_CONTEXT_THREAD]);

	lockdep_assert_preemption_disabled();
	if (!timerlat->awake)
		return;
	timerlat_count(timerlat, timerlat->woke, latency);
	/*
	 * A reader that finds the thread not awake finds its latency counted:
	 * rtla_timerlat_gap().
	 */
	smp_store_release(&timerlat->awake, false);
	if (timerlat->noise)
		rtla_noise_release(this_cpu_ptr(&rtla_noise_cpu));
	if (likely(!timerlat->irq_taken))
		timerlat_trace_irq(timerlat);
	WRITE_ONCE(timerlat->irq_taken, false);
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_THREAD,
			      timerlat->t_w, current->pid);
	if (unlikely(latency >= timerlat->stack_ns)) {
		if (!timerlat->stack.time)
			timerlat_take_stack_later(timerlat);
		timerlat_report_stack(timerlat);
	}
	if (unlikely(latency >= stop) &&
	    !timerlat_waits_for_user(timerlat, latency))
		timerlat_report_hit(timerlat, RTLA_CONTEXT_THREAD, latency,
				    stop);
	WRITE_ONCE(timerlat->activations, timerlat->activations + 1);
}

/**
 * rtla_timerlat_sample_user - take the user latency
 * @timerlat: this CPU's cycle
 * @now: when the workload returned to user space, or asked for its next period
 *
 * A hit always reports the stack, because the thread latency may have been too
 * short for that.
 *
 * Context: the workload, preemption off.
 */
void rtla_timerlat_sample_user(struct timerlat_cpu *timerlat, u64 now)
{
	u64 latency = timerlat_latency_at(timerlat, now);
	u64 stop = READ_ONCE(timerlat->stop[RTLA_CONTEXT_USER]);
	struct stats_cpu *stats = timerlat->stats;

	lockdep_assert_preemption_disabled();
	rtla_timerlat_read_counters(timerlat, now);
	rtla_timerlat_sample_thread(timerlat);
	if (stats && rtla_stats_counts(stats, timerlat->t_w))
		rtla_stats_add(stats, RTLA_CONTEXT_USER, now, latency);
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_USER,
			      timerlat->t_w, current->pid);
	rtla_timerlat_report_off(timerlat);
	if (unlikely(latency >= stop))
		timerlat_report_hit(timerlat, RTLA_CONTEXT_USER, latency, stop);
}

/**
 * rtla_timerlat_report_off - end the reports of noise of this activation
 * @timerlat: this CPU's cycle
 *
 * Context: the thread, preemption off.
 */
void rtla_timerlat_report_off(const struct timerlat_cpu *timerlat)
{
	if (timerlat->noise)
		this_cpu_write(rtla_noise_cpu.report.owner, false);
}

/* Return how many periods from @first on have begun at @now. */
static u64 timerlat_periods(const struct timerlat_cpu *timerlat, u64 first,
			    u64 now)
{
	return div64_u64(now - first, timerlat->period) + 1;
}

/* Return how many CPUs of the session come before @cpu. */
static unsigned int timerlat_cpus_before(int cpu,
					 const struct workload_config *config)
{
	unsigned int count = 0;
	int before;

	for_each_cpu(before, config->cpus) {
		if (before == cpu)
			break;
		count++;
	}
	return count;
}

static u64 timerlat_period_of(int cpu, const struct workload_config *config)
{
	const struct workload_timerlat *own = &config->timerlat;

	if (!own->periods)
		return config->period;
	return own->periods[timerlat_cpus_before(cpu, config) %
			    own->periods_count];
}

/**
 * rtla_timerlat_first_period - set t_w to the first expiry
 * @timerlat: this CPU's cycle
 * @cpu: this CPU
 * @config: of the session
 *
 * The timers of aligned CPUs keep their distance, at whatever time each begins.
 */
void rtla_timerlat_first_period(struct timerlat_cpu *timerlat, int cpu,
				const struct workload_config *config)
{
	u64 now = rtla_clock();

	timerlat->t_w = now;
	if (config->timerlat.aligned)
		timerlat->t_w = config->first + config->timerlat.align *
				timerlat_cpus_before(cpu, config);
	if (timerlat->t_w <= now)
		timerlat->t_w +=
			timerlat_periods(timerlat, timerlat->t_w, now) *
			timerlat->period;
}

/* Without a user-space workload there is no user latency. */
static void timerlat_add_gap(struct stats_cpu *skips, int context,
			     const struct period_gap *gap)
{
	if (skips->skipped[context])
		rtla_skipped_add(skips->skipped[context], skips->window, gap);
}

/*
 * Skip the periods from @first on that have passed at @now, and count them. Of
 * their interrupts is only known that none came before the last one, which was
 * at @irq. Called in a change of the cycle.
 */
static void timerlat_skip_until(struct timerlat_cpu *timerlat, u64 first,
				u64 irq, u64 now)
{
	u64 periods = timerlat_periods(timerlat, first, now);
	u64 next = first + periods * timerlat->period;
	struct stats_cpu *skips = timerlat->skips;
	struct period_gap gap = {
		.first = first, .period = timerlat->period,
	};
	int i;

	WRITE_ONCE(timerlat->skipped, timerlat->skipped + periods);
	WRITE_ONCE(timerlat->t_w, next);
	if (!skips)
		return;
	write_seqcount_begin(&skips->skips);
	for (i = 0; i <= RTLA_CONTEXT_USER; i++) {
		gap.until = i == RTLA_CONTEXT_IRQ ? irq : now;
		timerlat_add_gap(skips, i, &gap);
	}
	write_seqcount_end(&skips->skips);
}

/* To count what was skipped may itself take longer than a period. */
static noinline void timerlat_skip(struct timerlat_cpu *timerlat, u64 first,
				   u64 now)
{
	u64 irq = timerlat->t_w + timerlat->irq_latency;

	do {
		timerlat_skip_until(timerlat, first, irq, now);
		first = timerlat->t_w;
		now = rtla_clock();
	} while (first <= now);
}

/**
 * rtla_timerlat_next_period - set t_w to the next expiry
 * @timerlat: this CPU's cycle
 *
 * Periods that have passed already are skipped and counted; they are not made
 * up for. From before the clock is read, readers wait for that: whether a
 * period is skipped or begun late is not settled before.
 *
 * Context: the thread, with preemption off until rtla_timerlat_start_timer()
 * was called: otherwise another thread could run in between, and the time that
 * it takes would be an IRQ latency.
 */
void rtla_timerlat_next_period(struct timerlat_cpu *timerlat)
{
	u64 next = timerlat->t_w + timerlat->period;
	u64 now;

	lockdep_assert_preemption_disabled();
	write_seqcount_begin(&timerlat->change);
	now = rtla_clock();
	if (unlikely(next <= now))
		timerlat_skip(timerlat, next, now);
	else
		WRITE_ONCE(timerlat->t_w, next);
	write_seqcount_end(&timerlat->change);
}

/*
 * rtla_timerlat_start_timer - let the timer expire at t_w; called on its CPU
 *
 * If stacks are wanted, the second timer follows: to have it set here takes
 * nothing of a latency. It may be about to expire for the last activation.
 * Interrupts are off, so that its handler sees either that activation, or the
 * new one. It is started after the first timer, which is the earlier one, so
 * that the hardware is set up once.
 */
void rtla_timerlat_start_timer(struct timerlat_cpu *timerlat)
{
	unsigned long flags;

	local_irq_save(flags);
	WRITE_ONCE(timerlat->fired, false);
	hrtimer_start(&timerlat->timer, ns_to_ktime(timerlat->t_w),
		      HRTIMER_MODE_ABS_PINNED_HARD);
	if (timerlat->stack_ns != WORKLOAD_NEVER) {
		timerlat->stack.time = 0;
		timerlat->stack.count = 0;
		timerlat->stack.reported = false;
		hrtimer_start(&timerlat->late_timer,
			      ns_to_ktime(timerlat->t_w + timerlat->stack_ns),
			      HRTIMER_MODE_ABS_PINNED_HARD);
	}
	local_irq_restore(flags);
}

/* rtla_timerlat_cancel_timer - let no timer expire any more; may sleep */
void rtla_timerlat_cancel_timer(struct timerlat_cpu *timerlat)
{
	hrtimer_cancel(&timerlat->timer);
	hrtimer_cancel(&timerlat->late_timer);
	hrtimer_cancel(&timerlat->put_off_timer);
}

/**
 * rtla_timerlat_init - prepare a CPU's cycle, and begin its noise accounting
 * @cpu: an online CPU whose cycle is not used
 * @config: of the session
 * @thread: the thread that waits for the timer
 */
void rtla_timerlat_init(int cpu, const struct workload_config *config,
			struct task_struct *thread)
{
	static enum hrtimer_restart
	(*const handlers[2][2])(struct hrtimer *timer) = {
		{ timerlat_irq, timerlat_irq_stack },
		{ timerlat_irq_noise, timerlat_irq_noise_stack },
	};
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu, cpu);
	bool stack = config->stack != WORKLOAD_NEVER;

	memset(timerlat, 0, sizeof(*timerlat));
	seqcount_init(&timerlat->change);
	timerlat->hit = config->hit;
	timerlat->period = timerlat_period_of(cpu, config);
	timerlat->stack_ns = config->stack;
	timerlat->noise = config->report_noise;
	timerlat->stats = rtla_stats_of(config->stats, cpu);
	timerlat->skips = rtla_stats_skips_of(config->stats, cpu);
	timerlat->thread = thread;
	if (config->timerlat.counters)
		timerlat->counters = per_cpu_ptr(config->timerlat.counters,
						 cpu);
	rtla_timerlat_arm(cpu, config->stop);
	hrtimer_setup(&timerlat->timer, handlers[config->report_noise][stack],
		      CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	hrtimer_setup(&timerlat->late_timer, timerlat_late, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	hrtimer_setup(&timerlat->put_off_timer, timerlat_put_off_ends,
		      CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	rtla_callbacks_pass_over(cpu, &timerlat->timer);
	if (config->report_noise)
		rtla_noise_start(cpu, thread,
				 rtla_causes_of(config->causes, cpu));
}

/**
 * rtla_timerlat_stop - end a CPU's noise accounting; context: process
 * @cpu: the CPU
 */
void rtla_timerlat_stop(int cpu)
{
	rtla_callbacks_pass_over(cpu, NULL);
	if (per_cpu_ptr(rtla_timerlat_cpu, cpu)->noise)
		rtla_noise_stop(cpu);
}

/**
 * rtla_timerlat_pending - find a latency that was not counted yet
 * @cpu: the CPU
 * @context: IRQ or THREAD
 * @latency: set to the latency in ns, if there is one
 *
 * The thread counts the IRQ latency when it runs, and a user-space workload
 * both of them when its period ends. As long as others keep the thread off its
 * CPU, or the period goes on, only this function knows of them. The caller has
 * read the statistics before, so that no latency counts twice.
 *
 * Return: whether there is one, which is to be counted. Context: process;
 * the cycle is in use.
 */
bool rtla_timerlat_pending(int cpu, enum rtla_context context, u64 *latency)
{
	const struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu,
							  cpu);
	u32 seqnum = READ_ONCE(timerlat->seqnum);
	bool awake;

	/* Pairs with the write barrier in rtla_stats_add(). */
	smp_rmb();
	/* Pairs with the release in rtla_timerlat_wake(). */
	awake = smp_load_acquire(&timerlat->awake);
	if (!timerlat->stats || READ_ONCE(timerlat->sampled) == seqnum ||
	    (context == RTLA_CONTEXT_IRQ && READ_ONCE(timerlat->irq_taken)) ||
	    (context == RTLA_CONTEXT_THREAD && !awake) ||
	    !rtla_stats_counts(timerlat->stats, READ_ONCE(timerlat->t_w)))
		return false;
	*latency = context == RTLA_CONTEXT_IRQ ?
		   READ_ONCE(timerlat->irq_latency) :
		   timerlat_latency_at(timerlat, READ_ONCE(timerlat->woke));
	return true;
}

/**
 * rtla_timerlat_gap - find the periods that pass at present without being
 * measured
 * @cpu: the CPU
 * @context: IRQ, THREAD or USER
 * @gap: set to these periods, if there are any
 *
 * The thread counts them itself when it asks for its next period. As long as
 * others keep it off its CPU, or a user-space workload goes on with its period,
 * only this function knows of them. The activation that is not over is one of
 * them as soon as it has lasted for a period; before, it is no reason to worry.
 * If interrupts are off, the IRQ latency is not known either; otherwise nothing
 * is known of the interrupts of periods that are not begun.
 *
 * Return: whether there are any. Context: process; the cycle is in use, and its
 * thread does not change it on this CPU.
 */
bool rtla_timerlat_gap(int cpu, enum rtla_context context,
		       struct period_gap *gap)
{
	const struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu,
							  cpu);
	bool measured, fired, awake;
	unsigned int change;

	do {
		change = read_seqcount_begin(&timerlat->change);
		*gap = (struct period_gap) {
			.first = READ_ONCE(timerlat->t_w),
			.period = timerlat->period,
			.until = READ_ONCE(timerlat->halted) ?: rtla_clock(),
		};
		fired = READ_ONCE(timerlat->fired);
		/* Pairs with the release in rtla_timerlat_sample_thread(). */
		awake = smp_load_acquire(&timerlat->awake);
		measured = fired && (awake || READ_ONCE(timerlat->sampled) ==
					      READ_ONCE(timerlat->seqnum));
	} while (read_seqcount_retry(&timerlat->change, change));
	if (!gap->first || gap->first + gap->period >= gap->until ||
	    (context == RTLA_CONTEXT_IRQ && fired))
		return false;
	if (context == RTLA_CONTEXT_THREAD && measured)
		gap->first += gap->period;
	else
		gap->unfinished = !READ_ONCE(timerlat->halted);
	return true;
}

/* Count the periods that have passed without being measured. */
static void timerlat_finish_gap(int cpu)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu, cpu);
	struct period_gap gap;
	int i;

	for (i = 0; i <= RTLA_CONTEXT_USER; i++) {
		if (!rtla_timerlat_gap(cpu, i, &gap))
			continue;
		if (timerlat->skips)
			timerlat_add_gap(timerlat->skips, i, &gap);
		if (i == RTLA_CONTEXT_THREAD)
			timerlat->skipped += rtla_gap_periods(&gap);
	}
}

/**
 * rtla_timerlat_halt - note when a cycle ends: later periods are not skipped
 * @cpu: the CPU; a repeated call does nothing
 */
void rtla_timerlat_halt(int cpu)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu, cpu);

	if (!timerlat->halted)
		WRITE_ONCE(timerlat->halted, rtla_clock());
}

/**
 * rtla_timerlat_finish - count what an activation that was not completed has
 * @cpu: the CPU; its timer is cancelled, and its thread does not run any more
 */
void rtla_timerlat_finish(int cpu)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu, cpu);
	u64 irq, thread;
	bool awake;

	timerlat_finish_gap(cpu);
	awake = rtla_timerlat_pending(cpu, RTLA_CONTEXT_THREAD, &thread);
	if (rtla_timerlat_pending(cpu, RTLA_CONTEXT_IRQ, &irq))
		timerlat_count_irq(timerlat);
	timerlat->sampled = timerlat->seqnum;
	if (awake)
		rtla_stats_add(timerlat->stats, RTLA_CONTEXT_THREAD,
			       timerlat->woke, thread);
}

/**
 * rtla_timerlat_arm - set the thresholds, also of a running cycle
 * @cpu: its CPU
 * @stop: ns, by &enum rtla_context
 */
void rtla_timerlat_arm(int cpu, const u64 *stop)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(rtla_timerlat_cpu, cpu);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(timerlat->stop); i++)
		WRITE_ONCE(timerlat->stop[i], stop[i]);
	WRITE_ONCE(timerlat->act_ns, min3(stop[RTLA_CONTEXT_THREAD],
					  timerlat->stack_ns, (u64)S64_MAX));
}

/* ---- The start ----------------------------------------------------------- */

static bool timerlat_period_fits(u64 period)
{
	return period >= RTLA_PERIOD_MIN_NS && period <= RTLA_PERIOD_MAX_NS;
}

/* Copy the periods that the CPUs take in turn. */
static int timerlat_get_periods(struct workload_timerlat *timerlat,
				const struct rtla_start_timerlat *own)
{
	u64 *periods;
	u64 i;

	if (own->periods_count > RTLA_PERIODS_MAX)
		return -ERANGE;
	if (!own->periods_count)
		return 0;
	periods = memdup_user(u64_to_user_ptr(own->periods),
			      own->periods_count * sizeof(*periods));
	if (IS_ERR(periods))
		return PTR_ERR(periods);
	timerlat->periods = periods;
	timerlat->periods_count = own->periods_count;
	for (i = 0; i < own->periods_count; i++) {
		if (!timerlat_period_fits(periods[i]))
			return -ERANGE;
	}
	return 0;
}

/* rtla_timerlat_free - see &struct workload */
void rtla_timerlat_free(struct workload_config *config)
{
	kfree(config->timerlat.periods);
	rtla_timerlat_counters_destroy(config->timerlat.counters);
}

/* rtla_timerlat_prepare - see &struct workload */
int rtla_timerlat_prepare(struct workload_config *config,
			  const struct cpumask *cpus)
{
	if (!config->timerlat.counts)
		return 0;
	if (!IS_ENABLED(CONFIG_PERF_EVENTS))
		return -EOPNOTSUPP;
	config->timerlat.counters = rtla_timerlat_counters_create(cpus);
	return config->timerlat.counters ? 0 : -ENOMEM;
}

/* rtla_timerlat_configure - see &struct workload */
int rtla_timerlat_configure(struct workload_config *config,
			    const struct rtla_start *start)
{
	const struct rtla_start_timerlat *own = &start->timerlat;
	bool aligned = start->flags & RTLA_START_ALIGN;
	int ret;

	if (own->align_ns && !aligned)
		return -EINVAL;
	if (!timerlat_period_fits(own->period_ns) ||
	    own->align_ns > RTLA_THRESHOLD_MAX_NS)
		return -ERANGE;
	config->period = own->period_ns;
	config->timerlat.aligned = aligned;
	config->timerlat.align = own->align_ns;
	config->report_noise = !(start->flags & RTLA_START_NO_NOISE);
	if (config->report_noise)
		config->hooks = HOOKS_NMI | HOOKS_NOISE;
	if (start->flags & RTLA_START_CALLBACKS)
		config->hooks |= HOOKS_CALLBACKS;
	config->timerlat.counts = start->flags & RTLA_START_COUNTERS;
	ret = rtla_start_threshold(&config->stack, own->stack_ns);
	return ret ? ret : timerlat_get_periods(&config->timerlat, own);
}
