/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arithmetic with times, which are in ns everywhere but in what people read.
 */
#ifndef RTLA_TIMES_H
#define RTLA_TIMES_H

#include <stdint.h>

static inline uint64_t time_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t time_max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* time_after - @ns after @time, or the last time there is: of damaged traces */
static inline uint64_t time_after(uint64_t time, uint64_t ns)
{
	return ns > UINT64_MAX - time ? UINT64_MAX : time + ns;
}

static inline double time_us(uint64_t ns)
{
	return ns / 1000.0;
}

/* time_percent - the share of @part in @whole; of nothing it is 0 */
static inline double time_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * part / whole : 0;
}

#endif /* RTLA_TIMES_H */
