// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of when maxima were noticed.
 */
#include "stats/maximum_times.h"
#include "test.h"
#include "stats/stats.h"

static struct stats *stats;
static struct maximum_times *times;

static int setup(void **state)
{
	(void)state;
	stats = stats_new(3);
	times = maximum_times_new(3);
	return !stats || !times;
}

static int teardown(void **state)
{
	(void)state;
	stats_free(stats);
	maximum_times_free(times);
	return 0;
}

static void expect(int cpu, enum event_context context, uint64_t time)
{
	assert_int_equal(maximum_times_get(times, cpu, context), time);
}

static void test_none(void **state)
{
	(void)state;
	maximum_times_update(times, stats, 5);
	expect(0, CONTEXT_IRQ, 0);
	expect(-1, CONTEXT_IRQ, 0);
}

/* Only a larger value is a new maximum. */
static void test_new(void **state)
{
	(void)state;
	stats_add(stats, 1, CONTEXT_IRQ, 100);
	maximum_times_update(times, stats, 10);
	stats_add(stats, 1, CONTEXT_IRQ, 100);
	stats_add(stats, 1, CONTEXT_THREAD, 7);
	maximum_times_update(times, stats, 20);
	expect(1, CONTEXT_IRQ, 10);
	expect(1, CONTEXT_THREAD, 20);
	stats_add(stats, 1, CONTEXT_IRQ, 101);
	maximum_times_update(times, stats, 30);
	expect(1, CONTEXT_IRQ, 30);
	expect(1, CONTEXT_THREAD, 20);
	expect(0, CONTEXT_IRQ, 0);
}

/* A latency of 0 is a maximum if it is the only one. */
static void test_zero(void **state)
{
	(void)state;
	stats_add(stats, 0, CONTEXT_IRQ, 0);
	maximum_times_update(times, stats, 10);
	maximum_times_update(times, stats, 20);
	expect(0, CONTEXT_IRQ, 10);
}

/* That of all CPUs is the time of the largest, and of equal ones that of the first. */
static void test_all(void **state)
{
	(void)state;
	stats_add(stats, 0, CONTEXT_IRQ, 5);
	stats_add(stats, 2, CONTEXT_IRQ, 9);
	maximum_times_update(times, stats, 10);
	stats_add(stats, 0, CONTEXT_IRQ, 6);
	maximum_times_update(times, stats, 20);
	expect(-1, CONTEXT_IRQ, 10);
	stats_add(stats, 1, CONTEXT_IRQ, 9);
	maximum_times_update(times, stats, 30);
	expect(-1, CONTEXT_IRQ, 10);
	stats_add(stats, 1, CONTEXT_IRQ, 10);
	maximum_times_update(times, stats, 40);
	expect(-1, CONTEXT_IRQ, 40);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_none),
		TEST(test_new),
		TEST(test_zero),
		TEST(test_all),
	};

	return cmocka_run_group_tests_name("maximum_times", tests, NULL, NULL);
}
