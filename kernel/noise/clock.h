/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clock of all timestamps: see clock.c.
 */
#ifndef _RTLA_CLOCK_H
#define _RTLA_CLOCK_H

#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/timekeeping.h>
#include <linux/types.h>

/*
 * The counter that the clock can be read from by one instruction, on all CPUs
 * alike: the time stamp counter, or on arm64 the virtual counter, which
 * programs read, too.
 */
#ifdef CONFIG_X86
#include <asm/barrier.h>
#include <asm/msr.h>
#include <asm/tsc.h>
#define CLOCK_MODE		VDSO_CLOCKMODE_TSC
#define clock_counter()		rdtsc_ordered()
#elif defined(CONFIG_ARM64)
#include <asm/arch_timer.h>
#include <asm/barrier.h>
#define CLOCK_MODE		VDSO_CLOCKMODE_ARCHTIMER
#define clock_counter()		__arch_counter_get_cntvct()
#endif

#ifdef clock_counter

/**
 * struct clock_conversion - how a time follows from the counter
 * @cycles: the counter at some moment
 * @most: so many cycles later, the multiplication does not overflow yet
 * @base: ns; CLOCK_MONOTONIC at that moment, without @rest
 * @rest: the fraction of a ns that is to be added, in 2^-@shift ns
 * @mult: 2^-@shift ns per cycle; 0: the kernel's function has to be used
 * @shift: see above
 */
struct clock_conversion {
	u64 cycles;
	u64 most;
	u64 base;
	u64 rest;
	u32 mult;
	u32 shift;
};

/**
 * struct clock_latch - two copies of the conversion, of which one can be read
 * @changes: number of changes; its last bit tells which copy is not being
 *	changed
 * @copy: the copies
 */
struct clock_latch {
	unsigned int changes;
	struct clock_conversion copy[2];
} ____cacheline_aligned;

extern struct clock_latch rtla_clock_latch;

void rtla_clock_get(void);
void rtla_clock_put(void);
u64 rtla_clock_far(const struct clock_conversion *by, u64 cycles);

/**
 * rtla_clock - read the clock of all timestamps: CLOCK_MONOTONIC in ns
 *
 * The clock "mono" of the trace instances is the same clock. Context: any.
 */
static __always_inline u64 rtla_clock(void)
{
	const struct clock_conversion *by;
	unsigned int changes;
	u64 cycles;
	u64 now;

	do {
		changes = READ_ONCE(rtla_clock_latch.changes);
		/* Pairs with the write barriers in clock_convert(). */
		smp_rmb();
		by = &rtla_clock_latch.copy[changes & 1];
		/* The loop reads again if the copy has changed in between. */
		if (unlikely(!data_race(by->mult)))
			return ktime_get_mono_fast_ns();
		/* Here, too. */
		cycles = clock_counter() - data_race(by->cycles);
		/* And here. */
		now = unlikely(cycles > data_race(by->most)) ?
		      rtla_clock_far(by, cycles) :
		      /* And here. */
		      data_race(by->base +
				((cycles * by->mult + by->rest) >> by->shift));
		/* Pairs with the write barriers in clock_convert(). */
		smp_rmb();
	} while (unlikely(changes != READ_ONCE(rtla_clock_latch.changes)));
	return now;
}

#else /* clock_counter */

/* The simulated CPU of the unit tests has only the kernel's function. */
static __always_inline u64 rtla_clock(void)
{
	return ktime_get_mono_fast_ns();
}

#endif /* clock_counter */

#endif /* _RTLA_CLOCK_H */
