// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that come and go, and suspend: a session takes the workload off a CPU
 * that goes offline, takes all of them off while the system suspends, and brings
 * them back afterwards.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/suspend.h>

#include "hotplug.h"
#include "overheads.h"
#include "session.h"
#include "session_cpu.h"

static enum cpuhp_state hotplug_state;
static enum cpuhp_state prepare_state;

/* Return whether the CPU has a workload, and its session is not ending. */
static bool cpu_is_measured(const struct cpu_state *state)
{
	lockdep_assert_held(&rtla_sessions_lock);
	return state->running && !state->owner->ending;
}

static int cpu_is_prepared(unsigned int cpu)
{
	rtla_overheads_forget(cpu);
	return 0;
}

static int cpu_comes_online(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&rtla_cpu_state, cpu);

	mutex_lock(&rtla_sessions_lock);
	if (state->owner && !state->owner->ending && !state->running &&
	    !rtla_system_suspends)
		rtla_cpu_recreate(cpu);
	mutex_unlock(&rtla_sessions_lock);
	return 0;
}

/*
 * Before the kernel takes a CPU offline, it waits for the threads that are
 * bound to it. So the workload of the CPU has to end first, however long that
 * takes. If the session ends meanwhile, finish_session() destroys the workload.
 */
static int cpu_goes_offline(unsigned int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&rtla_cpu_state, cpu);
	bool halted = false;

	mutex_lock(&rtla_sessions_lock);
	if (cpu_is_measured(state) && !rtla_system_suspends) {
		rtla_cpu_halt(cpu);
		halted = true;
	}
	mutex_unlock(&rtla_sessions_lock);
	if (!halted)
		return 0;
	rtla_cpu_wait_to_leave(cpu);
	mutex_lock(&rtla_sessions_lock);
	if (cpu_is_measured(state)) {
		rtla_cpu_destroy(cpu);
		state->offline++;
	}
	mutex_unlock(&rtla_sessions_lock);
	return 0;
}

/*
 * In a suspend, the CPUs whose workload is halted; at the end of the resume,
 * all CPUs that are offline. Suspends exclude each other, so one mask suffices.
 */
static struct cpumask halted_cpus;

static void halt_workload_for_suspend(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&rtla_cpu_state, cpu);

	if (!cpu_is_measured(state))
		return;
	state->suspended++;
	if (state->kind->suspend) {
		state->kind->suspend(cpu);
		return;
	}
	rtla_cpu_halt(cpu);
	cpumask_set_cpu(cpu, &halted_cpus);
}

static void settle_workload_for_suspend(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&rtla_cpu_state, cpu);

	if (!cpu_is_measured(state))
		return;
	if (cpumask_test_cpu(cpu, &halted_cpus))
		rtla_cpu_destroy(cpu);
	else
		state->kind->suspended(cpu);
}

/*
 * Take all workloads off their CPUs while the system suspends. The work of the
 * system for suspend and resume is no latency, but would all be measured as one
 * on the CPU that does it. So measuring threads of the kernel end until the
 * system has resumed; those of user space are frozen, and only pause.
 *
 * Context: rtla_sessions_lock is held at entry and return, and released in
 * between; cpus_read_lock() is held all the time.
 */
static void suspend_workloads(void)
{
	int cpu;

	lockdep_assert_held(&rtla_sessions_lock);
	cpumask_clear(&halted_cpus);
	for_each_online_cpu(cpu)
		halt_workload_for_suspend(cpu);
	mutex_unlock(&rtla_sessions_lock);
	/*
	 * Wait for all online CPUs, also for those of sessions that are ending:
	 * the kernel is about to take CPUs offline.
	 */
	rtla_cpus_wait(cpu_online_mask, true);
	mutex_lock(&rtla_sessions_lock);
	for_each_online_cpu(cpu)
		settle_workload_for_suspend(cpu);
}

static void resume_workload(int cpu)
{
	struct cpu_state *state = per_cpu_ptr(&rtla_cpu_state, cpu);

	lockdep_assert_held(&rtla_sessions_lock);
	if (!state->owner || state->owner->ending || state->lost)
		return;
	if (!cpu_online(cpu)) {
		/* A CPU that was offline before had no workload to halt. */
		if (state->running || cpumask_test_cpu(cpu, &halted_cpus))
			state->offline++;
		rtla_cpu_halt(cpu);
	} else if (state->running) {
		state->kind->resume(cpu);
	} else {
		rtla_cpu_recreate(cpu);
	}
}

/*
 * Bring back the workloads after a suspend. A CPU that has not come back is
 * treated like one that was taken offline by itself. Locks: see
 * suspend_workloads().
 */
static void resume_workloads(void)
{
	struct cpu_state *state;
	int cpu;

	lockdep_assert_held(&rtla_sessions_lock);
	for_each_possible_cpu(cpu)
		resume_workload(cpu);
	cpumask_copy(&halted_cpus, cpu_possible_mask);
	for_each_online_cpu(cpu)
		cpumask_clear_cpu(cpu, &halted_cpus);
	mutex_unlock(&rtla_sessions_lock);
	rtla_cpus_wait(&halted_cpus, true);
	mutex_lock(&rtla_sessions_lock);
	for_each_cpu(cpu, &halted_cpus) {
		state = per_cpu_ptr(&rtla_cpu_state, cpu);
		if (cpu_is_measured(state))
			rtla_cpu_destroy(cpu);
	}
}

static int on_suspend(struct notifier_block *block, unsigned long event,
		      void *unused)
{
	bool suspends = event == PM_SUSPEND_PREPARE ||
			event == PM_HIBERNATION_PREPARE ||
			event == PM_RESTORE_PREPARE;
	bool suspended;

	cpus_read_lock();
	mutex_lock(&rtla_sessions_lock);
	suspended = rtla_system_suspends;
	rtla_system_suspends = suspends;
	if (suspends && !suspended)
		suspend_workloads();
	else if (!suspends && suspended)
		resume_workloads();
	mutex_unlock(&rtla_sessions_lock);
	cpus_read_unlock();
	return NOTIFY_OK;
}

/*
 * The lowest priority: the kernel calls this notifier after all others, and not
 * at all for a suspend that another one refuses.
 */
static struct notifier_block suspend_notifier = {
	.notifier_call = on_suspend,
	.priority = INT_MIN,
};

/*
 * rtla_hotplug_init - register for CPU hotplug and suspend
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int rtla_hotplug_init(void)
{
	int ret;

	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "rtla:online",
					cpu_comes_online, cpu_goes_offline);
	if (ret < 0)
		return ret;
	hotplug_state = ret;
	ret = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "rtla:prepare",
					cpu_is_prepared, NULL);
	if (ret < 0)
		goto remove_online;
	prepare_state = ret;
	ret = register_pm_notifier(&suspend_notifier);
	if (!ret)
		return 0;
	cpuhp_remove_state_nocalls(prepare_state);
remove_online:
	cpuhp_remove_state_nocalls(hotplug_state);
	return ret;
}

/*
 * rtla_hotplug_exit - undo rtla_hotplug_init()
 *
 * No session exists any more: the file of a session holds a reference to the
 * module, and rtla_keepers_exit() has waited for those that end without their
 * file. Context: process, may sleep.
 */
void rtla_hotplug_exit(void)
{
	unregister_pm_notifier(&suspend_notifier);
	cpuhp_remove_state_nocalls(prepare_state);
	cpuhp_remove_state_nocalls(hotplug_state);
}
