// SPDX-License-Identifier: GPL-2.0
/*
 * Affinity and priority: see scheduling.h. struct cpus is the same array of
 * bits as the kernel's set of CPUs, CPU 0 first, so it needs no conversion.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/scheduling.h"

/*
 * The kernel's struct sched_attr in its first version. The kernel's header with
 * it is not included, because it conflicts with headers of older C libraries.
 */
struct attributes {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
};

int scheduling_bind_process(pid_t pid, const struct cpus *cpus)
{
	return sched_setaffinity(pid, sizeof(*cpus), (const cpu_set_t *)cpus) ?
	       errno : 0;
}

int scheduling_bind(const struct cpus *cpus)
{
	return scheduling_bind_process(0, cpus);
}

int scheduling_allowed(struct cpus *cpus)
{
	memset(cpus, 0, sizeof(*cpus));
	return sched_getaffinity(0, sizeof(*cpus), (cpu_set_t *)cpus) ?
	       errno : 0;
}

int scheduling_set_thread(pid_t id, const struct priority *priority)
{
	struct attributes attributes = {
		.size = sizeof(attributes),
		.policy = priority->policy,
		.nice = priority->nice,
		.priority = priority->priority,
		.runtime = priority->runtime_ns,
		.deadline = priority->period_ns,
		.period = priority->period_ns,
	};

	return syscall(SYS_sched_setattr, id, &attributes, 0) ? errno : 0;
}

int scheduling_set(const struct priority *priority)
{
	return scheduling_set_thread(0, priority);
}
