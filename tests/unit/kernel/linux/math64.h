/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_MATH64_H
#define SIMULATED_MATH64_H

#include <linux/types.h>

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

static inline u64 mul_u64_u32_shr(u64 a, u32 by, unsigned int shift)
{
	return (u64)(((unsigned __int128)a * by) >> shift);
}

static inline u64 mul_u64_u64_shr(u64 a, u64 by, unsigned int shift)
{
	return (u64)(((unsigned __int128)a * by) >> shift);
}

#endif /* SIMULATED_MATH64_H */
