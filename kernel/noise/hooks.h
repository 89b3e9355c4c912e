/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks: functions of the module that the kernel calls at its tracepoints while
 * a session runs that needs them.
 */
#ifndef _RTLA_HOOKS_H
#define _RTLA_HOOKS_H

#include <linux/bits.h>

/* Sets of hooks, as bits: a session has those attached whose events it uses. */
#define HOOKS_NMI	BIT(0)	/* NMIs */
#define HOOKS_NOISE	BIT(1)	/* interrupts, softirqs and threads */
#define HOOKS_WAKEUP	BIT(2)	/* wake-ups, timers and the scheduler */
#define HOOKS_WATCHED	BIT(3)	/* none, but the others know of watchers */
#define HOOKS_OVERHEADS	BIT(4)	/* timers, wake-ups, the scheduler, interrupts sent */
#define HOOKS_WAKERS	BIT(5)	/* interrupts, softirqs and timers, as wakers */
#define HOOKS_BOUND	BIT(6)	/* timers and the scheduler, and a probe is known of */
#define HOOKS_SETS	7	/* the number of sets */

int rtla_hooks_find(void);
int rtla_hooks_get(unsigned int sets);
void rtla_hooks_put(unsigned int sets);

#endif /* _RTLA_HOOKS_H */
