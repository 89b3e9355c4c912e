// SPDX-License-Identifier: GPL-2.0
/*
 * Facts on how busy the machine and its measured CPUs are, and on what memory may
 * cost.
 *
 * Load is often meant to be there, so that only more of it than there are CPUs
 * is told of.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fact.h"

#define HUGEPAGES	"/sys/kernel/mm/transparent_hugepage/enabled"

/* So much of the time, in percent, tasks wait for memory, or for a CPU. */
#define PRESSURE_CPU	20
#define PRESSURE_MEMORY	1

/* A thread that is running at so many looks, one after the other, never sleeps. */
#define LOOKS		5
#define LOOK_PAUSE_NS	10000000

/* A figure like "0.25" at @text, which is to begin with one. */
static bool parse_figure(const char *text, double *figure)
{
	char *end;

	*figure = strtod(text, &end);
	return end != text && *figure >= 0 && *figure < 1e6;
}

static void look_load(const struct machine *machine, struct fact *fact)
{
	int cpus = cpus_count(&machine->online);
	char text[128];
	double load;
	int error = machine_read(machine, text, sizeof(text), "/proc/loadavg");

	if (!error && !parse_figure(text, &load))
		error = EINVAL;
	text[strcspn(text, " ")] = '\0';
	if (error)
		fact_unread(fact, error, "/proc/loadavg");
	else if (cpus && load > cpus)
		fact_set(fact, FACT_WARNING,
			 "wait, or end what is not meant to run meanwhile",
			 "%s in the last minute, for %d CPUs", text, cpus);
	else
		fact_set(fact, FACT_OK, NULL, "%s in the last minute", text);
}

/* "some avg10=0.12 ...": 0 or an errno. */
static int read_pressure(const struct machine *machine, const char *what,
			 double *percent)
{
	static const char before[] = "some avg10=";
	char text[512];
	int error = machine_read(machine, text, sizeof(text),
				 "/proc/pressure/%s", what);

	if (!error && (strncmp(text, before, strlen(before)) ||
		       !parse_figure(text + strlen(before), percent)))
		error = EINVAL;
	return error;
}

static void look_pressure(const struct machine *machine, struct fact *fact)
{
	double cpu, memory;
	bool high;
	int error = read_pressure(machine, "cpu", &cpu);

	if (!error)
		error = read_pressure(machine, "memory", &memory);
	if (error) {
		fact_unread(fact, error, "/proc/pressure");
		return;
	}
	high = cpu >= PRESSURE_CPU || memory >= PRESSURE_MEMORY;
	fact_set(fact, high ? FACT_WARNING : FACT_OK,
		 high ? "wait, or end what is not meant to run meanwhile" : NULL,
		 "waiting for a CPU %.2f %%, for memory %.2f %% of 10 s", cpu,
		 memory);
}

/* A thread, as its file "stat" tells of it. */
struct thread {
	int id;
	char name[32];
	char state;
	int cpu;
	int priority;		/* of SCHED_FIFO and SCHED_RR */
	int policy;
};

/* Columns from the third on, which is the state. */
static bool parse_columns(char *text, struct thread *thread)
{
	int *const values[] = {
		&thread->cpu, &thread->priority, &thread->policy,
	};
	char *column, *end;

	thread->state = '\0';
	for (int i = 3; i < 39 + 3; i++) {
		column = strtok_r(i == 3 ? text : NULL, " ", &text);
		if (!column)
			return false;
		if (i == 3)
			thread->state = *column;
		if (i < 39)
			continue;
		*values[i - 39] = strtol(column, &end, 10);
		if (*end)
			return false;
	}
	return true;
}

/* False if it is gone, or the file is not as expected. */
static bool read_thread(const struct machine *machine, int pid, int id,
			struct thread *thread)
{
	char text[1024], *name, *rest;

	thread->id = id;
	if (machine_read(machine, text, sizeof(text), "/proc/%d/task/%d/stat",
			 pid, id))
		return false;
	name = strchr(text, '(');
	/* There may be brackets in the name. */
	rest = strrchr(text, ')');
	if (!name || !rest || rest < name)
		return false;
	*rest++ = '\0';
	snprintf(thread->name, sizeof(thread->name), "%s", name + 1);
	return parse_columns(rest, thread);
}

static bool is_real_time(const struct thread *thread)
{
	return thread->policy == SCHED_FIFO || thread->policy == SCHED_RR ||
	       thread->policy == SCHED_DEADLINE;
}

/* As far as some looks tell; *@seen is set if there is something to be seen. */
static bool never_sleeps(const struct machine *machine, int pid, int id,
			 struct thread *thread, bool *seen)
{
	const struct timespec pause = { .tv_nsec = LOOK_PAUSE_NS };

	for (int i = 0; i < LOOKS; i++) {
		if (i)
			nanosleep(&pause, NULL);
		if (!read_thread(machine, pid, id, thread))
			return false;
		*seen = true;
		if (thread->state != 'R' || !is_real_time(thread) ||
		    !cpus_has(&machine->cpus, thread->cpu))
			return false;
	}
	return true;
}

/* Those of a process; returns their number with @count added. */
static int find_threads(const struct machine *machine, int pid,
			struct thread *worst, int count, bool *seen)
{
	struct names names;
	struct thread thread;

