// SPDX-License-Identifier: GPL-2.0
/*
 * Reading info on tasks, with libproc2: see task_info.h.
 */
#include <sched.h>
#include <string.h>

#include <libproc2/pids.h>

#include "base/parse.h"
#include "host/machine.h"
#include "host/task_info.h"
#include "host/threads.h"

#define UNIFIED		"0::"
#define NOWHERE		"-"

/* The kernel's flag of a thread whose CPUs nobody may change. */
#define PF_NO_SETAFFINITY	0x04000000

enum { POLICY, PRIORITY, NICE, CGROUP, FLAGS, ITEMS };

static enum pids_item items[ITEMS] = {
	PIDS_SCHED_CLASS, PIDS_PRIORITY_RT, PIDS_NICE, PIDS_CGROUP,
	PIDS_FLAGS,
};

/*
 * Copy the task's cgroup to @info. libproc2 lists in @all each cgroup of the
 * task that is not a root cgroup, like "7:cpu:/a,0::/b", or "-" if there is
 * none. The cgroup of version 2 is copied if it is listed, else the first one,
 * with its controller.
 */
static void copy_cgroup(struct task_info *info, const char *all)
{
	const char *at = all ? strstr(all, UNIFIED) : NULL;

	if (!all)
		return;
	if (at)
		at += strlen(UNIFIED);
	else if (!strcmp(all, NOWHERE))
		at = "/";
	else
		at = all + strcspn(all, ":") + !!strchr(all, ':');
	snprintf(info->cgroup, sizeof(info->cgroup), "%.*s",
		 (int)strcspn(at, ","), at);
}

static void task_info_copy(struct task_info *info, struct pids_stack *stack)
{
	*info = (struct task_info) {
		.policy = PIDS_VAL(POLICY, s_int, stack, handle),
		.priority = PIDS_VAL(PRIORITY, s_int, stack, handle),
		.nice = PIDS_VAL(NICE, s_int, stack, handle),
		.bound = PIDS_VAL(FLAGS, ul_int, stack, handle) &
			 PF_NO_SETAFFINITY,
	};
	copy_cgroup(info, PIDS_VAL(CGROUP, str, stack, handle));
}

bool task_info_read(int pid, struct task_info *info)
{
	unsigned int pids[] = { pid };
	const struct machine machine = { .root = "" };
	const struct thread thread = { .pid = pid, .id = pid };
	struct pids_info *handle = NULL;
	struct pids_fetch *fetched = NULL;
	bool found;

	if (procps_pids_new(&handle, items, ITEMS) >= 0)
		fetched = procps_pids_select(handle, pids, 1, PIDS_SELECT_PID);
	found = fetched && fetched->counts->total;
	if (found) {
		task_info_copy(info, fetched->stacks[0]);
		thread_cpus(&machine, &thread, &info->cpus);
	}
	if (handle)
		procps_pids_unref(&handle);
	return found;
}

void task_info_print(FILE *out, const struct task_info *info)
{
	fputs(policy_name(info->policy), out);
	if (info->policy == SCHED_FIFO || info->policy == SCHED_RR)
		fprintf(out, " %d", info->priority);
	else if (info->policy == SCHED_OTHER || info->policy == SCHED_BATCH)
		fprintf(out, " nice %d", info->nice);
	if (*info->cgroup)
		fprintf(out, ", cgroup %s", info->cgroup);
}
