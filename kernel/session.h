/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sessions: who measures which CPU.
 */
#ifndef _RTLA_SESSION_H
#define _RTLA_SESSION_H

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <uapi/linux/sched/types.h>

#include "hit.h"
#include "keeper.h"
#include "workload.h"

/**
 * struct session_config - what a session is to do
 * @kind: its workload
 * @workload: what that is told; the session sets @hit, @cpus, @first
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
 * @config: what it does
 * @hit: what hit
 * @ending: its CPUs are being taken off it; set with sessions_lock held, once
 * @left: its CPUs are free again, and only its hooks are still to go; read without lock
 * @keeper: wakes its holder, and ends it
 * @ended: completed when nothing is left of it but its memory
 * @users: who may look at it: its holder, and @keeper
 */
struct session {
	struct session_config config;
	struct hit_slot hit;
	bool ending;
	bool left;
	struct keeper keeper;
	struct completion ended;
	refcount_t users;
};

/* session_has_ended - is a hit that is not there yet none to wait for? Any context. */
static inline bool session_has_ended(const struct session *session)
{
	/* Pairs with the release in begin_end(). */
	return smp_load_acquire(&session->ending);
}

struct session *session_create(void);
int session_start(struct session *session, wait_queue_head_t *waiters,
		  s32 *bad_cpu);
int session_end(struct session *session);
void session_stop(struct session *session);
int session_arm(struct session *session, const u64 *stop);
int session_cpu(struct session *session, struct rtla_cpu *info);

struct timerlat_user *sessions_attach(unsigned int cpu);
void sessions_leave(struct timerlat_user *user);

int sessions_init(void);
void sessions_exit(void);

#endif /* _RTLA_SESSION_H */
