/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The summary that the osnoise workload reports of each period.
 */
#ifndef _RTLA_OSNOISE_H
#define _RTLA_OSNOISE_H

#include <linux/types.h>

#include "noise.h"

/**
 * struct osnoise_period - summary of one period
 * @start: when the period began
 * @runtime: ns that the loop ran
 * @noise: ns, sum of the noises
 * @max_single: ns, the longest noise
 * @hardware: number of noises without any interference
 * @count: interferences while the loop ran
 * @seqnum: number of the period; counts from 1
 */
struct osnoise_period {
	u64 start;
	u64 runtime;
	u64 noise;
	u64 max_single;
	u32 hardware;
	struct noise_count count;
	u32 seqnum;
};

#endif /* _RTLA_OSNOISE_H */
