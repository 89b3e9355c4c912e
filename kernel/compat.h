/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between the kernels this module builds for, and nothing else.
 * Everywhere else the newest kernel's name and prototype is used.
 */
#ifndef _RTLA_COMPAT_H
#define _RTLA_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "rtla.ko needs Linux 6.1 or newer"
#endif

/* 6.13 (908a1d775422) merges the two steps; 6.15 removes hrtimer_init(). */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

#endif /* _RTLA_COMPAT_H */
