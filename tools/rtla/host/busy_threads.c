// SPDX-License-Identifier: GPL-2.0
/*
 * Real-time threads that never sleep: see busy_threads.h.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

#include "host/busy_threads.h"
#include "host/machine.h"
#include "host/threads.h"

/*
 * A thread that is running at this many successive looks is taken as one that
 * never sleeps.
 */
#define LOOKS		5
#define LOOK_PAUSE_NS	10000000

static bool is_busy(const struct thread *thread, const struct cpus *cpus)
{
	return thread->state == 'R' && cpus_has(cpus, thread->cpu) &&
	       thread_is_realtime(thread);
}

/*
 * Take one more look at each thread in @found, and drop those that sleep now or
 * have left @cpus.
 */
static void look_again(const struct machine *machine, const struct cpus *cpus,
		       struct thread_list *found)
{
	int left = 0;

	for (int i = 0; i < found->count; i++) {
		struct thread *thread = &found->thread[i];

		if (thread_read(machine, thread->pid, thread->id, thread) &&
		    is_busy(thread, cpus))
			found->thread[left++] = *thread;
	}
	found->count = left;
}

int busy_threads_find(const struct machine *machine,
		      const struct thread_list *all, const struct cpus *cpus,
		      struct thread_list *found)
{
	const struct timespec pause = { .tv_nsec = LOOK_PAUSE_NS };
	int error = 0;

	*found = (struct thread_list) { .count = 0 };
	for (int i = 0; i < all->count && !error; i++)
		if (is_busy(&all->thread[i], cpus) &&
		    !threads_add(found, &all->thread[i]))
			error = ENOMEM;
	for (int i = 1; i < LOOKS && found->count && !error; i++) {
		nanosleep(&pause, NULL);
		look_again(machine, cpus, found);
	}
	return error;
}

/*
 * Return whether the kernel keeps some time of @cpu from real-time threads. Up
 * to 6.11 the real-time throttling does so, from 6.12 on the fair server, which
 * works even if the throttling is off. Whichever cannot be read is assumed to
 * be on, as both are after boot.
 */
static bool keeps_time(const struct machine *machine, int cpu)
{
	int64_t runtime;
	int major, minor;

	if (!machine_number(machine, &runtime,
			    "/sys/kernel/debug/sched/fair_server/cpu%d/runtime",
			    cpu))
		return runtime > 0;
	if (!machine_has(machine, "/sys/kernel/debug/sched") &&
	    sscanf(machine->release, "%d.%d", &major, &minor) == 2 &&
	    (major > 6 || (major == 6 && minor >= 12)))
		return true;
	return machine_number(machine, &runtime,
			      "/proc/sys/kernel/sched_rt_runtime_us") ||
	       runtime >= 0;
}

enum result busy_threads_refuse(const char *option)
{
	enum result result = RESULT_OK;
	struct thread_list all, found;
	struct machine machine;
	char how[32];

	machine_init(&machine, "", NULL);
	threads_read(&machine, &all);
	if (busy_threads_find(&machine, &all, &machine.online, &found))
		found.count = 0;
	for (int i = 0; i < found.count && !result; i++) {
		const struct thread *thread = &found.thread[i];

		/* A thread of SCHED_DEADLINE is limited by its own runtime. */
		if (thread->policy == SCHED_DEADLINE ||
		    keeps_time(&machine, thread->cpu))
			continue;
		thread_policy_print(thread, how, sizeof(how));
		result = fail(RESULT_CANNOT, "%s: the kernel would wait forever for CPU %d, on which %s (%d, %s) never sleeps: omit the option, or end that thread",
			      option, thread->cpu, thread->name, thread->id,
			      how);
	}
	threads_free(&found);
	threads_free(&all);
	return result;
}
