/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Facts on a task from /proc: its scheduling policy, its priority and its
 * cgroup.
 */
#ifndef RTLA_TASK_INFO_H
#define RTLA_TASK_INFO_H

#include <stdbool.h>
#include <stdio.h>

#include "base/cpus.h"

#define CGROUP_LEN	256

struct task_info {
	int policy;		/* SCHED_OTHER, ... */
	int priority;		/* of a real-time policy, 1 to 99 */
	int nice;		/* of SCHED_OTHER and SCHED_BATCH */
	bool bound;		/* the kernel refuses to change its CPUs */
	struct cpus cpus;	/* those on which it may run; empty: unknown */
	char cgroup[CGROUP_LEN];	/* of v2, else "cpu:/box"; "": unknown */
};

/*
 * task_info_read - read the info on process or thread @pid
 *
 * Returns false if the task is gone or cannot be read.
 */
bool task_info_read(int pid, struct task_info *info);

/* task_info_print - print @info: "SCHED_FIFO 95, cgroup /machine.slice" */
void task_info_print(FILE *out, const struct task_info *info);

#endif /* RTLA_TASK_INFO_H */
