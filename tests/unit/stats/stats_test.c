// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of statistics.
 */
#include <stdlib.h>

#include "stats/latency.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/events.h"

static int setup(void **state)
{
	*state = stats_new(4);
	return !*state;
}

static int teardown(void **state)
{
	stats_free(*state);
	return 0;
}

static void test_nothing(void **state)
{
	struct latency all = stats_all(*state, CONTEXT_IRQ);

	assert_int_equal(stats_get(*state, 0, CONTEXT_IRQ)->count, 0);
	assert_int_equal(stats_get(*state, 99, CONTEXT_IRQ)->count, 0);
	assert_int_equal(stats_get(*state, -1, CONTEXT_IRQ)->count, 0);
	assert_int_equal(all.count, 0);
	assert_int_equal(latency_average(&all), 0);
}

static void test_one_cpu(void **state)
{
	const struct latency *of = stats_get(*state, 2, CONTEXT_THREAD);

	stats_add(*state, 2, CONTEXT_THREAD, 700);
	stats_add(*state, 2, CONTEXT_THREAD, 300);
	stats_add(*state, 2, CONTEXT_THREAD, 501);
	assert_int_equal(of->count, 3);
	assert_int_equal(of->min, 300);
	assert_int_equal(of->max, 700);
	assert_int_equal(of->sum, 1501);
	assert_int_equal(of->last, 501);
	assert_int_equal(latency_average(of), 500);
	assert_int_equal(stats_get(*state, 2, CONTEXT_IRQ)->count, 0);
	assert_int_equal(stats_get(*state, 1, CONTEXT_THREAD)->count, 0);
}

/* A CPU without samples has no minimum, in particular not 0. */
static void test_all(void **state)
{
	struct latency all;

	stats_add(*state, 1, CONTEXT_IRQ, 40);
	stats_add(*state, 3, CONTEXT_IRQ, 10);
	stats_add(*state, 3, CONTEXT_IRQ, 100);
	stats_add(*state, 3, CONTEXT_THREAD, 7);
	all = stats_all(*state, CONTEXT_IRQ);
	assert_int_equal(all.count, 3);
	assert_int_equal(all.min, 10);
	assert_int_equal(all.max, 100);
	assert_int_equal(all.sum, 150);
}

static void test_zero_is_a_latency(void **state)
{
	const struct latency *of = stats_get(*state, 0, CONTEXT_IRQ);

	stats_add(*state, 0, CONTEXT_IRQ, 5);
	stats_add(*state, 0, CONTEXT_IRQ, 0);
	stats_add(*state, 0, CONTEXT_IRQ, 9);
	assert_int_equal(of->min, 0);
	assert_int_equal(of->max, 9);
}

/* Values and sums may need more than 32 bits. */
static void test_large(void **state)
{
	const struct latency *of = stats_get(*state, 0, CONTEXT_IRQ);

	for (int i = 0; i < 3; i++)
		stats_add(*state, 0, CONTEXT_IRQ, 3600000000000ULL);
	assert_true(of->sum == 10800000000000ULL);
	assert_true(of->max == 3600000000000ULL);
	assert_true(latency_average(of) == 3600000000000ULL);
}

static void add_period(struct stats *stats, uint64_t noise, uint64_t single,
		       uint32_t irq)
{
	struct event event = {
		.type = EVENT_PERIOD,
		.period = {
			.runtime = 1000000007, .noise = noise,
			.max_single = single, .from = {
				[NOISE_HARDWARE] = 1,
				[NOISE_NMI] = 2,
				[NOISE_IRQ] = irq,
				[NOISE_SOFTIRQ] = 4,
				[NOISE_THREAD] = 5,
			},
		},
	};

	stats_add_period(stats, 1, &event);
}

static void test_periods(void **state)
{
	const struct noise *of = stats_noise(*state, 1);

	assert_int_equal(of->periods, 0);
	add_period(*state, 70001, 900, 3);
	add_period(*state, 80000, 700, 4000000000U);
	add_period(*state, 10000, 800, 4000000000U);
	assert_int_equal(of->periods, 3);
	assert_true(of->runtime == 3000000021);
	assert_int_equal(of->noise, 160001);
	assert_int_equal(of->max_noise, 80000);
	assert_int_equal(of->max_single, 900);
	assert_int_equal(of->from[NOISE_HARDWARE], 3);
	assert_int_equal(of->from[NOISE_NMI], 6);
	assert_true(of->from[NOISE_IRQ] == 8000000003);
	assert_int_equal(of->from[NOISE_SOFTIRQ], 12);
	assert_int_equal(of->from[NOISE_THREAD], 15);
	assert_int_equal(stats_noise(*state, 0)->periods, 0);
	assert_int_equal(stats_noise(*state, 99)->periods, 0);
	assert_int_equal(stats_noise(*state, -1)->periods, 0);
	assert_int_equal(stats_samples(*state), 3);
}

/* An activation is one sample, though it has several latencies. */
static void test_samples(void **state)
{
	assert_int_equal(stats_samples(*state), 0);
	for (int i = 0; i < 3; i++) {
		stats_add(*state, i, CONTEXT_IRQ, 1);
		stats_add(*state, i, CONTEXT_THREAD, 1);
	}
	stats_add(*state, 0, CONTEXT_IRQ, 1);
	assert_int_equal(stats_samples(*state), 4);
	for (int i = 0; i < 9; i++)
		stats_add(*state, 0, CONTEXT_SINGLE, 1);
	assert_int_equal(stats_samples(*state), 9);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_nothing),
		TEST(test_one_cpu),
		TEST(test_all),
		TEST(test_zero_is_a_latency),
		TEST(test_large),
		TEST(test_periods),
		TEST(test_samples),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
