/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long an interrupt keeps the CPU beyond its events: see
 * bound_calibration.c.
 */
#ifndef _RTLA_BOUND_CALIBRATION_H
#define _RTLA_BOUND_CALIBRATION_H

#include <linux/compiler.h>
#include <linux/hrtimer.h>
#include <linux/types.h>

struct bound_cpu_windows;

/**
 * struct bound_calibration - the calibration of one CPU
 * @soft: a timer that expires in a softirq
 * @leaves_timers: @soft is to show how an interrupt leaves timers to a thread
 */
struct bound_calibration {
	struct hrtimer soft;
	bool leaves_timers;
};

/**
 * rtla_bound_leaves_timers() - return whether the thread is looked for to which
 * interrupts leave timers: it is the next one that an interrupt wakes
 *
 * Context: any, NMI-safe.
 */
static inline bool
rtla_bound_leaves_timers(const struct bound_calibration *calibration)
{
	return READ_ONCE(calibration->leaves_timers);
}

void rtla_bound_calibration_init(struct bound_calibration *calibration);
void rtla_bound_calibrate(struct bound_calibration *calibration,
			  struct hrtimer *probe,
			  struct bound_cpu_windows *windows);

#endif /* _RTLA_BOUND_CALIBRATION_H */
