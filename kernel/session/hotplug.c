// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that come and go, and suspend: a session takes the workload off a CPU
 * that goes offline, takes all of them off while the system suspends, and
 * brings them back afterwards.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/suspend.h>

#include "session/hotplug.h"
#include "session/session.h"
#include "session/session_cpu.h"

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
	const struct workload *const *kind;

	for (kind = rtla_kinds; *kind; kind++) {
		if ((*kind)->cpu_prepare)
			(*kind)->cpu_prepare(cpu);
	}
	return 0;
}

static int cpu_comes_online(unsigned int cpu)
{
	const struct cpu_state *state;
	enum cpu_place place;

	mutex_lock(&rtla_sessions_lock);
	for (place = 0; place < CPU_PLACES && !rtla_system_suspends; place++) {
		state = rtla_cpu_state_of(place, cpu);
		if (state->owner && !state->owner->ending && !state->running)
			rtla_cpu_recreate(place, cpu);
	}
	mutex_unlock(&rtla_sessions_lock);
	return 0;
}

/*
 * Before the kernel takes a CPU offline, it waits for the threads that are
 * bound to it. So the workload of the CPU has to end first, however long that
 * takes. If the session ends during that wait, finish_session() destroys the
 * workload.
 */
static void place_goes_offline(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);
	bool halted = false;

	mutex_lock(&rtla_sessions_lock);
	if (cpu_is_measured(state) && !rtla_system_suspends) {
		rtla_cpu_halt(place, cpu);
		halted = true;
	}
	mutex_unlock(&rtla_sessions_lock);
	if (!halted)
		return;
	rtla_cpu_wait_to_leave(place, cpu);
	mutex_lock(&rtla_sessions_lock);
	if (cpu_is_measured(state)) {
		rtla_cpu_destroy(place, cpu);
		state->offline++;
	}
	mutex_unlock(&rtla_sessions_lock);
}

static int cpu_goes_offline(unsigned int cpu)
{
	enum cpu_place place;

	for (place = 0; place < CPU_PLACES; place++)
		place_goes_offline(place, cpu);
	return 0;
}

/*
 * By place: in a suspend, the CPUs whose workload is halted. At the end of the
 * resume, the first mask has all CPUs that are offline. Suspends exclude each
 * other.
 */
static struct cpumask halted_cpus[CPU_PLACES];

static void halt_workload_for_suspend(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);

	if (!cpu_is_measured(state))
		return;
	state->suspended++;
	if (state->kind->suspend) {
		state->kind->suspend(cpu);
		return;
	}
	rtla_cpu_halt(place, cpu);
	cpumask_set_cpu(cpu, &halted_cpus[place]);
}

static void settle_workload_for_suspend(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);

	if (!cpu_is_measured(state))
		return;
	if (cpumask_test_cpu(cpu, &halted_cpus[place]))
		rtla_cpu_destroy(place, cpu);
	else
		state->kind->suspended(cpu);
}

/* Call a function for each place of each CPU in a mask. */
static void in_all_places(const struct cpumask *cpus,
			  void (*function)(enum cpu_place place, int cpu))
{
	enum cpu_place place;
	int cpu;

	for (place = 0; place < CPU_PLACES; place++) {
		for_each_cpu(cpu, cpus)
			function(place, cpu);
	}
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
	enum cpu_place place;

	lockdep_assert_held(&rtla_sessions_lock);
	for (place = 0; place < CPU_PLACES; place++)
		cpumask_clear(&halted_cpus[place]);
	in_all_places(cpu_online_mask, halt_workload_for_suspend);
	mutex_unlock(&rtla_sessions_lock);
	/*
	 * Wait for all online CPUs, also for those of sessions that are ending:
	 * the kernel is about to take CPUs offline.
	 */
	for (place = 0; place < CPU_PLACES; place++)
		rtla_cpus_wait(place, cpu_online_mask, true);
	mutex_lock(&rtla_sessions_lock);
	in_all_places(cpu_online_mask, settle_workload_for_suspend);
}

static void resume_workload(enum cpu_place place, int cpu)
{
	struct cpu_state *state = rtla_cpu_state_of(place, cpu);

	lockdep_assert_held(&rtla_sessions_lock);
	if (!state->owner || state->owner->ending || state->lost)
		return;
	if (!cpu_online(cpu)) {
		/* A CPU that was offline before had no workload to halt. */
		if (state->running ||
		    cpumask_test_cpu(cpu, &halted_cpus[place]))
			state->offline++;
		rtla_cpu_halt(place, cpu);
	} else if (state->running) {
		state->kind->resume(cpu);
	} else {
		rtla_cpu_recreate(place, cpu);
	}
}

/* End the workload of a CPU that has not come back. */
static void destroy_halted(enum cpu_place place, int cpu)
{
	if (cpu_is_measured(rtla_cpu_state_of(place, cpu)))
		rtla_cpu_destroy(place, cpu);
}

/*
 * Bring back the workloads after a suspend. A CPU that has not come back is
 * treated like one that was taken offline by itself. Locks: see
 * suspend_workloads().
 */
static void resume_workloads(void)
{
	struct cpumask *offline = &halted_cpus[0];
	enum cpu_place place;

	lockdep_assert_held(&rtla_sessions_lock);
	in_all_places(cpu_possible_mask, resume_workload);
	cpumask_andnot(offline, cpu_possible_mask, cpu_online_mask);
	mutex_unlock(&rtla_sessions_lock);
	for (place = 0; place < CPU_PLACES; place++)
		rtla_cpus_wait(place, offline, true);
	mutex_lock(&rtla_sessions_lock);
	in_all_places(offline, destroy_halted);
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
