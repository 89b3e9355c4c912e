/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The timerlat workload: on each CPU a timer, and a thread that waits for it.
 */
#ifndef _RTLA_TIMERLAT_H
#define _RTLA_TIMERLAT_H

#include <linux/types.h>

struct rtla_hit;
struct sched_attr;
struct session;
struct task_struct;

/* A threshold that no latency reaches. */
#define TIMERLAT_NEVER	U64_MAX

/**
 * struct timerlat_config - what a workload is told at its creation
 * @session: whom to tell of a hit
 * @period: ns
 * @stop_irq: ns; an IRQ latency at or over it is a hit
 * @stop_thread: ns; a thread latency at or over it is a hit
 * @stack: ns; a thread latency at or over it gets a stack
 * @sched: policy and priority of the thread
 *
 * A threshold that is off is TIMERLAT_NEVER.
 */
struct timerlat_config {
	struct session *session;
	u64 period;
	u64 stop_irq;
	u64 stop_thread;
	u64 stack;
	const struct sched_attr *sched;
};

int timerlat_create(int cpu, const struct timerlat_config *config);
void timerlat_run(int cpu);
void timerlat_destroy(int cpu);
void timerlat_arm(int cpu, u64 stop_irq, u64 stop_thread);

pid_t timerlat_pid(int cpu);
u64 timerlat_activations(int cpu);
u64 timerlat_skipped(int cpu);

#endif /* _RTLA_TIMERLAT_H */
