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
/* The parts of preempt_count(). */
#define PREEMPT_MASK		0x000000ffU
#define SOFTIRQ_MASK		0x0000ff00U
#define HARDIRQ_MASK		0x000f0000U
#define NMI_MASK		0x00f00000U
#define PREEMPT_OFFSET		0x00000001U
#define SOFTIRQ_OFFSET		0x00000100U
#define HARDIRQ_OFFSET		0x00010000U
#define NMI_OFFSET		0x00100000U

#define in_hardirq()			false
#define in_nmi()			cpu_in_nmi()

#endif /* SIMULATED_PREEMPT_H */
