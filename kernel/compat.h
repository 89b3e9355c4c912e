/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between the kernels this module builds for, and nothing else.
 * All other files use the names and prototypes of the newest kernel. Kbuild
 * tests for a difference where it can (RTLA_HAS_*); the others depend on the
 * version.
 */
#ifndef _RTLA_COMPAT_H
#define _RTLA_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/tracepoint.h>
#include <linux/types.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "rtla.ko needs Linux 6.1 or newer"
#endif

/*
 * The newest kernel that the module was checked against; tests/lint/packages.t
 * finds all that repeats it. The compiler does not check the prototypes of the
 * hooked tracepoints, so a newer kernel may have changed one.
 */
#define RTLA_KERNEL_MAX	KERNEL_VERSION(7, 3, 255)

#if LINUX_VERSION_CODE > RTLA_KERNEL_MAX && !defined(RTLA_ANY_KERNEL)
#error "rtla.ko knows Linux up to 7.3: take a newer rtla, or try with KCFLAGS=-DRTLA_ANY_KERNEL"
#endif

/*
 * 6.13 (908a1d775422) merges the two steps into hrtimer_setup(); 6.15 removes
 * hrtimer_init().
 */
#ifndef RTLA_HAS_hrtimer_setup
static inline void
hrtimer_setup(struct hrtimer *timer,
	      enum hrtimer_restart (*function)(struct hrtimer *),
	      clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

/* 7.3 has the clock of a timer in a header of its own. */
#ifdef RTLA_HAS_hrtimer_clock_base
#include <linux/hrtimer_bases.h>
#endif

/* 6.4 (f6ba05b77dd4) has this type. */
#ifndef RTLA_HAS_u128
#define u128 unsigned __int128
#endif

/* 7.0 passes the time to the probes of hrtimer_expire_entry by value. */
#ifdef RTLA_HRTIMER_NOW_IS_POINTER
#define RTLA_HRTIMER_NOW	ktime_t *
#define rtla_hrtimer_now(now)	(*(now))
#else
#define RTLA_HRTIMER_NOW	ktime_t
#define rtla_hrtimer_now(now)	(now)
#endif

/*
 * Kernels after 6.12 have a tracepoint that tells when the scheduler returns.
 * At first it had a second argument, which is gone in 7.2.
 */
#ifdef RTLA_SCHED_EXIT_HAS_IP
#define RTLA_SCHED_EXIT_ARGS	bool is_switch, unsigned long ip
#else
#define RTLA_SCHED_EXIT_ARGS	bool is_switch
#endif
#ifdef RTLA_HAS_sched_exit
#define RTLA_SCHED_EXIT_IS_TOLD	true
#define rtla_check_sched_exit(hook)	check_trace_callback_type_sched_exit_tp(hook)
#else
#define RTLA_SCHED_EXIT_IS_TOLD	false
#define rtla_check_sched_exit(hook)	((void)(hook))
#endif

/* From 6.4 on a tracepoint tells that an interrupt is sent to another CPU. */
#ifdef RTLA_HAS_ipi_send_cpu
#include <trace/events/ipi.h>
#define rtla_check_ipi_send_cpu(hook)	check_trace_callback_type_ipi_send_cpu(hook)
#else
#define rtla_check_ipi_send_cpu(hook)	((void)(hook))
#endif

/* From 6.4 on tracepoints tell what other CPUs are asked to run. */
#ifdef RTLA_HAS_csd_queue_cpu
#include <trace/events/csd.h>
#endif

/* rcu_momentary_dyntick_idle() was renamed in 6.12 (32a9f26e5e26). */
#ifndef RTLA_HAS_rcu_momentary_eqs
#define rcu_momentary_eqs()	rcu_momentary_dyntick_idle()
#endif

/*
 * What the kernel adds to preempt_count() while it calls the probes of a
 * tracepoint: see below.
 */
#ifdef RTLA_HAS_srcu_fast_notrace
#define RTLA_PROBE_PREEMPT	0
#else
#define RTLA_PROBE_PREEMPT	PREEMPT_DISABLE_OFFSET
#endif

/*
 * The lock for reading the list of a tracepoint's probes. From 7.0 on the list
 * is freed by SRCU, because probes run with preemption on; before, by RCU.
 */
#ifdef RTLA_HAS_srcu_fast_notrace
static inline struct srcu_ctr __percpu *rtla_probes_read_lock(void)
{
	return srcu_read_lock_fast(&tracepoint_srcu);
}

static inline void rtla_probes_read_unlock(struct srcu_ctr __percpu *held)
{
	srcu_read_unlock_fast(&tracepoint_srcu, held);
}
#else
static inline void *rtla_probes_read_lock(void)
{
	rcu_read_lock();
	return NULL;
}

static inline void rtla_probes_read_unlock(void *held)
{
	rcu_read_unlock();
}
#endif

#endif /* _RTLA_COMPAT_H */
