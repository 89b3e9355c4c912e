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
#include <linux/lockdep.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>

#include <trace/events/rtla.h>

#include "compat.h"
#include "hit.h"
#include "noise.h"
#include "timerlat.h"

DEFINE_PER_CPU_ALIGNED(struct timerlat_cpu, rtla_timerlat_cpu);

static void timerlat_report_stack(const struct timerlat_cpu *timerlat)
{
	trace_stack(timerlat->t_w, timerlat->stack.entry, timerlat->stack.count);
}

static void timerlat_report_hit(struct timerlat_cpu *timerlat,
				enum rtla_context context, u64 latency,
				u64 threshold, bool with_stack)
{
	struct rtla_hit hit = {
		.context = context,
		.seqnum = timerlat->seqnum,
		.latency_ns = latency,
		.threshold_ns = threshold,
		.t_w_ns = timerlat->t_w,
	};

	rtla_hit_report(timerlat->hit, &hit, timerlat->irq_start,
			context == RTLA_CONTEXT_IRQ ? 0 :
						      timerlat->thread_start,
			with_stack ? &timerlat->stack : NULL);
}

/*
 * Return the ns from t_w to @now; 0 if @now is earlier: rtla_noise_clock() may
 * read a few ns less than the clock that the timer expired by.
 */
static __always_inline u64
timerlat_latency_at(const struct timerlat_cpu *timerlat, u64 now)
{
	return likely(now >= timerlat->t_w) ? now - timerlat->t_w : 0;
}

/*
 * The handler of the timer, compiled twice, so that the handler without stacks
 * does not pay for them.
 */
static __always_inline enum hrtimer_restart
timerlat_irq_common(struct hrtimer *timer, bool take_stack)
{
	struct timerlat_cpu *timerlat = container_of(timer, struct timerlat_cpu,
						     timer);
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	u64 now = rtla_noise_clock();
	u64 latency = timerlat_latency_at(timerlat, now);
	u64 stop = READ_ONCE(timerlat->stop[RTLA_CONTEXT_IRQ]);

	timerlat->irq_start = rtla_noise_open_workload(noise);
	timerlat->seqnum++;
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_IRQ,
			      timerlat->t_w);
	if (take_stack)
		timerlat->stack.count = stack_trace_save(timerlat->stack.entry,
							 HIT_STACK_DEPTH, 0);
	if (unlikely(latency >= stop)) {
		if (take_stack)
			timerlat_report_stack(timerlat);
		timerlat_report_hit(timerlat, RTLA_CONTEXT_IRQ, latency, stop,
				    take_stack);
	}
	WRITE_ONCE(timerlat->fired, true);
	wake_up_process(timerlat->thread);
	return HRTIMER_NORESTART;
}

static enum hrtimer_restart timerlat_irq(struct hrtimer *timer)
{
	return timerlat_irq_common(timer, false);
}

static enum hrtimer_restart timerlat_irq_stack(struct hrtimer *timer)
{
	return timerlat_irq_common(timer, true);
}

/**
 * rtla_timerlat_sample_thread - take the thread latency
 * @timerlat: this CPU's cycle
 * @noise: this CPU's accounting
 *
 * The function leaves the reports of noise on. With a thread of the kernel, the
 * caller switches them off; with a user-space workload, they go on until its
 * user latency.
 *
 * Context: the thread, right after it woke, with preemption off: otherwise
 * another thread could run between the reading of the clock and the record, and
 * belong neither to the latency nor to the time after the record.
 */
void rtla_timerlat_sample_thread(struct timerlat_cpu *timerlat,
				 struct noise_cpu *noise)
{
	u64 latency = timerlat_latency_at(timerlat, rtla_noise_clock());
	u64 stop = READ_ONCE(timerlat->stop[RTLA_CONTEXT_THREAD]);

