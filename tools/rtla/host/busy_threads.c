// SPDX-License-Identifier: GPL-2.0
/*
 * Real-time threads that never sleep: see busy_threads.h.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/parse.h"
#include "host/busy_threads.h"

/*
 * A thread that is running at this many successive looks is taken as one that
 * never sleeps.
 */
#define LOOKS		5
#define LOOK_PAUSE_NS	10000000

/* Columns of /proc/PID/task/TID/stat, counted from 1: see proc(5). */
#define COLUMN_STATE	3
#define COLUMN_CPU	39

/*
 * Read the state, CPU, priority and policy from @text, which begins at the
 * third column and is changed. Returns false if a column is missing or is no
 * number.
 */
static bool parse_columns(char *text, struct busy_thread *thread)
{
	int *const values[] = {
		&thread->cpu, &thread->priority, &thread->policy,
	};
	char *column, *end;

	thread->state = '\0';
	for (int i = COLUMN_STATE; i < COLUMN_CPU + 3; i++) {
		column = strtok_r(i == COLUMN_STATE ? text : NULL, " ", &text);
		if (!column)
			return false;
		if (i == COLUMN_STATE)
			thread->state = *column;
		if (i < COLUMN_CPU)
			continue;
		*values[i - COLUMN_CPU] = strtol(column, &end, 10);
		if (*end)
			return false;
	}
	return true;
}

/*
 * Read the stat file of thread @id of process @pid. Returns false if the thread
 * is gone, or if the file is not as expected.
 */
static bool read_thread(const struct machine *machine, int pid, int id,
			struct busy_thread *thread)
{
	char text[1024], *name, *rest;

	thread->pid = pid;
	thread->id = id;
	if (machine_read(machine, text, sizeof(text), "/proc/%d/task/%d/stat",
			 pid, id))
		return false;
	name = strchr(text, '(');
	/* The name may contain brackets, so the last one ends it. */
	rest = strrchr(text, ')');
	if (!name || !rest || rest < name)
		return false;
	*rest++ = '\0';
	snprintf(thread->name, sizeof(thread->name), "%s", name + 1);
	return parse_columns(rest, thread);
}

static bool is_busy(const struct busy_thread *thread, const struct cpus *cpus)
{
	return thread->state == 'R' && cpus_has(cpus, thread->cpu) &&
	       (thread->policy == SCHED_FIFO || thread->policy == SCHED_RR ||
		thread->policy == SCHED_DEADLINE);
}

static bool add_thread(struct busy_threads *found,
		       const struct busy_thread *thread)
{
	struct busy_thread *threads;

	threads = reallocarray(found->threads, found->count + 1,
			       sizeof(*threads));
	if (!threads)
		return false;
	threads[found->count++] = *thread;
	found->threads = threads;
	return true;
}

/*
 * Take the first look at the threads of process @pid, and add the busy ones to
 * @found. Returns 0 or ENOMEM.
 */
static int find_in_process(const struct machine *machine, int pid,
			   const struct cpus *cpus, struct busy_threads *found)
{
	struct names names;
	struct busy_thread thread;
	int error = 0;

	/* The process may be gone by now, which is no error. */
	if (machine_names(machine, &names, "/proc/%d/task", pid))
		return 0;
	for (int i = 0; i < names.count && !error; i++) {
		int id = names_number(&names, i);

		if (id <= 0 || !read_thread(machine, pid, id, &thread))
			continue;
		found->seen = true;
		if (is_busy(&thread, cpus) && !add_thread(found, &thread))
			error = ENOMEM;
	}
	names_free(&names);
	return error;
}

/*
 * Take one more look at each thread in @found, and drop those that sleep now or
 * have left @cpus.
 */
static void look_again(const struct machine *machine, const struct cpus *cpus,
		       struct busy_threads *found)
{
	int left = 0;

	for (int i = 0; i < found->count; i++) {
		struct busy_thread *thread = &found->threads[i];

		if (read_thread(machine, thread->pid, thread->id, thread) &&
		    is_busy(thread, cpus))
			found->threads[left++] = *thread;
	}
	found->count = left;
}

int busy_threads_find(const struct machine *machine, const struct cpus *cpus,
		      struct busy_threads *found)
{
	const struct timespec pause = { .tv_nsec = LOOK_PAUSE_NS };
	struct names names;
	int error;

	*found = (struct busy_threads) { .threads = NULL };
	error = machine_names(machine, &names, "/proc");
	if (error)
		return error;
	for (int i = 0; i < names.count && !error; i++) {
		int pid = names_number(&names, i);

		if (pid > 0)
			error = find_in_process(machine, pid, cpus, found);
	}
	names_free(&names);
	for (int i = 1; i < LOOKS && found->count && !error; i++) {
		nanosleep(&pause, NULL);
		look_again(machine, cpus, found);
	}
	return error;
}

void busy_threads_free(struct busy_threads *found)
{
	free(found->threads);
	*found = (struct busy_threads) { .threads = NULL };
}

void busy_thread_print(const struct busy_thread *thread, char *text,
		       size_t size)
{
	if (thread->policy == SCHED_DEADLINE)
		snprintf(text, size, "%s", policy_name(thread->policy));
	else
		snprintf(text, size, "%s %d", policy_name(thread->policy),
			 thread->priority);
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
	struct busy_threads found;
	struct machine machine;
	char how[32];

	machine_init(&machine, "", NULL);
	if (busy_threads_find(&machine, &machine.online, &found))
		found.count = 0;
	for (int i = 0; i < found.count && !result; i++) {
		const struct busy_thread *thread = &found.threads[i];

		/* A thread of SCHED_DEADLINE is limited by its own runtime. */
		if (thread->policy == SCHED_DEADLINE ||
		    keeps_time(&machine, thread->cpu))
			continue;
		busy_thread_print(thread, how, sizeof(how));
		result = fail(RESULT_CANNOT, "%s: the kernel would wait forever for CPU %d, on which %s (%d, %s) never sleeps: omit the option, or end that thread",
			      option, thread->cpu, thread->name, thread->id,
			      how);
	}
	busy_threads_free(&found);
	return result;
}
