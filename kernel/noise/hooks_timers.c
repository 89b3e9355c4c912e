// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks at the callbacks of high-resolution timers, which tell what an
 * interrupt of the CPU's timer, or a softirq, ran.
 *
 * The kernel's own events of these callbacks would be recorded at each expiry
 * of a measuring thread's timer, before its latency is taken. These hooks pass
 * it over, and record only callbacks that took a time that can matter.
 */
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/tracepoint.h>

#include <trace/events/rtla.h>
#include <trace/events/timer.h>

#include "compat.h"
#include "noise/clock.h"
#include "noise/hooks.h"
#include "noise/noise.h"
#include "noise/timers.h"

/* Shorter callbacks are not worth the time that recording them takes, in ns. */
#define TIMER_CALLBACK_MIN_NS	5000

/* A callback that runs; @start 0: none does. */
struct timer_callback {
	u64 start;
	void *function;
};

/*
 * Callbacks in interrupts do not nest. One of a softirq may be interrupted by
 * them; with PREEMPT_RT, all of those are in one thread of the CPU.
 */
struct timers_cpu {
	const struct hrtimer *own;	/* is passed over */
	struct timer_callback hard;
	struct timer_callback soft;
};

static DEFINE_PER_CPU(struct timers_cpu, timers_cpu);

static __always_inline struct timer_callback *
timers_callback(struct timers_cpu *timers)
{
	return in_hardirq() ? &timers->hard : &timers->soft;
}

static void timers_hook_expire_entry(void *data, struct hrtimer *timer,
				     RTLA_HRTIMER_NOW now)
{
	struct timers_cpu *timers = this_cpu_ptr(&timers_cpu);
	struct timer_callback *callback;

	if (timer == timers->own ||
	    !rtla_noise_is_on(this_cpu_ptr(&rtla_noise_cpu)))
		return;
	callback = timers_callback(timers);
	callback->function = ACCESS_PRIVATE(timer, function);
	callback->start = rtla_clock();
}

static void timers_hook_expire_exit(void *data, struct hrtimer *timer)
{
	struct timers_cpu *timers = this_cpu_ptr(&timers_cpu);
	struct timer_callback *callback;
	u64 duration;

	if (timer == timers->own)
		return;
	callback = timers_callback(timers);
	if (!callback->start)
		return;
	duration = rtla_clock() - callback->start;
	if (duration >= TIMER_CALLBACK_MIN_NS)
		trace_timer_callback(callback->start, duration, timer,
				     callback->function);
	callback->start = 0;
}

/**
 * rtla_timers_pass_over - record no callback of a CPU's measuring thread
 * @cpu: the CPU
 * @timer: the timer of its measuring thread; NULL: there is none any more
 *
 * Context: any; the timer is not active.
 */
void rtla_timers_pass_over(int cpu, const struct hrtimer *timer)
{
	WRITE_ONCE(per_cpu(timers_cpu, cpu).own, timer);
}

/* The compiler checks that the hooks have the prototypes of their tracepoints. */
static void __maybe_unused timers_check_hooks(void)
{
	check_trace_callback_type_hrtimer_expire_entry(timers_hook_expire_entry);
	check_trace_callback_type_hrtimer_expire_exit(timers_hook_expire_exit);
}

static struct hook timers_hooks[] = {
	{ .name = "hrtimer", .suffix = "_expire_exit",
	  .probe = timers_hook_expire_exit },
	{ .name = "hrtimer", .suffix = "_expire_entry",
	  .probe = timers_hook_expire_entry },
};

/* A callback that runs while the hooks are detached has no end. */
static void timers_detached(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		per_cpu(timers_cpu, cpu).hard.start = 0;
		per_cpu(timers_cpu, cpu).soft.start = 0;
	}
}

struct hook_set rtla_hooks_timers = {
	.hook = timers_hooks,
	.count = ARRAY_SIZE(timers_hooks),
	.detached = timers_detached,
};
