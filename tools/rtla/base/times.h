/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arithmetic with times, which are in ns everywhere except in output for
 * people.
 */
#ifndef RTLA_TIMES_H
#define RTLA_TIMES_H

#include <limits.h>
#include <stdint.h>
#include <time.h>

/* time_of_clock - return the time of a clock, in ns */
static inline uint64_t time_of_clock(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* time_now - return the time of CLOCK_MONOTONIC, in ns */
static inline uint64_t time_now(void)
{
	return time_of_clock(CLOCK_MONOTONIC);
}

static inline uint64_t time_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t time_max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * time_after - return the time @ns after @time
 *
 * If the sum is too large, as it may be in damaged traces, return UINT64_MAX.
 */
static inline uint64_t time_after(uint64_t time, uint64_t ns)
{
	return ns > UINT64_MAX - time ? UINT64_MAX : time + ns;
}

/*
 * time_until - return the time from now to @end, in ms, for poll()
 *
 * It is never too short, except that of more than 24 days, which poll() cannot
 * wait for: so the caller has to look at the clock again. 0: @end has passed.
 */
static inline int time_until(uint64_t end)
{
	uint64_t now = time_now();
	uint64_t ms = now < end ? (end - now) / 1000000 + 1 : 0;

	return ms < INT_MAX ? ms : INT_MAX;
}

static inline double time_us(uint64_t ns)
{
	return ns / 1000.0;
}

/* time_percent - return @part in percent of @whole, or 0 if @whole is 0 */
static inline double time_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * part / whole : 0;
}

#endif /* RTLA_TIMES_H */
