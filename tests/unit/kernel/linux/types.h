/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TYPES_H
#define SIMULATED_TYPES_H

#include_next <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef int64_t s64;
typedef int32_t s32;

#define U64_MAX	UINT64_MAX

#endif /* SIMULATED_TYPES_H */
