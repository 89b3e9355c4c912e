// SPDX-License-Identifier: GPL-2.0
/*
 * Reading facts on tasks, with libproc2: see task_info.h.
 */
#include <sched.h>
#include <string.h>

#include <libproc2/pids.h>

#include "base/parse.h"
#include "host/task_info.h"

#define UNIFIED		"0::"
#define NOWHERE		"-"

enum { POLICY, PRIORITY, NICE, CGROUP, ITEMS };

static enum pids_item items[ITEMS] = {
	PIDS_SCHED_CLASS, PIDS_PRIORITY_RT, PIDS_NICE, PIDS_CGROUP,
};

/*
 * Copy the task's cgroup to @facts. libproc2 lists in @all each cgroup of the
 * task that is not a root cgroup, like "7:cpu:/a,0::/b", or "-" if there is
 * none. The cgroup of version 2 is copied if it is listed, else the first one,
 * with its controller.
 */
static void copy_cgroup(struct task_facts *facts, const char *all)
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
	snprintf(facts->cgroup, sizeof(facts->cgroup), "%.*s",
		 (int)strcspn(at, ","), at);
}

static void copy(struct task_facts *facts, struct pids_stack *stack)
{
	*facts = (struct task_facts) {
		.policy = PIDS_VAL(POLICY, s_int, stack, info),
		.priority = PIDS_VAL(PRIORITY, s_int, stack, info),
		.nice = PIDS_VAL(NICE, s_int, stack, info),
	};
	copy_cgroup(facts, PIDS_VAL(CGROUP, str, stack, info));
}

bool task_facts(int pid, struct task_facts *facts)
{
	unsigned int pids[] = { pid };
	struct pids_info *info = NULL;
	struct pids_fetch *fetched = NULL;
	bool found;

	if (procps_pids_new(&info, items, ITEMS) >= 0)
		fetched = procps_pids_select(info, pids, 1, PIDS_SELECT_PID);
	found = fetched && fetched->counts->total;
	if (found)
		copy(facts, fetched->stacks[0]);
	if (info)
		procps_pids_unref(&info);
	return found;
}

void task_facts_print(FILE *out, const struct task_facts *facts)
{
	fputs(policy_name(facts->policy), out);
	if (facts->policy == SCHED_FIFO || facts->policy == SCHED_RR)
		fprintf(out, " %d", facts->priority);
	else if (facts->policy == SCHED_OTHER || facts->policy == SCHED_BATCH)
		fprintf(out, " nice %d", facts->nice);
	if (*facts->cgroup)
		fprintf(out, ", cgroup %s", facts->cgroup);
}
