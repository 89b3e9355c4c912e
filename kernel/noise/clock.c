// SPDX-License-Identifier: GPL-2.0
/*
 * The clock of all timestamps, where it is a counter of the CPUs.
 *
 * ktime_get_mono_fast_ns() takes about fifty instructions, two of them indirect
 * calls, and reading the clock is most of what many hooks do. A third of them
 * is enough: the counter, a multiplication and a shift. The numbers for these
 * change whenever the kernel updates its time, usually at each tick, and then
 * it tells those that have asked for it. KVM gives them to its guests; here
 * they are kept for the hooks. So both clocks have the same numbers, and tell
 * the same time.
 *
 * Where the kernel's clock is not that counter, or the counter of a CPU has to
 * be read in another way because of an erratum, or while no session runs,
 * rtla_clock() calls the kernel's function.
 *
 * An NMI may read the clock while its numbers are changed: so there are two
 * copies, and the one that is read is not the one that is changed.
 */
#include <linux/clocksource.h>
#include <linux/math64.h>
#include <linux/notifier.h>
#include <linux/pvclock_gtod.h>
#include <linux/timekeeper_internal.h>

#include "noise/clock.h"

struct clock_latch rtla_clock_latch;

static unsigned int clock_users;

/*
 * Change both copies, one after the other. Context: any but NMI; callers
 * exclude each other.
 */
static void clock_convert(const struct clock_conversion *by)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		/* The copy is changed only after it is not read any more, */
		smp_wmb();
		WRITE_ONCE(rtla_clock_latch.changes,
			   rtla_clock_latch.changes + 1);
		/* and nobody reads it before it has been changed. */
		smp_wmb();
		rtla_clock_latch.copy[!(rtla_clock_latch.changes & 1)] = *by;
	}
	/* The other copy is whole, too. */
	smp_wmb();
}

/**
 * rtla_clock_far - return the time far from when the conversion was made
 * @by: the conversion, which another CPU may change
 * @cycles: what the counter has counted since, more than @by->most
 *
 * It is below 0 if the counter of another CPU is a little ahead. And it is
 * large if the kernel has not updated its time for minutes, like a guest's
 * while the host had stopped it. Context: any.
 */
u64 rtla_clock_far(const struct clock_conversion *by, u64 cycles)
{
	if ((s64)cycles < 0)
		cycles = 0;
	/* rtla_clock() reads again if the copy was changed. */
	return data_race(by->base +
			 mul_u64_u32_shr(cycles, by->mult, by->shift) +
			 (by->rest >> by->shift));
}

/*
 * The kernel's time was updated; context: interrupts off, a lock of the kernel
 * held.
 */
static int clock_updated(struct notifier_block *notifier, unsigned long stepped,
			 void *timekeeper)
{
	const struct tk_read_base *from =
		&((const struct timekeeper *)timekeeper)->tkr_mono;
	struct clock_conversion by = {
		.cycles = from->cycle_last,
		.most = from->clock->max_cycles,
		.base = ktime_to_ns(from->base),
		.rest = from->xtime_nsec,
		.mult = from->mult,
		.shift = from->shift,
	};

	if (from->clock->vdso_clock_mode != CLOCK_MODE)
		by.mult = 0;
	clock_convert(&by);
	return NOTIFY_OK;
}

static struct notifier_block clock_notifier = {
	.notifier_call = clock_updated,
};

/*
 * rtla_clock_get - let rtla_clock() be fast, until rtla_clock_put() was called
 * as often
 *
 * Context: process; the caller keeps others from calling either function.
 */
void rtla_clock_get(void)
{
	if (!clock_users++)
		pvclock_gtod_register_notifier(&clock_notifier);
}

/* rtla_clock_put - undo rtla_clock_get(); context: as there */
void rtla_clock_put(void)
{
	static const struct clock_conversion none;

	if (--clock_users)
		return;
	pvclock_gtod_unregister_notifier(&clock_notifier);
	clock_convert(&none);
}
