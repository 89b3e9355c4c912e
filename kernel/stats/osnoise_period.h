/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A period of osnoise, as the event osnoise_sample reports it, and as it is
 * counted.
 */
#ifndef _RTLA_OSNOISE_PERIOD_H
#define _RTLA_OSNOISE_PERIOD_H

#include <linux/types.h>

/**
 * struct osnoise_period - summary of one period
 * @start: when the period began
 * @runtime: ns that the loop ran
 * @noise: ns, sum of the noises
 * @max_single: ns, the longest noise
 * @hardware: number of noises without any interference
 * @nmi_count: NMIs while the loop ran
 * @irq_count: interrupts while the loop ran
 * @softirq_count: softirqs while the loop ran
 * @thread_count: other threads while the loop ran
 * @seqnum: number of the period; counts from 1, and wraps
 */
struct osnoise_period {
	u64 start;
	u64 runtime;
	u64 noise;
	u64 max_single;
	u32 hardware;
	u64 nmi_count;
	u64 irq_count;
	u64 softirq_count;
	u64 thread_count;
	u32 seqnum;
};

#endif /* _RTLA_OSNOISE_PERIOD_H */
