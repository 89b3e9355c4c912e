/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_HASH_H
#define SIMULATED_HASH_H

#include <linux/types.h>

static inline u32 hash_64(u64 value, unsigned int bits)
{
	return value * 0x61C8864680B583EBull >> (64 - bits);
}

#endif /* SIMULATED_HASH_H */
