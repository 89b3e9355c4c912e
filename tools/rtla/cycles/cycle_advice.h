/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Advice about a cycle that took too long: rows of the catalogue of
 * remedies, by what took most of it.
 */
#ifndef RTLA_CYCLE_ADVICE_H
#define RTLA_CYCLE_ADVICE_H

#include "remedies/chosen_remedies.h"

struct explained_cycle;

/**
 * struct cycle_suspect - what a cause is about
 * @cpu: where it was
 * @delayed, @delayed_prio: the thread whose cycle it is, and its priority on
 *	the kernel's scale
 * @pid: the thread that is the cause; 0: none is
 * @name: of that thread, or of the interrupt: "eth0"; "" if it is not known
 * @irq: number of the interrupt, or -1
 */
struct cycle_suspect {
	int cpu;
	int delayed;
	int delayed_prio;
	int pid;
	const char *name;
	int irq;
};

/**
 * struct cycle_machine - the machine on which the cycle just was
 * @look: sets what is known of the machine and of a suspect; @context is its
 *	first argument
 */
struct cycle_machine {
	void (*look)(void *context, struct facts *facts,
		     const struct cycle_suspect *suspect);
	void *context;
};

/*
 * cycle_advice_find - find rows about what took most of a cycle
 *
 * @machine is NULL for a saved trace. The caller calls advice_free().
 */
void cycle_advice_find(struct advice *advice,
		       const struct explained_cycle *explained,
		       const struct cycle_machine *machine);

#endif /* RTLA_CYCLE_ADVICE_H */
