/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions of kernel/noise/noise_context.h, which are inlined in the
 * hooks, as functions to be called: contexts.c, like noise.c, is compiled for
 * the simulated CPU.
 */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "noise/noise.h"

u64 call_open_workload(struct noise_cpu *noise);
void call_irq_entry(struct noise_cpu *noise);
void call_irq_exit(struct noise_cpu *noise, const char *desc, int vector);
void call_softirq_entry(struct noise_cpu *noise, unsigned int vector);
void call_softirq_exit(struct noise_cpu *noise, int vector);
void call_switch(struct noise_cpu *noise, struct task_struct *prev,
		 struct task_struct *next);

#endif /* CONTEXTS_H */
