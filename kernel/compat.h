/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between the kernels this module builds for, and nothing else.
 * Everywhere else the newest kernel's name and prototype is used. What can be
 * tested for is, in Kbuild (RTLA_HAS_*); the rest goes by the version.
 */
#ifndef _RTLA_COMPAT_H
#define _RTLA_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/rcupdate.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "rtla.ko needs Linux 6.1 or newer"
#endif

/*
 * The prototypes of the tracepoints that are hooked are not checked by the
 * compiler: a kernel that nobody has looked at may have changed one.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 4, 0) && !defined(RTLA_ANY_KERNEL)
#error "rtla.ko knows Linux up to 7.3: take a newer rtla, or try with KCFLAGS=-DRTLA_ANY_KERNEL"
#endif

/* 6.13 (908a1d775422) merges the two steps; 6.15 removes hrtimer_init(). */
#ifndef RTLA_HAS_hrtimer_setup
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

/* Renamed in 6.12 (32a9f26e5e26). */
#ifndef RTLA_HAS_rcu_momentary_eqs
#define rcu_momentary_eqs()	rcu_momentary_dyntick_idle()
#endif

#endif /* _RTLA_COMPAT_H */
