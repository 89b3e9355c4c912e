/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks of overheads, and the interrupts between CPUs that an architecture has
 * hooks for: see overheads.c.
 */
#ifndef _RTLA_HOOKS_OVERHEADS_H
#define _RTLA_HOOKS_OVERHEADS_H

struct hook_list;

/**
 * enum overhead_ipi - interrupts that one CPU sends to another
 * @OVERHEAD_IPI_RESCHEDULE: it is to call its scheduler
 * @OVERHEAD_IPI_CALL: it is to call a function
 * @OVERHEAD_IPIS: the number of kinds
 */
enum overhead_ipi {
	OVERHEAD_IPI_RESCHEDULE,
	OVERHEAD_IPI_CALL,
	OVERHEAD_IPIS,
};

extern struct hook_list rtla_hooks_overheads;

void rtla_overheads_init(void);
void rtla_overheads_exit(void);
int rtla_overheads_attach(void);
void rtla_overheads_detach(void);
void rtla_overheads_detached(void);

void rtla_overheads_received(enum overhead_ipi ipi);

#endif /* _RTLA_HOOKS_OVERHEADS_H */
