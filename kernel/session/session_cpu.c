// SPDX-License-Identifier: GPL-2.0
/*
 * The CPUs of sessions: see session_cpu.h.
 *
 * The end of a workload takes as long as other threads keep its thread off the
 * CPU, plus a grace period of RCU. So nothing waits for it with
 * rtla_sessions_lock held.
 */
#include <linux/cpu.h>
#include <linux/jiffies.h>
#include <linux/lockdep.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/tracepoint.h>

#include "noise/noise.h"
#include "session/session_cpu.h"
#include "session/thread.h"
#include "stats/skipped.h"

/* A workload that nothing hinders ends in fewer jiffies; others are urged. */
#define CPU_PATIENCE	msecs_to_jiffies(50)

/* Guards rtla_cpu_state, and the configuration of each session. */
DEFINE_MUTEX(rtla_sessions_lock);
DEFINE_PER_CPU(struct cpu_state, rtla_cpu_state[CPU_PLACES]);
bool rtla_system_suspends;

/*
 * Create the workload of a CPU, without running it. Returns 0 or a negative
 * error; after an error a workload may exist, which must not be run.
 */
int rtla_cpu_create(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);
	const struct workload_config *config = state->config;
	const struct workload *kind = state->kind;
	int ret;

	lockdep_assert_held(&rtla_sessions_lock);
	if (kind->pending)
		state->own_cost = rtla_own_cost_measure(cpu,
							config->report_noise);
	ret = kind->create(cpu, config);
	state->running = !ret;
	if (!ret && config->sched && kind->has_threads)
		ret = rtla_thread_schedule(place, cpu, config->sched);
	return ret;
}

/* Let the workload of a CPU run that rtla_cpu_create() has created. */
void rtla_cpu_run(enum cpu_place place, int cpu)
{
	const struct workload *kind = rtla_cpu_state_of(place, cpu)->kind;

	if (kind->has_threads)
		rtla_thread_run(place, cpu);
	else if (kind->run)
		kind->run(cpu);
}

/* Bring back the workload of a CPU; if that fails, the CPU is lost for good. */
void rtla_cpu_recreate(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);

	state->lost = rtla_cpu_create(place, cpu);
	if (state->lost)
		pr_warn("CPU %d is back but not measured\n", cpu);
	else
		rtla_cpu_run(place, cpu);
}

/*
 * Tell the workload of a CPU to end, if there is one; does not wait for that.
 */
void rtla_cpu_halt(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);

	lockdep_assert_held(&rtla_sessions_lock);
	if (!state->running)
		return;
	state->kind->halt(cpu);
	/* A workload of user space still has the accounting of the CPU. */
	if (state->config->causes)
		rtla_noise_end_causes(cpu);
}

/**
 * rtla_cpu_workload_status - get state and counts of a workload
 * @state: of its CPU; the workload is running
 * @cpu: the CPU
 * @status: set to them, with the periods that pass unmeasured now
 *
 * Once the thread comes back it counts these periods, so that they must not be
 * in both; and it measures the one that is not over, late as it is.
 */
void rtla_cpu_workload_status(const struct cpu_state *state, int cpu,
			      struct workload_status *status)
{
	struct period_gap gap;
	bool passing;
	u64 skipped;

	lockdep_assert_held(&rtla_sessions_lock);
	do {
		state->kind->status(cpu, status);
		skipped = status->skipped;
		passing = state->kind->gap &&
			  state->kind->gap(cpu, RTLA_CONTEXT_THREAD, &gap);
		state->kind->status(cpu, status);
	} while (status->skipped != skipped);
	if (passing)
		status->skipped += rtla_gap_periods(&gap);
}

/* The caller has called rtla_cpus_wait() since rtla_cpu_halt(). */
void rtla_cpu_destroy(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);
	struct workload_status status;

	lockdep_assert_held(&rtla_sessions_lock);
	if (!state->running)
		return;
	rtla_cpu_workload_status(state, cpu, &status);
	state->ended.activations += status.activations;
	state->ended.skipped += status.skipped;
	state->ended.detached += status.detached;
	if (state->kind->destroy)
		state->kind->destroy(cpu);
	if (state->kind->has_threads)
		rtla_thread_destroy(place, cpu);
	state->running = false;
}

