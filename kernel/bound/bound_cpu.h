/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the probe of a bound knows of its CPU: see bound.c.
 */
#ifndef _RTLA_BOUND_CPU_H
#define _RTLA_BOUND_CPU_H

#include <linux/hrtimer.h>
#include <linux/mm_types.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "bound/bound_calibration.h"
#include "bound/bound_windows.h"
#include "noise/noise.h"
#include "session/workload.h"

/**
 * struct bound_open - a window that the probe has met, and that is not over
 * @from: since when it is known that the window is open; a start of 0: there is
 *	none
 * @free: when the CPU was seen free before
 * @idle: it is one of the idle CPU
 * @in_call: it began in a call of the scheduler, or after one whose
 *	end no tracepoint shows
 * @place: where it was met
 */
struct bound_open {
	struct noise_window from;
	struct noise_window free;
	bool idle;
	bool in_call;
	struct bound_place place;
};

/**
 * struct bound_cpu - the probe of a CPU, and what it knows of the CPU
 * @on: windows are looked for
 * @preempts: this kernel preempts its own code
 * @switched: the call of the scheduler that is under way has switched
 * @needed: it has to switch, as the probe has set need_resched before it
 * @wanted: so has the next call
 * @frees: it has switched from a thread that has ended, and is to be freed, or
 *	it gives @memory back
 * @ending: the probe does not start again
 * @fired: the thread is to run
 * @lost: the thread was moved to another CPU
 * @period: ns; longest distance of two expiries
 * @random: state of the random distances
 * @stack_ns: a window of at least this gets a stack
 * @woken_by: ns; when the probe was to expire that has woken the thread; 0: the
 *	thread's latency does not count
 * @memory: of which process the call gives back a use after the switch; NULL:
 *	of none; it is held until then
 * @usual_call: ns; how long a call of the scheduler takes, an average of the
 *	last ones
 * @own_before: noise_cpu.own when the thread was woken
 * @asleep: when the thread was about to call the scheduler; a start of 0: that
 *	call was seen
 * @irqs: number of interrupts at that time, or at the end of the last call
 * @called: when the scheduler was called; a start of 0: no call is under way
 * @waits: since when a thread waits for the next call, after the last one; a
 *	start of 0: none does
 * @free: when the CPU was last seen with preemption and interrupts enabled
 * @open: see there
 * @notifier: is called when the switch is over that is under way
 * @timer: the probe
 * @calibration: see bound_calibration.h
 * @thread: its thread
 * @config: of the session
 * @windows: what the session knows of this CPU
 */
struct bound_cpu {
	bool on;
	bool preempts;
	bool switched;
	bool needed;
	bool wanted;
	bool frees;
	bool ending;
	bool fired;
	bool lost;
	u32 period;
	u32 random;
	u64 stack_ns;
	u64 woken_by;
	const struct mm_struct *memory;
	u64 usual_call;
	u64 own_before;
	u64 irqs;
	struct noise_window asleep;
	struct noise_window called;
	struct noise_window waits;
	struct noise_window free;
	struct bound_open open;
	struct preempt_notifier notifier;
	struct hrtimer timer;
	struct bound_calibration calibration;
	struct task_struct *thread;
	const struct workload_config *config;
	struct bound_cpu_windows *windows;
};

#endif /* _RTLA_BOUND_CPU_H */
