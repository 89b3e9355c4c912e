/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Advice: what can be done about the cause that the sentence names, as far as
 * what is known of it says so. Its words and commands are in the catalogue of
 * remedies (remedies/catalogue.c).
 */
#ifndef RTLA_ADVICE_H
#define RTLA_ADVICE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/cpus.h"
#include "host/managed_irq.h"
#include "host/preemption.h"
#include "host/rt_package.h"
#include "remedies/remedies.h"

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
 * @rt_package: see rt_package_find(); "": not known
 * @online: the CPUs that are online
 * @find_task: describes threads as they are now; NULL: their ids are not those
 *	that they have here, as in a container
 * @is_device: returns whether the interrupt @irq is that of a device whose
 *	handler has the name @name, so that it can be moved to other CPUs
 * @find_managed: returns whether the kernel places this interrupt; NULL: that
 *	is not known
 * @read: reads settings, as that of struct facts; NULL: they are not known
 * @measured: the CPUs that are measured
 * @warns: returns whether a check of `rtla doctor -c CPUS` warns here; NULL:
 *	that is not known
 */
struct measured_machine {
	char preemption[PREEMPTION_LEN];
	bool preemption_dynamic;
	char rt_package[RT_PACKAGE_LEN];
	struct cpus online;
	analysis_task_fn *find_task;
	bool (*is_device)(int irq, const char *name);
	enum managed_irq (*find_managed)(int irq, const char *name);
	char *(*read)(const char *path);
	struct cpus measured;
	bool (*warns)(const char *check, const struct cpus *cpus);
};

#define ADVICE_MAX	3

/*
 * struct advice - what is advised about one cause
 * @remedy: the rows, of which the last is a question if there is one
 * @texts: what they say
 * @check: the check of `rtla doctor` that warns of the same here, or NULL
 */
struct advice {
	int lines;
	const struct remedy *remedy[ADVICE_MAX];
	struct remedy_texts texts[ADVICE_MAX];
	const char *check[ADVICE_MAX];
};

/*
 * advice_find - find at most three rows of the catalogue
 *
 * @machine is NULL for a saved trace, which may be of another machine, or old.
 * The caller calls advice_free().
 */
void advice_find(struct advice *advice, const struct analysis *analysis,
		 const struct symbols *symbols,
		 const struct measured_machine *machine);

void advice_free(struct advice *advice);

/* advice_print - print advice as lines, with a title, or nothing */
void advice_print(FILE *out, const struct advice *advice);

#endif /* RTLA_ADVICE_H */
