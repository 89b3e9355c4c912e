// SPDX-License-Identifier: GPL-2.0
/*
 * The threads of a machine: see threads.h.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/parse.h"
#include "host/machine.h"
#include "host/threads.h"

/* Columns of /proc/PID/task/TID/stat, counted from 1: see proc(5). */
#define COLUMN_STATE	3
#define COLUMN_FLAGS	9
#define COLUMN_CPU	39
#define COLUMN_PRIORITY	40
#define COLUMN_POLICY	41

/* Flags in the column of flags, from the kernel's include/linux/sched.h. */
#define PF_KTHREAD		0x00200000
#define PF_NO_SETAFFINITY	0x04000000

/*
 * Read the columns of @text, which begins at the third column and is changed.
 * Returns false if a column is missing or is no number.
 */
static bool parse_columns(char *text, struct thread *thread)
{
	long values[COLUMN_POLICY + 1] = { 0 };
	char *column, *end;

	for (int i = COLUMN_STATE; i <= COLUMN_POLICY; i++) {
		column = strtok_r(i == COLUMN_STATE ? text : NULL, " ", &text);
		if (!column)
			return false;
		if (i == COLUMN_STATE) {
			thread->state = *column;
			continue;
		}
		values[i] = strtol(column, &end, 10);
		if (*end)
			return false;
	}
	thread->is_kernel = values[COLUMN_FLAGS] & PF_KTHREAD;
	thread->is_bound = values[COLUMN_FLAGS] & PF_NO_SETAFFINITY;
	thread->cpu = values[COLUMN_CPU];
	thread->priority = values[COLUMN_PRIORITY];
	thread->policy = values[COLUMN_POLICY];
	return true;
}

bool thread_read(const struct machine *machine, int pid, int id,
		 struct thread *thread)
{
	char text[1024], *name, *rest;

	*thread = (struct thread) { .pid = pid, .id = id };
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

bool thread_read_kernel(int id, struct thread *thread)
{
	const struct machine machine = { .root = "" };

	return id > 0 && thread_read(&machine, id, id, thread) &&
	       thread->is_kernel;
}

int thread_last_cpu(int pid, int id)
{
	const struct machine machine = { .root = "" };
	struct thread thread;

	return thread_read(&machine, pid, id, &thread) ? thread.cpu : -1;
}

bool threads_add(struct thread_list *threads, const struct thread *thread)
{
	struct thread *grown = array_grow(threads->thread, threads->count,
					  sizeof(*grown));

	if (!grown)
		return false;
	threads->thread = grown;
	grown[threads->count++] = *thread;
	return true;
}

/* Add the threads of process @pid. Returns 0 or ENOMEM. */
static int read_process(const struct machine *machine, int pid,
			struct thread_list *threads)
{
	struct names names;
	struct thread thread;
	int error = 0;

	/* The process may be gone by now, which is no error. */
	if (machine_names(machine, &names, "/proc/%d/task", pid))
		return 0;
	for (int i = 0; i < names.count && !error; i++) {
		int id = names_number(&names, i);

		if (id > 0 && thread_read(machine, pid, id, &thread) &&
		    !threads_add(threads, &thread))
			error = ENOMEM;
	}
	names_free(&names);
	return error;
}

void threads_read(const struct machine *machine, struct thread_list *threads)
{
	struct names names;

	*threads = (struct thread_list) { .is_read = true };
	threads->error = machine_names(machine, &names, "/proc");
	for (int i = 0; i < names.count && !threads->error; i++) {
		int pid = names_number(&names, i);

		if (pid > 0)
			threads->error = read_process(machine, pid, threads);
	}
	names_free(&names);
}

void threads_free(struct thread_list *threads)
{
	free(threads->thread);
	*threads = (struct thread_list) { .count = 0 };
}

const struct thread_list *machine_threads(const struct machine *machine)
{
	if (!machine->threads->is_read)
		threads_read(machine, machine->threads);
	return machine->threads;
}

int thread_cpus(const struct machine *machine, const struct thread *thread,
		struct cpus *cpus)
{
	static const char key[] = "\nCpus_allowed_list:\t";
	char text[16384], *list;
	int error = machine_read_start(machine, text, sizeof(text),
				       "/proc/%d/task/%d/status", thread->pid,
				       thread->id);

	*cpus = (struct cpus) { .word = { 0 } };
	list = strstr(text, key);
	if (list) {
		list += strlen(key);
		list[strcspn(list, "\n")] = '\0';
	}
	if (!error && (!list || !cpus_parse(cpus, list)))
		error = EINVAL;
	return error;
}

bool thread_is_realtime(const struct thread *thread)
{
	return thread->policy == SCHED_FIFO || thread->policy == SCHED_RR ||
	       thread->policy == SCHED_DEADLINE;
}

void thread_policy_print(const struct thread *thread, char *text, size_t size)
{
	if (thread->policy == SCHED_DEADLINE)
		snprintf(text, size, "%s", policy_name(thread->policy));
	else
		snprintf(text, size, "%s %d", policy_name(thread->policy),
			 thread->priority);
}