	lockdep_assert_preemption_disabled();
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_THREAD,
			      timerlat->t_w);
	timerlat->thread_start = noise->workload_start;
	if (unlikely(latency >= timerlat->stack_ns))
		timerlat_report_stack(timerlat);
	if (unlikely(latency >= stop))
		timerlat_report_hit(timerlat, RTLA_CONTEXT_THREAD, latency,
				    stop, latency >= timerlat->stack_ns);
	timerlat->activations++;
}

/**
 * rtla_timerlat_sample_user - take the user latency
 * @timerlat: this CPU's cycle
 * @noise: this CPU's accounting
 * @now: when the workload asked for its next period
 *
 * A hit always reports the stack, because the thread latency may have been too
 * short for that.
 *
 * Context: the workload, preemption off.
 */
void rtla_timerlat_sample_user(struct timerlat_cpu *timerlat,
			       struct noise_cpu *noise, u64 now)
{
	u64 latency = timerlat_latency_at(timerlat, now);
	u64 stop = READ_ONCE(timerlat->stop[RTLA_CONTEXT_USER]);

	lockdep_assert_preemption_disabled();
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_USER,
			      timerlat->t_w);
	WRITE_ONCE(noise->report, false);
	if (unlikely(latency >= stop)) {
		bool with_stack = timerlat->stack_ns != WORKLOAD_NEVER;

		if (with_stack)
			timerlat_report_stack(timerlat);
		timerlat_report_hit(timerlat, RTLA_CONTEXT_USER, latency, stop,
				    with_stack);
	}
}

/* Move t_w on by whole periods until it is after @now; return their number. */
static u64 timerlat_move_on(struct timerlat_cpu *timerlat, u64 now)
{
	u64 periods;

	if (likely(timerlat->t_w > now))
		return 0;
	periods = div64_u64(now - timerlat->t_w, timerlat->period) + 1;
	timerlat->t_w += periods * timerlat->period;
	return periods;
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
	u64 now = rtla_noise_clock();
	int before;

	timerlat->t_w = now;
	if (config->aligned) {
		timerlat->t_w = config->first;
		for_each_cpu(before, config->cpus) {
			if (before == cpu)
				break;
			timerlat->t_w += config->align;
		}
	}
	timerlat_move_on(timerlat, now);
}

/**
 * rtla_timerlat_next_period - set t_w to the next expiry
 * @timerlat: this CPU's cycle
 *
 * Periods that have passed already are skipped and counted; they are not made
 * up for.
 */
void rtla_timerlat_next_period(struct timerlat_cpu *timerlat)
{
	timerlat->t_w += timerlat->period;
	timerlat->skipped += timerlat_move_on(timerlat, rtla_noise_clock());
}

/* rtla_timerlat_start_timer - let the timer expire at t_w; called on its CPU */
void rtla_timerlat_start_timer(struct timerlat_cpu *timerlat)
{
	timerlat->fired = false;
	hrtimer_start(&timerlat->timer, ns_to_ktime(timerlat->t_w),
		      HRTIMER_MODE_ABS_PINNED_HARD);
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
	struct timerlat_cpu *timerlat = per_cpu_ptr(&rtla_timerlat_cpu, cpu);

	memset(timerlat, 0, sizeof(*timerlat));
	timerlat->hit = config->hit;
	timerlat->period = config->period;
	timerlat->stack_ns = config->stack;
	timerlat->thread = thread;
	rtla_timerlat_arm(cpu, config->stop);
	hrtimer_setup(&timerlat->timer,
		      config->stack == WORKLOAD_NEVER ? timerlat_irq :
							timerlat_irq_stack,
		      CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	rtla_noise_start(cpu, thread);
}

/**
 * rtla_timerlat_arm - set the thresholds, also of a running cycle
 * @cpu: its CPU
 * @stop: ns, by &enum rtla_context
 */
void rtla_timerlat_arm(int cpu, const u64 *stop)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(&rtla_timerlat_cpu, cpu);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(timerlat->stop); i++)
		WRITE_ONCE(timerlat->stop[i], stop[i]);
}
