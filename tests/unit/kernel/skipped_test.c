// SPDX-License-Identifier: GPL-2.0
/*
 * The module's counting of skipped periods (kernel/stats/skipped.c), which adds
 * whole series of them at a time, is compared with adding one after another.
 *
 *	SKIPPED_SEED	the seed of all random numbers; it is printed
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "seed.h"
#include "stats/skipped.c"

#define CASES	20000

static struct skipped_stats fast, plain;

static void clear(void)
{
	memset(&fast, 0, sizeof(fast));
	memset(&plain, 0, sizeof(plain));
}

/* Count the same as rtla_skipped_add(), in the plainest way. */
static void add_plain(const struct stats_window *window,
		      const struct period_gap *gap)
{
	u64 end = window->length > U64_MAX - window->from ?
		  U64_MAX : window->from + window->length;
	u64 t_w;

	for (t_w = gap->first; t_w < gap->until; t_w += gap->period) {
		u64 late = gap->until - t_w;

		if (t_w < window->from || t_w >= end || !window->length)
			continue;
		plain.count++;
		plain.max = max(plain.max, late);
		plain.sum += late;
		plain.squares += (u128)late * late;
		plain.distribution[rtla_bucket(late)]++;
	}
}

static void expect_same(const struct stats_window *window,
			const struct period_gap *gap)
{
	u64 before = plain.count;

	rtla_skipped_add(&fast, window, gap);
	add_plain(window, gap);
	if (memcmp(&fast, &plain, sizeof(fast)))
		fail_msg("window %llu + %llu, gap %llu + n * %llu until %llu: %llu periods, not %llu",
			 (unsigned long long)window->from,
			 (unsigned long long)window->length,
			 (unsigned long long)gap->first,
			 (unsigned long long)gap->period,
			 (unsigned long long)gap->until,
			 (unsigned long long)fast.count,
			 (unsigned long long)plain.count);
	assert_int_equal(rtla_skipped_any(window, gap), plain.count > before);
}

/* Return a random number from 0 to 2^bits - 1, of any size with equal chance. */
static u64 any(int bits)
{
	u64 number = (u64)random() << 31 ^ random();

	return number & ((1ULL << (random() % (bits + 1))) - 1);
}

static void test_any(void **state)
{
	(void)state;
	srandom(seed_of("SKIPPED_SEED"));
	for (int i = 0; i < CASES; i++) {
		struct stats_window window = { any(40), any(40) };
		struct period_gap gap = { .period = 1 + any(20) };

		gap.first = any(40);
		/* 500 periods, more or less, which a long gap has as well. */
		gap.until = gap.first + any(9) * gap.period + any(20);
		if (i % 2)
			window.from = gap.first > 5000 ? gap.first - 5000 +
							 any(20) : 0;
		if (i % 3)
			window.length = i % 9 ? any(30) : U64_MAX - window.from;
		if (i % 4)
			clear();
		expect_same(&window, &gap);
	}
}

static void test_edges(void **state)
{
	const struct stats_window all = { 0, U64_MAX }, none = { 0, 0 };
	const struct stats_window some = { 1000, 3000 };
	struct period_gap gap = { .first = 1000,
				  .period = 1000,
				  .until = 4000 };

	(void)state;
	clear();
	expect_same(&none, &gap);
	assert_int_equal(fast.count, 0);
	expect_same(&some, &gap);
	assert_int_equal(fast.count, 3);
	assert_int_equal(fast.max, 3000);
	/* A period whose timer was to expire at the end is not in the gap. */
	assert_int_equal(fast.sum, 6000);
	gap.until = 4001;
	expect_same(&some, &gap);
	assert_int_equal(fast.count, 6);
	expect_same(&all, &gap);
	assert_int_equal(fast.count, 10);
}

/* A day at 10 kHz: the sum does not fit, and it takes no longer than a moment. */
static void test_long(void **state)
{
	const struct stats_window all = { 0, U64_MAX };
	const struct period_gap gap = {
		.first = 5, .period = 100000, .until = 86400ULL * 1000000000,
	};
	u64 count = 0, last = RTLA_DISTRIBUTION_BUCKETS - 1;

	(void)state;
	clear();
	rtla_skipped_add(&fast, &all, &gap);
	assert_int_equal(fast.count, 864000000);
	assert_int_equal(fast.max, gap.until - gap.first);
	assert_true(fast.sum == U64_MAX);
	for (int i = 0; i < RTLA_DISTRIBUTION_BUCKETS; i++)
		count += fast.distribution[i];
	assert_int_equal(count, fast.count);
	/* The last bucket has what is longer than an hour. */
	assert_true(fast.distribution[last] > 800000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
