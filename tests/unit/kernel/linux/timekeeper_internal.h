/* SPDX-License-Identifier: GPL-2.0 */
/* The part of the kernel's timekeeper that kernel/noise/clock.c reads. */
#ifndef SIMULATED_TIMEKEEPER_INTERNAL_H
#define SIMULATED_TIMEKEEPER_INTERNAL_H

#include <linux/clocksource.h>
#include <linux/types.h>

typedef s64 ktime_t;

#define ktime_to_ns(time)	(time)

struct tk_read_base {
	const struct clocksource *clock;
	u64 cycle_last;
	u32 mult;
	u32 shift;
	u64 xtime_nsec;
	ktime_t base;
};

struct timekeeper {
	struct tk_read_base tkr_mono;
};

#endif /* SIMULATED_TIMEKEEPER_INTERNAL_H */
