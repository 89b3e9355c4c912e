/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cycle of timerlat on one CPU: a timer, and a thread that waits for it.
 * The cycle is the same for a thread of the kernel and for a user-space
 * workload.
 */
#ifndef _RTLA_TIMERLAT_H
#define _RTLA_TIMERLAT_H

#include <linux/cache.h>
#include <linux/hrtimer.h>
#include <linux/percpu.h>
#include <linux/seqlock.h>
#include <linux/types.h>

#include "noise/noise.h"
#include "session/hit.h"
#include "session/start.h"
#include "session/workload.h"
#include "timerlat/timerlat_counters.h"

struct cpu_memory;
struct period_gap;
struct stats_cpu;
struct task_struct;

/**
 * struct timerlat_cpu - the cycle of one CPU
 * @timer: expires at @t_w
 * @t_w: when the timer is to expire
 * @irq_latency: ns; of this activation
 * @stop: see &struct workload_config
 * @act_ns: a thread latency at or over this needs a stack, or is a hit;
 *	S64_MAX: none does
 * @seqnum: number of expiries at @t_w so far
 * @sampled: the activation whose IRQ and thread latency were counted last
 * @woke: ns; when the thread woke
 * @awake: the thread woke in this activation, and its latency waits to be
 *	counted
 * @fired: the timer has expired at @t_w
 * @noise: noise is reported: see &struct workload_config
 * @irq_taken: the IRQ latency of this activation was counted and recorded at
 *	its hit
 * @interrupted: id of the thread that the timer interrupted
 * @thread: the thread that waits for the timer
 * @stats: where the samples are counted; NULL: nowhere
 * @skips: where skipped periods are counted; NULL: only in @skipped
 * @stack_ns: see &struct workload_config.stack
 * @irq_start: when the timer's interrupt was entered
 * @thread_start: when the scheduler then switched to @thread; 0: unknown
 * @period: ns
 * @hit: where a hit is reported
 * @activations: number of thread samples taken
 * @skipped: number of periods in which nothing was measured
 * @halted: ns; when the cycle was asked to end; 0: it was not
 * @lost: the thread, if it is one of the kernel, was moved to another CPU
 * @change: held by the CPU while it sets @t_w and @skipped, and from before it
 *	reads the clock for that
 * @late_timer: expires at @t_w + @stack_ns, if stacks are wanted
 * @stack: what ran when this activation was late; no address: it was not
 * @put_off: the activation whose IRQ latency is a hit that was put off
 * @put_off_timer: expires when that hit waits no longer
 * @holds: see rtla_noise_open_workload()
 * @counters: what is counted around a latency; NULL: nothing
 */
struct timerlat_cpu {
	struct hrtimer timer;
	u64 t_w;
	u64 irq_latency;
	u64 stop[RTLA_CONTEXT_USER + 1];
	s64 act_ns;
	u32 seqnum;
	u32 sampled;
	u64 woke;
	bool awake;
	bool fired;
	bool noise;
	bool irq_taken;
	pid_t interrupted;
	struct task_struct *thread;
	struct stats_cpu *stats;
	struct stats_cpu *skips;
	u64 stack_ns;
	u64 irq_start;
	u64 thread_start;
	u64 period;
	struct hit_slot *hit;
	u64 activations;
	u64 skipped;
	u64 halted;
	bool lost;
	seqcount_t change;
	struct hrtimer late_timer;
	struct hit_stack stack;
	u32 put_off;
	struct hrtimer put_off_timer;
	struct noise_held holds[NOISE_HELD_MAX];
	struct timerlat_counters *counters;
} ____cacheline_aligned;

extern struct timerlat_cpu __percpu *rtla_timerlat_cpu;
extern struct cpu_memory rtla_timerlat_memory;

extern const struct workload rtla_timerlat_threads;
extern const struct workload rtla_timerlat_users;

/* SCHED_FIFO, of the measuring threads by default. */
#define TIMERLAT_PRIORITY	95

/* The flags of RTLA_IOC_START that sessions of timerlat have. */
#define TIMERLAT_FLAGS	(RTLA_START_SCHED | RTLA_START_NO_THREADS |		\
			 RTLA_START_ALIGN | RTLA_START_PANIC |			\
			 RTLA_START_NO_NOISE | RTLA_START_HIT_ENDS |		\
			 RTLA_START_CALLBACKS | RTLA_START_COUNTERS)

int rtla_timerlat_configure(struct workload_config *config,
			    const struct rtla_start *start);
int rtla_timerlat_prepare(struct workload_config *config,
			  const struct cpumask *cpus);
void rtla_timerlat_free(struct workload_config *config);

void rtla_timerlat_init(int cpu, const struct workload_config *config,
			struct task_struct *thread);
void rtla_timerlat_arm(int cpu, const u64 *stop);
void rtla_timerlat_stop(int cpu);
void rtla_timerlat_halt(int cpu);
void rtla_timerlat_finish(int cpu);
bool rtla_timerlat_pending(int cpu, enum rtla_context context, u64 *latency);
bool rtla_timerlat_gap(int cpu, enum rtla_context context,
		       struct period_gap *gap);

void rtla_timerlat_first_period(struct timerlat_cpu *timerlat, int cpu,
				const struct workload_config *config);
void rtla_timerlat_next_period(struct timerlat_cpu *timerlat);
void rtla_timerlat_start_timer(struct timerlat_cpu *timerlat);
void rtla_timerlat_cancel_timer(struct timerlat_cpu *timerlat);

void rtla_timerlat_sample_thread(struct timerlat_cpu *timerlat);
void rtla_timerlat_sample_user(struct timerlat_cpu *timerlat, u64 now);
void rtla_timerlat_report_off(const struct timerlat_cpu *timerlat);

/* Read the counters of this CPU at a sample; context: thread, preemption off. */
static __always_inline void
rtla_timerlat_read_counters(struct timerlat_cpu *timerlat, u64 now)
{
	if (static_branch_unlikely(&rtla_timerlat_counts) && timerlat->counters)
		rtla_timerlat_counters_end(timerlat->counters, now);
}

/**
 * rtla_timerlat_wake - take the thread latency, without counting it
 * @timerlat: this CPU's cycle
 * @now: ns; when the thread woke
 *
 * rtla_timerlat_sample_thread() has to follow: with a thread of the kernel at
 * once, with a user-space workload when its user latency was taken, too, so
 * that counting and recording are no part of that. Only a latency that needs a
 * stack, or is a hit, is recorded at once.
 *
 * Context: the thread, right after it woke, with preemption off since it read
 * the clock: otherwise another thread could run in between, and belong neither
 * to the latency nor to the time after it.
 */
static __always_inline void rtla_timerlat_wake(struct timerlat_cpu *timerlat,
					       u64 now)
{
	s64 latency = now - timerlat->t_w;

	WRITE_ONCE(timerlat->woke, now);
	/* Pairs with the acquire in rtla_timerlat_pending(). */
	smp_store_release(&timerlat->awake, true);
	/* Threads of other kinds may run before a user latency is over. */
	if (timerlat->noise)
		timerlat->thread_start =
			this_cpu_read(rtla_noise_cpu.workload_start);
	rtla_timerlat_read_counters(timerlat, now);
	/* The clock may be some ns before t_w. */
	if (unlikely(latency >= READ_ONCE(timerlat->act_ns)))
		rtla_timerlat_sample_thread(timerlat);
}

#endif /* _RTLA_TIMERLAT_H */
