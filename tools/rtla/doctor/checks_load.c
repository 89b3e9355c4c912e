// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of how busy the machine and its measured CPUs are, and of what memory
 * may cost.
 *
 * Load is often intended, so the check of the load warns only if there are more
 * tasks than CPUs.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"
#include "host/busy_threads.h"
#include "host/machine.h"
#include "host/threads.h"
#include "remedies/remedies.h"

#define HUGEPAGES	"/sys/kernel/mm/transparent_hugepage/enabled"
#define KSM		"/sys/kernel/mm/ksm"

/*
 * Warn if tasks wait for a CPU, or for memory, this share of the time, in
 * percent.
 */
#define PRESSURE_CPU	20
#define PRESSURE_MEMORY	1

/*
 * Read the figure, like "0.25", with which @text begins. Returns false if there
 * is none, or if it is negative or at least 1000000.
 */
static bool parse_figure(const char *text, double *figure)
{
	char *end;

	*figure = strtod(text, &end);
	return end != text && *figure >= 0 && *figure < 1e6;
}

static void look_load(const struct machine *machine, struct finding *finding)
{
	int cpus = cpus_count(&machine->online);
	char text[128];
	double load = 0;
	int error = machine_read(machine, text, sizeof(text), "/proc/loadavg");

	if (!error && !parse_figure(text, &load))
		error = EINVAL;
	text[strcspn(text, " ")] = '\0';
	if (error)
		finding_unread(finding, error, "/proc/loadavg");
	else if (cpus && load > cpus)
		finding_set(finding, CHECK_WARNING,
			    "wait, or end what should not run during the measurement",
			    "%s in the last minute, for %d CPUs", text, cpus);
	else
		finding_set(finding, CHECK_OK, NULL, "%s in the last minute",
			    text);
}

/*
 * Read the share of the last 10 s in which some task waited for @what from a
 * line "some avg10=0.12 ...". Returns 0 or an errno.
 */
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

static void look_pressure(const struct machine *machine,
			  struct finding *finding)
{
	double cpu, memory;
	bool high;
	int error = read_pressure(machine, "cpu", &cpu);

	if (!error)
		error = read_pressure(machine, "memory", &memory);
	if (error) {
		finding_unread(finding, error, "/proc/pressure");
		return;
	}
	high = cpu >= PRESSURE_CPU || memory >= PRESSURE_MEMORY;
	finding_set(finding, high ? CHECK_WARNING : CHECK_OK,
		    high ? "wait, or end what should not run during the measurement" :
			   NULL,
		    "waiting for a CPU %.2f %%, for memory %.2f %% of 10 s",
		    cpu, memory);
}

static void judge_threads(struct finding *finding,
			  const struct thread_list *found)
{
	const struct thread *worst = found->thread;
	char how[32], others[32] = "";

	for (int i = 1; i < found->count; i++) {
		const struct thread *thread = &found->thread[i];

		if (thread->policy == SCHED_DEADLINE ||
		    (worst->policy != SCHED_DEADLINE &&
		     thread->priority > worst->priority))
			worst = thread;
	}
	thread_policy_print(worst, how, sizeof(how));
	if (found->count > 1)
		snprintf(others, sizeof(others), ", and %d more thread%s",
			 found->count - 1, found->count > 2 ? "s" : "");
	finding_set(finding, CHECK_WARNING, NULL,
		    "%s (%d, %s) runs on CPU %d and does not sleep%s",
		    worst->name, worst->id, how, worst->cpu, others);
	if (worst->policy != SCHED_DEADLINE &&
	    worst->priority < sched_get_priority_max(SCHED_FIFO))
		finding_remedy(finding, "measure with -P f:%d, which preempts it, or end it",
			       worst->priority + 1);
	else
		finding_remedy(finding,
			       "end it: no SCHED_FIFO thread can run beside it");
}

/*
 * A real-time thread that never sleeps leaves no time to a measuring thread
 * that is less urgent.
 */
static void look_rt_threads(const struct machine *machine,
			    struct finding *finding)
{
	const struct thread_list *all = machine_threads(machine);
	struct thread_list found;
	int error = busy_threads_find(machine, all, &machine->cpus, &found);

	if (error || all->error)
		finding_unread(finding, error ?: all->error, "/proc");
	else if (found.count)
		judge_threads(finding, &found);
	else if (all->count)
		finding_set(finding, CHECK_OK, NULL, "none");
	else
		finding_set(finding, CHECK_UNKNOWN, NULL,
			    "no thread is visible in /proc");
	threads_free(&found);
}

