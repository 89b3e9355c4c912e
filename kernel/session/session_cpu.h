/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPUs of sessions: the workload in each place of a CPU is created, halted,
 * waited for, and destroyed.
 *
 * All is guarded by rtla_sessions_lock, which is taken after cpus_read_lock().
 */
#ifndef _RTLA_SESSION_CPU_H
#define _RTLA_SESSION_CPU_H

#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "session/own_cost.h"
#include "session/thread.h"
#include "session/workload.h"

struct session;

/**
 * struct cpu_state - state of one place of a CPU, guarded by rtla_sessions_lock
 * @owner: the session that owns the place, or NULL
 * @kind: the kind of its workload; set with @owner
 * @config: the configuration of its workload; set with @owner
 * @running: the workload of the CPU exists
 * @lost: the workload could not be created again, or could not be scheduled
 * @ended: sums over the workloads of the CPU that have ended in this session;
 *	the fields state and pid are not used
 * @offline: how many times the CPU went offline in this session
 * @suspended: how many times the system was suspended in this session
 * @own_cost: what the latencies of its workload contain of ours
 */
struct cpu_state {
	struct session *owner;
	const struct workload *kind;
	const struct workload_config *config;
	bool running;
	bool lost;
	struct workload_status ended;
	u64 offline;
	u64 suspended;
	struct own_cost own_cost;
};

extern struct mutex rtla_sessions_lock;
DECLARE_PER_CPU(struct cpu_state, rtla_cpu_state[CPU_PLACES]);

/* rtla_cpu_state_of - return the state of a place of a CPU */
static inline struct cpu_state *rtla_cpu_state_of(enum cpu_place place, int cpu)
{
	return per_cpu_ptr(&rtla_cpu_state[place], cpu);
}

/* The system is about to suspend, or has not fully resumed. */
extern bool rtla_system_suspends;

int rtla_cpu_create(enum cpu_place place, int cpu);
void rtla_cpu_run(enum cpu_place place, int cpu);
void rtla_cpu_recreate(enum cpu_place place, int cpu);
void rtla_cpu_halt(enum cpu_place place, int cpu);
void rtla_cpu_destroy(enum cpu_place place, int cpu);
void rtla_cpu_workload_status(const struct cpu_state *state, int cpu,
			      struct workload_status *status);

void rtla_cpus_wait(enum cpu_place place, const struct cpumask *cpus,
		    bool cpus_stay);
void rtla_cpu_wait_to_leave(enum cpu_place place, int cpu);

#endif /* _RTLA_SESSION_CPU_H */
