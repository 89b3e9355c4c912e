/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module itself adds to the latencies that it measures.
 */
#ifndef _RTLA_OWN_COST_H
#define _RTLA_OWN_COST_H

#include <linux/types.h>

/**
 * struct own_cost - our own work in each latency of a CPU
 * @irq: ns, in an IRQ latency
 * @thread: ns, in a thread latency; contains @irq
 */
struct own_cost {
	u64 irq;
	u64 thread;
};

/**
 * rtla_own_cost_measure - measure our own work in each latency of a CPU
 * @cpu: an online CPU that is not accounted
 * @noise: its latencies will contain the hooks of HOOKS_NOISE
 *
 * The CPU does what a latency contains: the hooks at the beginning and at the
 * end of the timer's interrupt and at the switch to the thread, and the
 * readings of the clock in the timer's handler and in the thread. It does so
 * several times, and the shortest counts; in a real latency, the memory may be
 * cold, so that it takes longer. What the kernel does to call the hooks is not
 * in it.
 *
 * Return: the result; zeros if the CPU is not online. Context: process, one
 * caller at a time.
 */
struct own_cost rtla_own_cost_measure(int cpu, bool noise);

#endif /* _RTLA_OWN_COST_H */
