/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What sessions and workloads know of each other. A workload is what measures
 * on the CPUs of a session: each kind of it is a set of functions.
 */
#ifndef _RTLA_WORKLOAD_H
#define _RTLA_WORKLOAD_H

#include <linux/cpumask.h>
#include <linux/types.h>

#include "../include/uapi/rtla.h"

struct hit_slot;
struct sched_attr;
struct timerlat_user;

/* What can have a threshold: &enum rtla_context; and one nothing reaches. */
#define WORKLOAD_STOPS	(RTLA_CONTEXT_TOTAL + 1)
#define WORKLOAD_NEVER	U64_MAX

/**
 * struct workload_config - what a workload is told at its creation
 * @hit: where a hit is reported
 * @cpus: all CPUs of the session
 * @period: ns
 * @runtime: ns; osnoise
 * @noise: ns; osnoise: a gap of at least this is noise
 * @stop: ns; the thresholds by &enum rtla_context
 * @stack: ns; timerlat: a thread latency at or over it gets a stack
 * @aligned: timerlat: @first and @align count
 * @first: timerlat: when the timer of the first CPU first expires
 * @align: ns; timerlat: distance to the next CPU's
 * @preempt_off: osnoise
 * @irqs_off: osnoise
 * @sched: policy and priority of the threads; NULL leaves them as they are
 *
 * A threshold that is off is WORKLOAD_NEVER.
 */
struct workload_config {
	struct hit_slot *hit;
	const struct cpumask *cpus;
	u64 period;
	u64 runtime;
	u64 noise;
	u64 stop[WORKLOAD_STOPS];
	u64 stack;
	bool aligned;
	u64 first;
	u64 align;
	bool preempt_off;
	bool irqs_off;
	const struct sched_attr *sched;
};

/**
 * struct workload_status - how a workload fares on one CPU
 * @state: RTLA_CPU_MEASURED, RTLA_CPU_WAITING or RTLA_CPU_LOST
 * @pid: of its thread; 0 is none
 * @activations: since its creation, as the next two
 * @skipped: see &struct rtla_cpu
 * @detached: see &struct rtla_cpu
 */
struct workload_status {
	unsigned int state;
	pid_t pid;
	u64 activations;
	u64 skipped;
	u64 detached;
};

/**
 * struct workload - one kind of workload
 * @create: make that of a CPU that has none, without running it; the caller
 *	keeps the CPU online. 0 or a negative error
 * @schedule: set policy and priority of its thread, which is on its CPU; NULL: it
 *	has none. 0, or a negative error: then it is only to be halted and destroyed
 * @run: let it run
 * @halt: it is to be destroyed: tell it to end. Does not wait; again, it does
 *	nothing
 * @destroy: forget it. Its thread has ended, if it has one of struct
 *	measuring_thread, and a grace period of RCU has passed since @halt
 * @arm: new thresholds, by &enum rtla_context
 * @status: how it fares
 * @suspend: make it pause, a grace period follows; NULL: it is destroyed instead
 * @suspended: after that, before anything is frozen
 * @resume: the pause is over
 * @attach: make the calling thread, which user space bound to the CPU, its
 *	workload; NULL: there can be none
 * @leave: take such a thread off; again, it does nothing
 *
 * All of them in process context, with sessions_lock held; all but @halt and
 * @status may sleep.
 */
struct workload {
	int (*create)(int cpu, const struct workload_config *config);
	int (*schedule)(int cpu, const struct sched_attr *sched);
	void (*run)(int cpu);
	void (*halt)(int cpu);
	void (*destroy)(int cpu);
	void (*arm)(int cpu, const u64 *stop);
	void (*status)(int cpu, struct workload_status *status);
	void (*suspend)(int cpu);
	void (*suspended)(int cpu);
	void (*resume)(int cpu);
	struct timerlat_user *(*attach)(int cpu);
	void (*leave)(struct timerlat_user *user);
};

extern const struct workload timerlat_threads;
extern const struct workload timerlat_users;
extern const struct workload osnoise_threads;
extern const struct workload osnoise_annotation;

#endif /* _RTLA_WORKLOAD_H */
