/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sessions: each measures on the CPUs that it owns.
 */
#ifndef _RTLA_SESSION_H
#define _RTLA_SESSION_H

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <uapi/linux/sched/types.h>

#include "session/hit.h"
#include "session/keeper.h"
#include "session/workload.h"
#include "stats/stats.h"

/**
 * struct session_config - configuration of a session
 * @kind: kind of its workloads
 * @workload: configuration of its workloads; rtla_session_start() sets the
 *	fields hit, stats, cpus and first
 * @sched: policy and priority of its threads; @workload.sched points here, or
 *	is NULL
 * @cpus: the CPUs that it owns
 * @panic: a hit calls panic()
 * @hit_ends: a hit ends the counting of samples: see RTLA_START_HIT_ENDS
 * @tracing_off: a hit stops the trace outside of all instances
 */
struct session_config {
	const struct workload *kind;
	struct workload_config workload;
	struct sched_attr sched;
	struct cpumask cpus;
	bool panic;
	bool hit_ends;
	bool tracing_off;
};

/**
 * struct session - one measurement
 * @others: in the list of all sessions, from their start until their CPUs are
 *	free
 * @left_before: how many sessions had left that list when this one was put
 *	there
 * @config: its configuration
 * @hit: its hit
 * @stats: the statistics of its samples; the caller of rtla_session_start() has
 *	set their configuration
 * @ending: the session is giving up its CPUs; set with rtla_sessions_lock held,
 *	and never reset
 * @settles: in jiffies: until then, those who read its statistics after its end
 *	wait for what is not counted yet; set with @ending
 * @left: its CPUs are free again, and only its hooks are still attached; read
 *	without lock
 * @keeper: the thread that wakes its holder, and ends it
 * @ended: completed when nothing is left of the session but its memory
 * @users: reference count: one for its holder, one for @keeper
 */
struct session {
	struct list_head others;
	u32 left_before;
	struct session_config config;
	struct hit_slot hit;
	struct stats stats;
	bool ending;
	unsigned long settles;
	bool left;
	struct keeper keeper;
	struct completion ended;
	refcount_t users;
};

/*
 * rtla_session_has_ended - return whether a session ends or has ended
 *
 * From then on there is no new hit to wait for. Context: any.
 */
static inline bool rtla_session_has_ended(const struct session *session)
{
	/* Pairs with the release in begin_session_end(). */
	return smp_load_acquire(&session->ending);
}

struct session *rtla_session_create(void);
int rtla_session_start(struct session *session, wait_queue_head_t *waiters,
		       int *bad_cpu);
int rtla_session_end(struct session *session);
void rtla_session_orphan(struct session *session);
void rtla_session_stop(struct session *session);
int rtla_session_arm(struct session *session, const u64 *stop);
int rtla_session_cpu(struct session *session, struct rtla_cpu *info);
const char *rtla_session_place(const struct session *session);
int rtla_session_check_cpu(const struct session *session, u32 *number);
void rtla_session_free(struct session *session);

struct user_workload *rtla_sessions_attach(u32 number);
void rtla_sessions_leave(struct user_workload *user);

#endif /* _RTLA_SESSION_H */