/*
 * The columns of /proc/swaps are name, type, size in kB and used kB. The first
 * line is their heading.
 */
static void look_swap(const struct machine *machine, struct finding *finding)
{
	long long size, used, all_size = 0, all_used = 0;
	char text[8192];
	int error = machine_read(machine, text, sizeof(text), "/proc/swaps");
	const char *line = text;

	if (!error && strncmp(text, "Filename", strlen("Filename")))
		error = EINVAL;
	if (error) {
		finding_unread(finding, error, "/proc/swaps");
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
		finding_set(finding, CHECK_WARNING, "swapoff -a",
			    "%lld of %lld MB in use", all_used / 1024,
			    all_size / 1024);
	else if (all_size)
		finding_set(finding, CHECK_OK, NULL, "%lld MB, none in use",
			    all_size / 1024);
	else
		finding_set(finding, CHECK_OK, NULL, "none");
}

static void look_hugepages(const struct machine *machine,
			   struct finding *finding)
{
	const struct facts none = { .read = NULL };
	char text[128], mode[32];
	int error = machine_read(machine, text, sizeof(text), HUGEPAGES);

	if (error == ENOENT && machine_has(machine, "/sys/kernel/mm"))
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
	else if (error)
		finding_unread(finding, error, HUGEPAGES);
	else if (!chosen_word(text, "[]", mode, sizeof(mode)))
		finding_unread(finding, EINVAL, HUGEPAGES);
	else if (strcmp(mode, "always"))
		finding_set(finding, CHECK_OK, NULL, "%s", mode);
	else
		finding_set(finding, CHECK_WARNING, NULL,
			    "always: the kernel moves and clears pages while tasks run");
	if (finding->status == CHECK_WARNING)
		finding_mend(machine, finding, "huge pages", &none);
}

/*
 * Pages stay merged when ksmd is stopped with 0: they get back their own memory
 * when 2 is written. The first bit says whether ksmd runs.
 */
static void look_ksm(const struct machine *machine, struct finding *finding)
{
	const struct facts none = { .read = NULL };
	int64_t mode, merged = 0;
	int error = machine_number(machine, &mode, KSM "/run");

	if (error == ENOENT && !machine_has(machine, KSM) &&
	    machine_has(machine, "/sys/kernel/mm")) {
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
		return;
	}
	if (!error)
		error = machine_number(machine, &merged, KSM "/pages_shared");
	if (error)
		finding_unread(finding, error, KSM);
	else if (mode & 1)
		finding_set(finding, CHECK_WARNING, NULL,
			    "on: tasks take page faults when they write to merged pages");
	else if (merged)
		finding_set(finding, CHECK_WARNING, NULL,
			    "off, but pages are merged still: tasks take page faults when they write to them");
	else
		finding_set(finding, CHECK_OK, NULL, "off");
	if (finding->status == CHECK_WARNING)
		finding_mend(machine, finding, "merged pages", &none);
}

static void look_numa_balancing(const struct machine *machine,
				struct finding *finding)
{
	static const char path[] = "/proc/sys/kernel/numa_balancing";
	int64_t on;
	int error = machine_number(machine, &on, path);

	if (error == ENOENT && machine_has(machine, "/proc/sys/kernel"))
		finding_set(finding, CHECK_OK, NULL, "not in this kernel");
	else if (error)
		finding_unread(finding, error, path);
	else if (!on)
		finding_set(finding, CHECK_OK, NULL, "off");
	else
		finding_set(finding, CHECK_WARNING,
			    "sysctl -w kernel.numa_balancing=0",
			    "on: tasks take page faults for it");
	if (finding->status == CHECK_WARNING)
		finding_change(machine, finding, "0", "%s", path);
}

const struct check load_checks[] = {
	{ "load_average", 30, "tasks that run or wait for it", look_load, NULL },
	{ "rt_threads", 86, "real-time threads that never sleep on measured CPUs",
	  look_rt_threads, NULL },
	{ "pressure", 60, "time that tasks wait for CPUs and memory",
	  look_pressure, "boot with psi=1, if this kernel can" },
	{ "swap", 66, "memory that is swapped to disk", look_swap, NULL },
	{ "transparent_hugepages", 45, "huge pages that the kernel makes of small ones",
	  look_hugepages, NULL },
	{ "ksm", 40, "pages that the kernel merges, as they are the same",
	  look_ksm, NULL },
	{ "numa_balancing", 41, "pages that the kernel moves to the node of their tasks",
	  look_numa_balancing, NULL },
	{ .name = NULL }
};
