// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of arithmetic with times.
 */
#include <limits.h>
#include <stdint.h>
#include <time.h>

#include "base/amount.h"
#include "base/times.h"
#include "test.h"

#define DAY_NS	(86400ULL * NS_PER_SEC)

static struct timespec now;

/* The clock stands still, so that each time until something is exact. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	(void)clock;
	*time = now;
	return 0;
}

static void test_until(void **state)
{
	(void)state;
	now = (struct timespec) { .tv_sec = 1000, .tv_nsec = 5 };
	assert_int_equal(time_until(0), 0);
	assert_int_equal(time_until(time_now()), 0);
	assert_int_equal(time_until(time_now() + 1), 1);
	assert_int_equal(time_until(time_now() + 999999), 1);
	assert_int_equal(time_until(time_now() + 3 * NS_PER_SEC), 3001);
}

/* More ms than poll() can wait for would be below 0: it would wait for ever. */
static void test_until_after_weeks(void **state)
{
	(void)state;
	now = (struct timespec) { .tv_sec = 1000 };
	assert_int_equal(time_until(time_now() + 24 * DAY_NS), 24 * 86400000 + 1);
	assert_int_equal(time_until(time_now() + 25 * DAY_NS), INT_MAX);
	assert_int_equal(time_until(time_now() + 30 * DAY_NS), INT_MAX);
	assert_int_equal(time_until(time_now() + 50 * DAY_NS), INT_MAX);
	assert_int_equal(time_until(UINT64_MAX), INT_MAX);
}

static void test_after(void **state)
{
	(void)state;
	assert_true(time_after(5, 7) == 12);
	assert_true(time_after(UINT64_MAX - 7, 7) == UINT64_MAX);
	assert_true(time_after(UINT64_MAX - 7, 8) == UINT64_MAX);
	assert_true(time_after(5, UINT64_MAX) == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_until),
		cmocka_unit_test(test_until_after_weeks),
		cmocka_unit_test(test_after),
	};

	return cmocka_run_group_tests_name("times", tests, NULL, NULL);
}
