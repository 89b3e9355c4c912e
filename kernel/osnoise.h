/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the osnoise workload reports of a period.
 */
#ifndef _RTLA_OSNOISE_H
#define _RTLA_OSNOISE_H

#include <linux/types.h>

#include "noise.h"

/**
 * struct osnoise_period - one period
 * @start: when it began
 * @runtime: ns that the loop ran
 * @noise: ns, sum of the noises
 * @max_single: ns, the longest noise
 * @hardware: noises without any interference
 * @count: interferences while the loop ran
 * @seqnum: counts from 1
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
