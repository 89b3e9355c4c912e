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
#include <linux/types.h>

#include "hit.h"
#include "workload.h"

struct noise_cpu;
struct task_struct;

/**
 * struct timerlat_cpu - the cycle of one CPU
 * @timer: expires at @t_w
 * @t_w: when the timer is to expire
 * @stop: see &struct workload_config
 * @stack_ns: see &struct workload_config.stack
 * @irq_start: when the timer's interrupt was entered
 * @thread_start: when the scheduler then switched to @thread
 * @seqnum: number of timer expiries so far
 * @fired: the timer has expired
 * @thread: the thread that waits for the timer
 * @period: ns
 * @hit: where a hit is reported
 * @activations: number of thread samples taken
 * @skipped: number of periods in which nothing was measured
 * @stack: stack of the thread that the timer interrupted in this activation
 */
struct timerlat_cpu {
	struct hrtimer timer;
	u64 t_w;
	u64 stop[RTLA_CONTEXT_USER + 1];
	u64 stack_ns;
	u64 irq_start;
	u64 thread_start;
	u32 seqnum;
	bool fired;
	struct task_struct *thread;
	u64 period;
	struct hit_slot *hit;
	u64 activations;
	u64 skipped;
	struct hit_stack stack;
} ____cacheline_aligned;

DECLARE_PER_CPU_ALIGNED(struct timerlat_cpu, rtla_timerlat_cpu);

void rtla_timerlat_init(int cpu, const struct workload_config *config,
			struct task_struct *thread);
void rtla_timerlat_arm(int cpu, const u64 *stop);

void rtla_timerlat_first_period(struct timerlat_cpu *timerlat, int cpu,
				const struct workload_config *config);
void rtla_timerlat_next_period(struct timerlat_cpu *timerlat);
void rtla_timerlat_start_timer(struct timerlat_cpu *timerlat);

void rtla_timerlat_sample_thread(struct timerlat_cpu *timerlat,
				 struct noise_cpu *noise);
void rtla_timerlat_sample_user(struct timerlat_cpu *timerlat,
			       struct noise_cpu *noise, u64 now);

#endif /* _RTLA_TIMERLAT_H */
