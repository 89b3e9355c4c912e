// SPDX-License-Identifier: GPL-2.0
/*
 * The module's clock (kernel/noise/clock.c) is compared with a conversion of
 * 128 bits, also long after the kernel has updated its time: a guest that its
 * host stops for an hour reads the clock before its kernel does that.
 *
 *	CLOCK_SEED	the seed of all random numbers; it is printed
 */
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "seed.h"

#include <linux/percpu.h>
#include <linux/types.h>

static u64 counter;

#define CLOCK_MODE	1
#define clock_counter()	counter

#include "noise/clock.c"

#define CASES	20000
#define HOUR_NS	3600000000000ULL

static struct clocksource source;
static struct timekeeper kernel_time = { .tkr_mono.clock = &source };
static u64 kernel_clock;

/* Nothing interrupts these tests. */
void cpu_point(void)
{
}

u64 cpu_clock(void)
{
	return kernel_clock;
}

int pvclock_gtod_register_notifier(struct notifier_block *notifier)
{
	return notifier->notifier_call(notifier, 0, &kernel_time);
}

int pvclock_gtod_unregister_notifier(struct notifier_block *notifier)
{
	(void)notifier;
	return 0;
}

/* Let the kernel update its time, with a counter of so many kHz. */
static void update(u64 khz)
{
	struct tk_read_base *base = &kernel_time.tkr_mono;

	source.vdso_clock_mode = CLOCK_MODE;
	base->shift = 24;
	base->mult = (1000000ULL << base->shift) / khz;
	/* The kernel keeps a margin, too: see clocks_calc_max_nsecs(). */
	source.max_cycles = U64_MAX / base->mult / 2;
	base->cycle_last = counter;
	base->xtime_nsec = random() % (1 << base->shift);
	pvclock_gtod_register_notifier(&clock_notifier);
}

/* Return the time so many cycles after the update, with 128 bits. */
static u64 exact(u64 cycles)
{
	const struct tk_read_base *base = &kernel_time.tkr_mono;

	return base->base + (((__uint128_t)cycles * base->mult +
			      base->xtime_nsec) >> base->shift);
}

static void expect_at(u64 cycles)
{
	u64 now, right = exact(cycles);

	counter = kernel_time.tkr_mono.cycle_last + cycles;
	now = rtla_clock();
	/* Far from the update, a fraction of a ns is cut off twice. */
	if (now != right && now + 1 != right)
		fail_msg("%llu cycles after the update: %llu ns, not %llu",
			 (unsigned long long)cycles, (unsigned long long)now,
			 (unsigned long long)right);
}

static void test_time_long_after_an_update(void **state)
{
	u64 khz, last;

	(void)state;
	srandom(seed_of("CLOCK_SEED"));
	rtla_clock_get();
	for (int i = 0; i < CASES; i++) {
		counter = (u64)random() << 20;
		kernel_time.tkr_mono.base = (u64)random() << 20;
		khz = 1000 + random() % 5000000;
		update(khz);
		expect_at(random() % source.max_cycles);
		/* A guest was stopped for up to ten days. */
		expect_at(source.max_cycles +
			  random() * (24 * HOUR_NS / 1000000 * khz / RAND_MAX) *
				  10);
		/* Where the multiplication begins to overflow. */
		expect_at(source.max_cycles);
		last = rtla_clock();
		expect_at(source.max_cycles + 1);
		assert_true(rtla_clock() >= last);
	}
	rtla_clock_put();
}

/* The counter of another CPU may be a little behind that of the update. */
static void test_counter_before_an_update(void **state)
{
	u64 base;

	(void)state;
	rtla_clock_get();
	counter = 1000000;
	kernel_time.tkr_mono.base = 5000;
	update(2000000);
	base = exact(0);
	counter -= 100;
	assert_int_equal(rtla_clock(), base);
	rtla_clock_put();
}

/* Without the counter, it is the kernel's clock. */
static void test_clock_of_the_kernel_without_counter(void **state)
{
	(void)state;
	kernel_clock = 77;
	assert_int_equal(rtla_clock(), 77);
	rtla_clock_get();
	update(2000000);
	assert_true(rtla_clock() != 77);
	source.vdso_clock_mode = 0;
	pvclock_gtod_register_notifier(&clock_notifier);
	assert_int_equal(rtla_clock(), 77);
	rtla_clock_put();
	assert_int_equal(rtla_clock(), 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time_long_after_an_update),
		cmocka_unit_test(test_counter_before_an_update),
		cmocka_unit_test(test_clock_of_the_kernel_without_counter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
