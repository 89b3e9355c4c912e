/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Advice: what can be done about the cause that the sentence names, as far as
 * what is known of it says so. Its words and commands are in the catalogue of
 * remedies (remedies/catalogue.c).
 */
#ifndef RTLA_ADVICE_H
#define RTLA_ADVICE_H

#include <stdbool.h>

#include "base/cpus.h"
#include "host/managed_irq.h"
#include "host/preemption.h"
#include "host/rt_package.h"
#include "remedies/chosen_remedies.h"

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

/*
 * advice_find - find at most three rows of the catalogue
 *
 * @machine is NULL for a saved trace, which may be of another machine, or old.
 * The caller calls advice_free().
 */
void advice_find(struct advice *advice, const struct analysis *analysis,
		 const struct symbols *symbols,
		 const struct measured_machine *machine);

/* advice_find_checks - name the findings on @machine that say the same */
void advice_find_checks(struct advice *advice,
			const struct measured_machine *machine);

/* advice_set_machine - set what is known of the machine, and of its CPU @cpu */
void advice_set_machine(struct facts *facts,
			const struct measured_machine *machine, int cpu);

/*
 * advice_set_task - set what is known of the thread @pid, which is the cause;
 * the delayed thread has the priority @delayed_prio, on the kernel's scale
 */
void advice_set_task(struct facts *facts, const struct measured_machine *machine,
		     int pid, const char *name, int delayed_prio);

/*
 * advice_set_irq - return whether @irq is a device's, and set its facts then;
 * @machine may be NULL
 */
bool advice_set_irq(struct facts *facts, const struct measured_machine *machine,
		    int irq, const char *name);

#endif /* RTLA_ADVICE_H */
