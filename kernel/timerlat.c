// SPDX-License-Identifier: GPL-2.0
/*
 * The timerlat workload.
 *
 * What it measures, per activation: the time t_w at which a timer is to expire,
 * the first timestamp in the timer's handler (IRQ latency), and the first one in
 * the thread that the handler wakes (thread latency). "Timerlat: Real-time Linux
 * Scheduling Latency Measurements, Tracing, and Analysis", section 4.2.
 *
 * What it disturbs: one timer interrupt and two context switches a period and
 * CPU, at a real-time priority.
 */
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/topology.h>
#include <uapi/linux/sched/types.h>

#include <trace/events/rtla.h>
#include "../include/uapi/rtla.h"

#include "compat.h"
#include "noise.h"
#include "session.h"
#include "timerlat.h"

#define STACK_DEPTH	64

/**
 * struct timerlat_cpu - the workload of one CPU
 * @timer: expires at @t_w
 * @t_w: when the timer is to expire
 * @stop_irq: see &struct timerlat_config
 * @stop_thread: see &struct timerlat_config
 * @stack: see &struct timerlat_config
 * @irq_start: when the timer's interrupt was entered
 * @seqnum: activations so far
 * @stack_count: frames in @stack_entry, of this activation
 * @fired: the timer has expired
 * @thread: waits for the timer
 * @period: ns
 * @session: whom to tell of a hit
 * @activations: thread samples taken
 * @skipped: periods that nothing was measured in
 * @stack_entry: what the timer interrupted
 */
struct timerlat_cpu {
	struct hrtimer timer;
	u64 t_w;
	u64 stop_irq;
	u64 stop_thread;
	u64 stack;
	u64 irq_start;
	u32 seqnum;
	unsigned int stack_count;
	bool fired;
	struct task_struct *thread;
	u64 period;
	struct session *session;
	u64 activations;
	u64 skipped;
	unsigned long stack_entry[STACK_DEPTH];
} ____cacheline_aligned;

static DEFINE_PER_CPU_ALIGNED(struct timerlat_cpu, timerlat_cpu);

static void report_stack(const struct timerlat_cpu *timerlat)
{
	trace_stack(timerlat->t_w, timerlat->stack_entry, timerlat->stack_count);
}

/*
 * Only the first hit of a session counts, and only it stops a trace. What led
 * to it has to be reported before.
 */
static void report_hit(struct timerlat_cpu *timerlat, struct noise_cpu *noise,
		       enum rtla_context context, u64 latency, u64 threshold)
{
	struct rtla_hit hit = {
		.size = sizeof(hit),
		.cpu = smp_processor_id(),
		.context = context,
		.seqnum = timerlat->seqnum,
		.latency_ns = latency,
		.threshold_ns = threshold,
		.t_w_ns = timerlat->t_w,
	};

	if (!session_claim_hit(timerlat->session))
		return;
	noise_report_nmi(noise);
	trace_stop(session_number(timerlat->session), context, timerlat->seqnum,
		   latency, threshold, timerlat->t_w, timerlat->irq_start,
		   context == RTLA_CONTEXT_THREAD ? noise->workload_start : 0);
	session_report_hit(timerlat->session, &hit);
}

/*
 * Two handlers are made of it, so that the one without stacks pays nothing for
 * them.
 */
static __always_inline enum hrtimer_restart timer_irq(struct hrtimer *timer,
						      bool take_stack)
{
	struct timerlat_cpu *timerlat = container_of(timer, struct timerlat_cpu,
						     timer);
	struct noise_cpu *noise = this_cpu_ptr(&noise_cpu);
	u64 now = noise_clock();
	u64 latency = now - timerlat->t_w;
	u64 stop_irq = READ_ONCE(timerlat->stop_irq);

	/* The clock may be read a few ns short of what the timer went by. */
	if (unlikely((s64)latency < 0))
		latency = 0;
	timerlat->irq_start = noise_open_workload(noise, now);
	timerlat->seqnum++;
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_IRQ,
			      timerlat->t_w);
	if (take_stack)
		timerlat->stack_count = stack_trace_save(timerlat->stack_entry,
							 STACK_DEPTH, 0);
	if (unlikely(latency >= stop_irq)) {
		if (take_stack)
			report_stack(timerlat);
		report_hit(timerlat, noise, RTLA_CONTEXT_IRQ, latency, stop_irq);
	}
	WRITE_ONCE(timerlat->fired, true);
	wake_up_process(timerlat->thread);
	return HRTIMER_NORESTART;
}

static enum hrtimer_restart timerlat_irq(struct hrtimer *timer)
{
	return timer_irq(timer, false);
}

static enum hrtimer_restart timerlat_irq_stack(struct hrtimer *timer)
{
	return timer_irq(timer, true);
}

/* The thread's sample, right after it woke. */
static void sample_thread(struct timerlat_cpu *timerlat, struct noise_cpu *noise)
{
	u64 latency = noise_clock() - timerlat->t_w;
	u64 stop_thread = READ_ONCE(timerlat->stop_thread);

	if (unlikely((s64)latency < 0))
		latency = 0;
	trace_timerlat_sample(latency, timerlat->seqnum, RTLA_CONTEXT_THREAD,
			      timerlat->t_w);
	WRITE_ONCE(noise->report, false);
	if (unlikely(latency >= timerlat->stack))
		report_stack(timerlat);
	if (unlikely(latency >= stop_thread)) {
		preempt_disable();
		report_hit(timerlat, noise, RTLA_CONTEXT_THREAD, latency,
			   stop_thread);
		preempt_enable();
	}
	timerlat->activations++;
}

