/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The buckets of a distribution: see RTLA_DISTRIBUTION_BUCKETS.
 */
#ifndef _RTLA_BUCKETS_H
#define _RTLA_BUCKETS_H

#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include <uapi/rtla.h>

#define BUCKETS_BITS	ilog2(RTLA_DISTRIBUTION_WIDTH)

/* rtla_bucket - return the bucket of a value; context: any */
static __always_inline unsigned int rtla_bucket(u64 value)
{
	unsigned int shift;

	if (value >> (BUCKETS_BITS + 1) == 0)
		return value;
	shift = __fls(value) - BUCKETS_BITS;
	return min_t(u64, shift * RTLA_DISTRIBUTION_WIDTH + (value >> shift),
		     RTLA_DISTRIBUTION_BUCKETS - 1);
}

/* rtla_bucket_rest - return how far the largest value of the bucket is away */
static inline u64 rtla_bucket_rest(u64 value)
{
	unsigned int bucket = rtla_bucket(value);

	if (bucket == RTLA_DISTRIBUTION_BUCKETS - 1)
		return U64_MAX - value;
	if (bucket < 2 * RTLA_DISTRIBUTION_WIDTH)
		return 0;
	return ~value & (BIT_ULL(__fls(value) - BUCKETS_BITS) - 1);
}

#endif /* _RTLA_BUCKETS_H */
