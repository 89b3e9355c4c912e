/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc knows of a task: how it is scheduled, and where it belongs.
 */
#ifndef RTLA_TASK_FACTS_H
#define RTLA_TASK_FACTS_H

#include <stdbool.h>
#include <stdio.h>

#define CGROUP_LEN	256

struct task_facts {
	int policy;		/* SCHED_OTHER, ... */
	int priority;		/* of a real-time policy, 1 to 99 */
	int nice;		/* of the others */
	char cgroup[CGROUP_LEN];	/* of v2, else "cpu:/box"; "": unknown */
};

/* task_facts - of process or thread @pid; false: it is gone, or not to be read */
bool task_facts(int pid, struct task_facts *facts);

/* task_facts_print - "SCHED_FIFO 95, cgroup /machine.slice" */
void task_facts_print(FILE *out, const struct task_facts *facts);

#endif /* RTLA_TASK_FACTS_H */