/* Sleep until the timer has fired. False: the thread is to end. */
static bool wait_for_timer(struct timerlat_cpu *timerlat)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(timerlat->fired) || kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return READ_ONCE(timerlat->fired);
}

/* Periods that have passed already are skipped, not queued. */
static void next_period(struct timerlat_cpu *timerlat)
{
	u64 now = noise_clock();
	u64 missed;

	timerlat->t_w += timerlat->period;
	if (likely(timerlat->t_w > now))
		return;
	missed = div64_u64(now - timerlat->t_w, timerlat->period) + 1;
	timerlat->t_w += missed * timerlat->period;
	timerlat->skipped += missed;
}

static int timerlat_thread(void *data)
{
	struct timerlat_cpu *timerlat = data;
	struct noise_cpu *noise;

	/*
	 * The thread is bound, but a CPU that goes offline sends such threads
	 * away before it tells us. It leaves those that must not migrate.
	 */
	migrate_disable();
	noise = this_cpu_ptr(&noise_cpu);
	timerlat->t_w = noise_clock();
	while (!kthread_should_stop()) {
		next_period(timerlat);
		timerlat->fired = false;
		hrtimer_start(&timerlat->timer, ns_to_ktime(timerlat->t_w),
			      HRTIMER_MODE_ABS_PINNED_HARD);
		if (wait_for_timer(timerlat))
			sample_thread(timerlat, noise);
	}
	hrtimer_cancel(&timerlat->timer);
	migrate_enable();
	return 0;
}

/*
 * SCHED_DEADLINE admits only threads that may run on all of a root domain, so
 * the policy is set first and the thread bound then.
 */
static int set_policy(struct task_struct *thread, const struct sched_attr *sched)
{
	if (sched->sched_policy == SCHED_DEADLINE) {
		int ret = set_cpus_allowed_ptr(thread, cpu_possible_mask);

		if (ret)
			return ret;
	}
	return sched_setattr_nocheck(thread, sched);
}

/**
 * timerlat_create - make the workload of a CPU, without running it
 * @cpu: an online CPU that has none; the caller keeps it online
 * @config: see &struct timerlat_config
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int timerlat_create(int cpu, const struct timerlat_config *config)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(&timerlat_cpu, cpu);
	struct task_struct *thread;
	int ret;

	thread = kthread_create_on_node(timerlat_thread, timerlat,
					cpu_to_node(cpu), "timerlat/%d", cpu);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	ret = set_policy(thread, config->sched);
	if (ret) {
		kthread_stop(thread);
		return ret;
	}
	kthread_bind(thread, cpu);

	memset(timerlat, 0, sizeof(*timerlat));
	timerlat->session = config->session;
	timerlat->period = config->period;
	timerlat->stop_irq = config->stop_irq;
	timerlat->stop_thread = config->stop_thread;
	timerlat->stack = config->stack;
	timerlat->thread = thread;
	hrtimer_setup(&timerlat->timer,
		      config->stack == TIMERLAT_NEVER ? timerlat_irq :
							timerlat_irq_stack,
		      CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	noise_start(cpu, thread);
	return 0;
}

/**
 * timerlat_run - let the workload of a CPU run
 * @cpu: a CPU for which timerlat_create() succeeded
 */
void timerlat_run(int cpu)
{
	wake_up_process(per_cpu_ptr(&timerlat_cpu, cpu)->thread);
}

/**
 * timerlat_destroy - end the workload of a CPU
 * @cpu: a CPU for which timerlat_create() succeeded
 *
 * The thread and its timer are gone on return. Context: process, may sleep.
 */
void timerlat_destroy(int cpu)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(&timerlat_cpu, cpu);

	kthread_stop(timerlat->thread);
	timerlat->thread = NULL;
	noise_stop(cpu);
}

/**
 * timerlat_arm - change the thresholds of a running workload
 * @cpu: a CPU for which timerlat_create() succeeded
 * @stop_irq: ns
 * @stop_thread: ns
 */
void timerlat_arm(int cpu, u64 stop_irq, u64 stop_thread)
{
	struct timerlat_cpu *timerlat = per_cpu_ptr(&timerlat_cpu, cpu);

	WRITE_ONCE(timerlat->stop_irq, stop_irq);
	WRITE_ONCE(timerlat->stop_thread, stop_thread);
}

/**
 * timerlat_pid - thread id of the workload of a CPU
 * @cpu: a CPU for which timerlat_create() succeeded
 */
pid_t timerlat_pid(int cpu)
{
	return per_cpu_ptr(&timerlat_cpu, cpu)->thread->pid;
}

/* Activations of a CPU whose thread took its sample, since timerlat_create(). */
u64 timerlat_activations(int cpu)
{
	return READ_ONCE(per_cpu_ptr(&timerlat_cpu, cpu)->activations);
}

/* Periods of a CPU that nothing was measured in, since timerlat_create(). */
u64 timerlat_skipped(int cpu)
{
	return READ_ONCE(per_cpu_ptr(&timerlat_cpu, cpu)->skipped);
}
