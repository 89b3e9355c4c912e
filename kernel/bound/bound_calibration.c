// SPDX-License-Identifier: GPL-2.0
/*
 * The calibration of the bound: how long an interrupt keeps the CPU before its
 * first event and after its last one.
 *
 * No tracepoint tells that time, and it depends on the machine and on the
 * kernel. So the thread of the probe reads the clock in a loop, and lets the
 * probe expire there: the gap between two readings that has the interrupt in it
 * is longer than the interrupt's own events and its turns of the loop by the
 * time that is looked for.
 */
#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/processor.h>

#include "bound/bound_calibration.h"
#include "bound/bound_windows.h"
#include "compat.h"
#include "noise/clock.h"
#include "noise/noise.h"
#include "session/thread.h"
#include "session/workload.h"

/*
 * How many times the probe expires; how long before that it is started, at
 * first and at most, in ns; and how long the thread sleeps in between.
 */
#define CALIBRATION_ROUNDS	32
#define CALIBRATION_LEAD	4000
#define CALIBRATION_LEAD_MAX	100000
#define CALIBRATION_PAUSE_US	50

/**
 * struct gaps - what the CPU does beyond the events of interrupts
 * @turns: ns; how long two turns of the loop take that reads the clock, at
 *	least
 * @lead: ns; so long before it is to expire, the probe is started
 * @count: number of gaps with one interrupt
 * @gap: ns; the time in each of these gaps that no event shows
 */
struct gaps {
	u64 turns;
	u64 lead;
	unsigned int count;
	u64 gap[CALIBRATION_ROUNDS];
};

/*
 * Read the clock in a loop until the probe has expired, which has been started.
 * Returns false if that did not happen in the loop: it was too soon, or
 * something else came.
 *
 * The interrupt may come before a reading or after it, until the next look at
 * the number of interrupts. So the gap reaches from the reading before that one
 * to the one after it: it is two turns of the loop long, and has the interrupt
 * in it in any case.
 */
static bool measure_gap(struct gaps *gaps)
{
	const struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	u64 until = rtla_clock() + 4 * gaps->lead;
	u64 first = READ_ONCE(noise->count.all), count = first, middle = 0, net;
	/*
	 * The stolen time does not change before the interrupt comes that is
	 * waited for.
	 */
	struct noise_window from = { .stolen = READ_ONCE(noise->stolen) };
	struct noise_window now = { };
	bool passed;

	do {
		passed = count != first;
		from.start = middle;
		middle = now.start;
		now.start = rtla_clock();
		count = READ_ONCE(noise->count.all);
		if (count == first && from.start)
			gaps->turns = min(gaps->turns, now.start - from.start);
	} while (!passed && now.start < until);
	now.stolen = READ_ONCE(noise->stolen);
	if (!passed || !from.start || count != first + 1 ||
	    count != READ_ONCE(noise->count.all) || gaps->turns == U64_MAX)
		return false;
	net = rtla_noise_net_time(&from, &now);
	gaps->gap[gaps->count++] = net - min(net, gaps->turns);
	return true;
}

/* Return the least of what was found; 0: nothing was. */
static u64 gaps_least(const struct gaps *gaps)
{
	u64 least = U64_MAX;
	unsigned int i;

	for (i = 0; i < gaps->count; i++)
		least = min(least, gaps->gap[i]);
	return gaps->count ? least : 0;
}

/*
 * Keep what the calibration has found. What took much longer than the shortest
 * has met something else, like a stall of the hardware.
 */
static void keep_gaps(struct bound_cpu_windows *windows,
		      const struct gaps *gaps)
{
	u64 least = gaps_least(gaps), sum = 0, most = 0;
	unsigned int i, count = 0;

	for (i = 0; i < gaps->count; i++) {
		if (gaps->gap[i] / BOUND_TIME_SPREAD > least)
			continue;
		count++;
		sum += gaps->gap[i];
		most = max(most, gaps->gap[i]);
	}
	WRITE_ONCE(windows->entries, count);
	WRITE_ONCE(windows->entry_sum, sum);
	WRITE_ONCE(windows->entry_max, most);
}

/*
 * With PREEMPT_RT, have an interrupt leave a timer to the thread for that,
 * which waits until ours sleeps. From there on, each interrupt wakes it in
 * vain.
 */
