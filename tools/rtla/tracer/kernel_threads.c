// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring threads of the kernel's own tracers: see kernel_threads.h.
 */
#include <stdio.h>
#include <string.h>

#include "host/machine.h"
#include "host/scheduling.h"
#include "host/threads.h"
#include "trace/own_tracers.h"
#include "tracer/kernel_threads.h"

void kernel_threads_find(const char *tracer, const struct cpus *cpus, int *pid)
{
	struct thread_list threads;
	struct machine machine;

	memset(pid, 0, cpus_count(cpus) * sizeof(*pid));
	machine_init(&machine, "", cpus);
	threads_read(&machine, &threads);
	for (int i = 0; i < threads.count; i++) {
		const struct thread *thread = &threads.thread[i];
		int cpu = thread->is_kernel ?
			  own_tracers_cpu(tracer, thread->name) : -1;
		int place = cpu < 0 ? -1 : cpus_place(cpus, cpu);

		if (place >= 0)
			pid[place] = thread->id;
	}
	threads_free(&threads);
}

bool kernel_thread_is(const char *tracer, int cpu, int pid)
{
	struct thread thread;

	return thread_read_kernel(pid, &thread) &&
	       own_tracers_cpu(tracer, thread.name) == cpu;
}

enum result kernel_threads_schedule(const struct priority *priority,
				    const struct cpus *cpus, const int *pid)
{
	int cpu, error;

	cpus_for_each(cpu, cpus) {
		error = *pid ? scheduling_set_thread(*pid, priority) : 0;
		if (error)
			return fail(RESULT_CANNOT, "CPU %d: the priority of the kernel's measuring thread: %s: choose another --priority",
				    cpu, strerror(error));
		pid++;
	}
	return RESULT_OK;
}
