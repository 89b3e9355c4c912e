/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of noises. The test defines these functions, and checks the
 * events.
 */
#ifndef SIMULATED_TRACE_H
#define SIMULATED_TRACE_H

#include <linux/sched.h>
#include <linux/types.h>

#define RTLA_DESC_LEN	24

void trace_nmi_noise(u64 start, u64 duration);
void trace_irq_noise(u64 start, u64 duration, const char *desc, int vector);
void trace_softirq_noise(u64 start, u64 duration, int vector);
void trace_thread_noise(const char *comm, int pid, int prio, u64 start,
			u64 duration);
void trace_bound_rule(u32 session, int rule, unsigned int preempt,
		      bool irqs_off, int pid);

#endif /* SIMULATED_TRACE_H */