/*
 * Wait until @deadline, in jiffies, for the threads in a place of @cpus to end.
 * Returns the first CPU whose thread has not ended, or at least nr_cpu_ids if
 * all have.
 */
static int first_live_thread(enum cpu_place place, const struct cpumask *cpus,
			     unsigned long deadline)
{
	unsigned long now;
	int cpu;

	for_each_cpu(cpu, cpus) {
		now = jiffies;
		if (!rtla_thread_has_ended(place, cpu,
					   time_before(now, deadline) ?
					   deadline - now : 0))
			break;
	}
	return cpu;
}

/*
 * Put the threads of @cpus that have not ended, from @cpu on, before others;
 * with @deadline, also before others of SCHED_FIFO 99. rtla_sessions_lock is
 * held, so that nothing destroys the threads.
 */
static void urge_threads(enum cpu_place place, const struct cpumask *cpus,
			 int cpu, bool deadline)
{
	mutex_lock(&rtla_sessions_lock);
	for (; cpu < nr_cpu_ids; cpu = cpumask_next(cpu, cpus)) {
		if (!rtla_thread_has_ended(place, cpu, 0))
			rtla_thread_urge(place, cpu, deadline);
	}
	mutex_unlock(&rtla_sessions_lock);
}

/*
 * Wait until no timer of a deadline of any thread on @cpus can fire any more.
 */
static void wait_for_deadlines(enum cpu_place place, const struct cpumask *cpus)
{
	bool over;
	int cpu;

	for_each_cpu(cpu, cpus) {
		for (;;) {
			mutex_lock(&rtla_sessions_lock);
			over = rtla_thread_deadline_is_over(place, cpu);
			mutex_unlock(&rtla_sessions_lock);
			if (over)
				break;
			schedule_timeout_idle(1);
		}
	}
}

/* Wait for code that may use a workload: with preemption off, or in a hook. */
static void wait_for_grace_periods(void)
{
	synchronize_rcu();
	tracepoint_synchronize_unregister();
}

/*
 * Wait until nothing uses the halted workloads in a place of @cpus any more.
 * Threads that others keep off their CPU are urged, so that this takes long
 * only where nothing can be scheduled at all.
 *
 * An urged thread is a deadline thread for a short time only, in which no CPU
 * may go offline: see session_needs_all_cpus(). With @cpus_stay, the caller
 * prevents that; otherwise this function takes cpus_read_lock() for that time.
 */
void rtla_cpus_wait(enum cpu_place place, const struct cpumask *cpus,
		    bool cpus_stay)
{
	bool deadline = false;
	int cpu;

	might_sleep();
	lockdep_assert_not_held(&rtla_sessions_lock);
	while ((cpu = first_live_thread(place, cpus, jiffies + CPU_PATIENCE)) <
	       nr_cpu_ids) {
		urge_threads(place, cpus, cpu, false);
		if (deadline) {
			if (!cpus_stay)
				cpus_read_lock();
			urge_threads(place, cpus, cpu, true);
			cpu = first_live_thread(place, cpus,
						jiffies + CPU_PATIENCE);
			urge_threads(place, cpus, cpu, false);
			wait_for_deadlines(place, cpus);
			if (!cpus_stay)
				cpus_read_unlock();
		}
		deadline = true;
	}
	wait_for_deadlines(place, cpus);
	wait_for_grace_periods();
}

/*
 * Wait until nothing uses the halted workload of a CPU that goes offline any
 * more. By then the kernel has moved all other threads off the CPU, so the
 * thread needs no deadline.
 */
void rtla_cpu_wait_to_leave(enum cpu_place place, int cpu)
{
	lockdep_assert_not_held(&rtla_sessions_lock);
	while (!rtla_thread_has_ended(place, cpu, CPU_PATIENCE))
		urge_threads(place, cpumask_of(cpu), cpu, false);
	wait_for_grace_periods();
}
