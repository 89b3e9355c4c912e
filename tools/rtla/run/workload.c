// SPDX-License-Identifier: GPL-2.0
/*
 * Starting what measures: see workload.h.
 */
#include <errno.h>
#include <time.h>
#include <sys/types.h>

#include "host/threads.h"
#include "run/engine_state.h"
#include "run/load.h"
#include "run/user_workload.h"
#include "run/workload.h"
#include "tracer/tracer.h"

#define MOVE_TRIES	100
#define MOVE_PAUSE_NS	10000000

/*
 * Move a measuring thread to the cgroup. The kernel refuses that with EINVAL
 * until the thread has run, so try for about a second. Returns 0 or an errno.
 */
static int move_thread(const struct cgroup *cgroup, pid_t pid)
{
	const struct timespec pause = { .tv_nsec = MOVE_PAUSE_NS };
	int error = EINVAL;

	for (int i = 0; i < MOVE_TRIES && error == EINVAL; i++) {
		if (i)
			nanosleep(&pause, NULL);
		error = cgroup_move(cgroup, pid);
	}
	return error;
}

/*
 * Return whether the thread stays bound, which the kernel refuses to move:
 * those of its own tracers do before Linux 6.5.
 */
static bool stays_bound(pid_t pid)
{
	struct thread thread;

	return thread_read_kernel(pid, &thread) && thread.is_bound;
}

/*
 * Move the measuring threads of the kernel to the cgroup. Processes of user
 * space move themselves.
 */
static enum result move_threads(struct engine *engine)
{
	const struct cgroup *cgroup = &engine->setup.cgroup;
	struct measurement *measurement = &engine->measurement;
	struct tracer_cpu state;
	int error = 0;
	char whom[32];
	int cpu;

	if (!*cgroup->procs || engine->config.tracer.no_threads)
		return RESULT_OK;
	cpus_for_each(cpu, &engine->config.tracer.cpus) {
		if (measurement->ops->cpu(measurement->tracer, cpu, &state))
			return RESULT_ERROR;
		if (state.pid)
			error = move_thread(cgroup, state.pid);
		if (!error)
			continue;
		if (error == EINVAL && stays_bound(state.pid))
			return fail(RESULT_CANNOT, "--cgroup: this kernel's tracer binds its threads to their CPUs, and such threads cannot be in a cgroup of the user; from Linux 6.5 on they can: load the module, or leave out --cgroup");
		snprintf(whom, sizeof(whom), "the thread of CPU %d", cpu);
		return cgroup_refused(cgroup, whom, error);
	}
	return RESULT_OK;
}

enum result workload_start(struct engine *engine)
{
	const struct config *config = &engine->config;

	if (!config->tracer.no_threads || config->threads != THREADS_USER)
		return move_threads(engine);
	return user_workload_start(&engine->workload, engine->measurement.ops,
				   engine->measurement.tracer,
				   &config->tracer, &engine->setup.cgroup,
				   &engine->setup.guard.list);
}