	if (machine_names(machine, &names, "/proc/%d/task", pid))
		return count;
	for (int i = 0; i < names.count; i++) {
		int id = names_number(&names, i);

		if (id <= 0 || !never_sleeps(machine, pid, id, &thread, seen))
			continue;
		if (!count++ || thread.policy == SCHED_DEADLINE ||
		    thread.priority > worst->priority)
			*worst = thread;
	}
	names_free(&names);
	return count;
}

static void judge_threads(struct fact *fact, const struct thread *thread,
			  int count)
{
	int most = sched_get_priority_max(SCHED_FIFO);
	char priority[16], others[32] = "";

	snprintf(priority, sizeof(priority), "FIFO %d", thread->priority);
	if (thread->policy == SCHED_RR)
		snprintf(priority, sizeof(priority), "RR %d", thread->priority);
	else if (thread->policy == SCHED_DEADLINE)
		snprintf(priority, sizeof(priority), "DEADLINE");
	if (count > 1)
		snprintf(others, sizeof(others), ", and %d more thread%s",
			 count - 1, count > 2 ? "s" : "");
	fact_set(fact, FACT_WARNING, NULL,
		 "%s (%d, %s) runs on CPU %d and does not sleep%s", thread->name,
		 thread->id, priority, thread->cpu, others);
	if (thread->policy != SCHED_DEADLINE && thread->priority < most)
		fact_remedy(fact, "measure with -P f:%d, which goes before it, or end it",
			    thread->priority + 1);
	else
		fact_remedy(fact, "end it: nothing of SCHED_FIFO runs beside it");
}

/* Threads that leave no time to those that measure, if these come after them. */
static void look_rt_threads(const struct machine *machine, struct fact *fact)
{
	struct thread worst = { .id = 0 };
	bool seen = false;
	struct names names;
	int error, count = 0;

	error = machine_names(machine, &names, "/proc");
	if (error) {
		fact_unread(fact, error, "/proc");
		return;
	}
	for (int i = 0; i < names.count; i++) {
		int pid = names_number(&names, i);

		if (pid > 0)
			count = find_threads(machine, pid, &worst, count,
					     &seen);
	}
	names_free(&names);
	if (count)
		judge_threads(fact, &worst, count);
	else if (seen)
		fact_set(fact, FACT_OK, NULL, "none");
	else
		fact_set(fact, FACT_UNKNOWN, NULL,
			 "no thread to be seen in /proc");
}

/* Columns are name, type, size and used, in kB; the first line is their heads. */
static void look_swap(const struct machine *machine, struct fact *fact)
{
	long long size, used, all_size = 0, all_used = 0;
	char text[8192];
	int error = machine_read(machine, text, sizeof(text), "/proc/swaps");
	const char *line = text;

	if (!error && strncmp(text, "Filename", strlen("Filename")))
		error = EINVAL;
	if (error) {
		fact_unread(fact, error, "/proc/swaps");
		return;
	}
	while ((line = strchr(line, '\n'))) {
		line++;
		if (sscanf(line, "%*s %*s %15lld %15lld", &size, &used) != 2)
			continue;
		all_size += size;
		all_used += used;
	}
	if (all_used)
		fact_set(fact, FACT_WARNING, "swapoff -a",
			 "%lld of %lld MB in use", all_used / 1024,
			 all_size / 1024);
	else if (all_size)
		fact_set(fact, FACT_OK, NULL, "%lld MB, none in use",
			 all_size / 1024);
	else
		fact_set(fact, FACT_OK, NULL, "none");
}

static void look_hugepages(const struct machine *machine, struct fact *fact)
{
	char text[128], mode[32];
	int error = machine_read(machine, text, sizeof(text), HUGEPAGES);

	if (error == ENOENT && machine_has(machine, "/sys/kernel/mm"))
		fact_set(fact, FACT_OK, NULL, "not in this kernel");
	else if (error)
		fact_unread(fact, error, HUGEPAGES);
	else if (!fact_chosen(text, "[]", mode, sizeof(mode)))
		fact_unread(fact, EINVAL, HUGEPAGES);
	else if (!strcmp(mode, "always"))
		fact_set(fact, FACT_WARNING, "echo madvise > " HUGEPAGES,
			 "always: pages are moved and cleared behind the back of tasks");
	else
		fact_set(fact, FACT_OK, NULL, "%s", mode);
}

static void look_numa_balancing(const struct machine *machine,
				struct fact *fact)
{
	static const char path[] = "/proc/sys/kernel/numa_balancing";
	int64_t on;
	int error = machine_number(machine, &on, path);

	if (error == ENOENT && machine_has(machine, "/proc/sys/kernel"))
		fact_set(fact, FACT_OK, NULL, "not in this kernel");
	else if (error)
		fact_unread(fact, error, path);
	else if (on)
		fact_set(fact, FACT_WARNING, "sysctl -w kernel.numa_balancing=0",
			 "on: tasks take page faults for it");
	else
		fact_set(fact, FACT_OK, NULL, "off");
}

const struct check load_checks[] = {
	{ "load_average", "tasks that run or wait for it", look_load, NULL },
	{ "rt_threads", "real-time threads that never sleep on measured CPUs",
	  look_rt_threads, NULL },
	{ "pressure", "time that tasks wait for CPUs and memory",
	  look_pressure, "boot with psi=1, if this kernel can" },
	{ "swap", "memory that is on a disk", look_swap, NULL },
	{ "transparent_hugepages", "pages that the kernel makes of small ones",
	  look_hugepages, NULL },
	{ "numa_balancing", "pages that follow tasks to other nodes",
	  look_numa_balancing, NULL },
	{ .name = NULL }
};
