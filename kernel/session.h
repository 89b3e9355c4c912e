/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sessions: who measures which CPU, and what hit.
 */
#ifndef _RTLA_SESSION_H
#define _RTLA_SESSION_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <uapi/linux/sched/types.h>

#include "workload.h"

struct timerlat_user;

/**
 * struct session_config - what a session is to do
 * @kind: its workload
 * @workload: what that is told; @cpus and @sched are its
 * @sched: of its threads
 * @cpus: which it owns
 * @panic: a hit is a panic()
 */
struct session_config {
	const struct workload *kind;
	struct workload_config workload;
	struct sched_attr sched;
	struct cpumask cpus;
	bool panic;
};

/**
 * struct session - one measurement
 * @config: configured and running if not NULL; guarded by sessions_lock
 * @number: names it in the event "stop"
 * @panic: see &struct session_config
 * @hit_state: how far the hit is
 * @armed_at: what began before this time is no hit; ns
 * @hit: valid when session_hit_ready()
 * @wake: wakes @wait from a context that may not
 * @wait: readers and pollers
 */
struct session {
	struct session_config *config;
	u32 number;
	bool panic;
	atomic_t hit_state;
	u64 armed_at;
	struct rtla_hit hit;
	struct irq_work wake;
	wait_queue_head_t wait;
};

void session_init(struct session *session);
int session_start(struct session *session, struct session_config *config,
		  s32 *bad_cpu);
void session_stop(struct session *session);
int session_arm(struct session *session, const u64 *stop);
int session_cpu(struct session *session, struct rtla_cpu *info);

u32 session_number(const struct session *session);
bool session_hit_ready(const struct session *session);
bool session_take_hit(struct session *session, struct rtla_hit *hit);

struct timerlat_user *sessions_attach(unsigned int cpu);
void sessions_leave(struct timerlat_user *user);

/* For workloads, from the measured CPU. */
void session_hit(struct session *session, struct rtla_hit *hit, u64 irq_start,
		 u64 thread_start);

int sessions_init(void);
void sessions_exit(void);

#endif /* _RTLA_SESSION_H */