static void leave_timer(struct bound_calibration *calibration)
{
	u64 before = rtla_noise_irqs_here();
	u64 until = rtla_clock() + CALIBRATION_LEAD_MAX;

	WRITE_ONCE(calibration->leaves_timers, true);
	hrtimer_start(&calibration->soft, ns_to_ktime(rtla_clock()),
		      HRTIMER_MODE_ABS_PINNED_SOFT);
	while (rtla_noise_irqs_here() == before && rtla_clock() < until)
		cpu_relax();
	WRITE_ONCE(calibration->leaves_timers, false);
}

/*
 * Let the probe expire while the clock is read in a loop, again and again. Each
 * time takes the CPU for little longer than when the probe wakes the thread.
 * With @leaving, an interrupt has left a timer to the thread for that before
 * each time.
 */
static void measure_gaps(struct hrtimer *probe, struct gaps *gaps,
			 struct bound_calibration *leaving)
{
	const struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	unsigned int i;
	u64 before;

	for (i = 0; i < CALIBRATION_ROUNDS &&
	     !rtla_thread_is_ending(PLACE_PROBE); i++) {
		if (leaving)
			leave_timer(leaving);
		before = READ_ONCE(noise->count.all);
		hrtimer_start(probe, ns_to_ktime(rtla_clock() + gaps->lead),
			      HRTIMER_MODE_ABS_PINNED_HARD);
		if (before != READ_ONCE(noise->count.all) ||
		    !measure_gap(gaps))
			gaps->lead = min_t(u64, 2 * gaps->lead,
					   CALIBRATION_LEAD_MAX);
		usleep_range(CALIBRATION_PAUSE_US, 2 * CALIBRATION_PAUSE_US);
	}
}

/**
 * rtla_bound_calibrate() - measure how long an interrupt keeps this CPU before
 * its first event and after its last one
 * @calibration: of this CPU
 * @probe: a timer in hard interrupts that does nothing but expire
 * @windows: get what was found
 *
 * With PREEMPT_RT it is measured once more with the thread waiting to which
 * interrupts leave timers: each interrupt wakes it then, in vain. What is found
 * of both is taken off all noise from then on, see struct noise_cpu. It takes
 * some ms, and most of that is sleep.
 *
 * Context: the thread of the probe, on its CPU. May sleep.
 */
void rtla_bound_calibrate(struct bound_calibration *calibration,
			  struct hrtimer *probe,
			  struct bound_cpu_windows *windows)
{
	struct gaps gaps = { .turns = U64_MAX, .lead = CALIBRATION_LEAD };
	struct noise_cpu *noise = this_cpu_ptr(&rtla_noise_cpu);
	u64 least, waits;

	measure_gaps(probe, &gaps, NULL);
	least = gaps_least(&gaps);
	keep_gaps(windows, &gaps);
	/* No window has it: each interrupt has taken that at least. */
	WRITE_ONCE(noise->unseen, least);
	if (!IS_ENABLED(CONFIG_PREEMPT_RT))
		return;
	gaps.count = 0;
	measure_gaps(probe, &gaps, calibration);
	hrtimer_cancel(&calibration->soft);
	/*
	 * It is what comes on top of noise->unseen, which is taken off already.
	 */
	waits = gaps_least(&gaps);
	/* If it is much, that was the waking itself. */
	if (!noise->softirq_thread || waits > least)
		return;
	WRITE_ONCE(noise->unseen_waits, waits);
	/* No interrupt takes less from the CPU than is counted for it. */
	WRITE_ONCE(windows->entry_sum,
		   windows->entry_sum + windows->entries * waits);
	WRITE_ONCE(windows->entry_max, windows->entry_max + waits);
}

static enum hrtimer_restart soft_expires(struct hrtimer *timer)
{
	return HRTIMER_NORESTART;
}

/**
 * rtla_bound_calibration_init() - prepare the calibration of a CPU
 * @calibration: of that CPU
 *
 * Context: before the thread of the probe runs.
 */
void rtla_bound_calibration_init(struct bound_calibration *calibration)
{
	calibration->leaves_timers = false;
	hrtimer_setup(&calibration->soft, soft_expires, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_SOFT);
}
