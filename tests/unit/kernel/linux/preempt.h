/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_PREEMPT_H
#define SIMULATED_PREEMPT_H

#include "../simulated_cpu.h"

/*
 * Nothing preempts the simulated CPU. The test itself decides which context it
 * is in.
 */
#define preempt_disable_notrace()	((void)cpu_preemption_off++)
#define preempt_enable_notrace()	((void)cpu_preemption_off--)

/* How often preemption was disabled and not enabled again; see contexts.c. */
extern int cpu_preemption_off;
#define in_hardirq()			false
#define in_nmi()			cpu_in_nmi()

#endif /* SIMULATED_PREEMPT_H */
