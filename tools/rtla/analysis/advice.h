/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Advice: what can be done about the cause that the sentence names, as far as
 * what is known of it says so.
 */
#ifndef RTLA_ADVICE_H
#define RTLA_ADVICE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/cpus.h"
#include "host/preemption.h"

struct analysis;
struct symbols;
struct task_info;

/*
 * Fill @info with the scheduling and the cgroup of a thread. Returns false if
 * the thread is gone, or cannot be looked at.
 */
typedef bool analysis_task_fn(int pid, struct task_info *info);

/*
 * struct measured_machine - what is known of the machine on which a hit just
 * came
 * @preemption: see preemption_find(); "": not known
 * @preemption_dynamic: it can be chosen at boot
 * @online: the CPUs that are online
 * @find_task: describes threads as they are now
 * @is_device: returns whether the interrupt @irq is that of a device whose
 *	handler has the name @name, so that it can be moved to other CPUs
 */
struct measured_machine {
	char preemption[PREEMPTION_LEN];
	bool preemption_dynamic;
	struct cpus online;
	analysis_task_fn *find_task;
	bool (*is_device)(int irq, const char *name);
};

/*
 * advice_print - print at most three lines of advice, with a title, or nothing
 *
 * @machine is NULL for a saved trace, which may be of another machine, or old.
 */
void advice_print(FILE *out, const struct analysis *analysis,
		  const struct symbols *symbols,
		  const struct measured_machine *machine);

#endif /* RTLA_ADVICE_H */
