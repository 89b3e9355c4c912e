// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the growth of the bound: when its figures were found.
 */
#include <string.h>

#include "stats/bound_growth.h"
#include "test.h"

#define MS	1000000ULL

/* Note bounds that all lie between @lower_ns and @upper_ns. */
static void note(struct bound_growth *growth, uint64_t after_ns,
		 uint64_t lower_ns, uint64_t upper_ns, uint64_t observed_ns)
{
	struct latency_bound column[BOUND_COLUMNS];

	for (int i = 0; i < BOUND_COLUMNS; i++)
		column[i] = (struct latency_bound) {
			lower_ns, upper_ns, upper_ns != BOUND_ENDLESS, -1
		};
	assert_true(bound_growth_add(growth, after_ns, column, observed_ns));
}

static void expect_found(struct bound_found found, uint64_t p90_ns,
			 uint64_t p99_ns, uint64_t last_ns)
{
	assert_int_equal(found.p90_ns, p90_ns);
	assert_int_equal(found.p99_ns, p99_ns);
	assert_int_equal(found.last_ns, last_ns);
}

static void test_found(void **state)
{
	struct bound_growth growth = { .observed.count = 0 };
	struct bound_times times;

	(void)state;
	note(&growth, 100 * MS, 500, 895, 0);
	note(&growth, 200 * MS, 500, 900, 100);
	note(&growth, 300 * MS, 500, 989, 100);
	note(&growth, 400 * MS, 500, 990, 100);
	note(&growth, 500 * MS, 500, 1000, 100);
	note(&growth, 600 * MS, 500, 1000, 200);
	times = bound_growth_times(&growth);
	expect_found(times.column[BOUND_WINDOW][BOUND_UPPER], 200 * MS,
		     400 * MS, 500 * MS);
	expect_found(times.column[BOUND_NONE][BOUND_LOWER], 100 * MS, 100 * MS,
		     100 * MS);
	expect_found(times.observed, 600 * MS, 600 * MS, 600 * MS);
	/* A figure that stays is one step, however often it is noted. */
	assert_int_equal(growth.column[BOUND_NONE][BOUND_LOWER].count, 1);
	assert_int_equal(growth.observed.count, 2);
	bound_growth_clear(&growth);
}

/* A figure that falls again is found when it is no longer below its end. */
static void test_falls(void **state)
{
	struct bound_growth growth = { .observed.count = 0 };

	(void)state;
	note(&growth, 1 * MS, 1, 1000, 0);
	note(&growth, 2 * MS, 1, 500, 0);
	note(&growth, 3 * MS, 1, 1500, 0);
	note(&growth, 4 * MS, 1, 1000, 0);
	expect_found(bound_growth_times(&growth).column[BOUND_EACH][BOUND_UPPER],
		     3 * MS, 3 * MS, 4 * MS);
	bound_growth_clear(&growth);
}

static void test_endless(void **state)
{
	struct bound_growth growth = { .observed.count = 0 };
	struct bound_times times;

	(void)state;
	note(&growth, 1 * MS, 10, BOUND_ENDLESS, 0);
	note(&growth, 2 * MS, 10, 1000, 0);
	expect_found(bound_growth_times(&growth).column[BOUND_EACH][BOUND_UPPER],
		     2 * MS, 2 * MS, 2 * MS);
	note(&growth, 3 * MS, 10, BOUND_ENDLESS, 0);
	times = bound_growth_times(&growth);
	expect_found(times.column[BOUND_EACH][BOUND_UPPER], UINT64_MAX,
		     UINT64_MAX, UINT64_MAX);
	expect_found(times.observed, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	bound_growth_clear(&growth);
	times = bound_times_unknown();
	expect_found(times.column[BOUND_NONE][BOUND_UPPER], UINT64_MAX,
		     UINT64_MAX, UINT64_MAX);
}

static void test_due(void **state)
{
	uint64_t after = 0;
	int notes = 0;

	(void)state;
	assert_int_equal(bound_growth_due(0), 100 * MS);
	assert_int_equal(bound_growth_due(10000 * MS), 10100 * MS);
	assert_int_equal(bound_growth_due(100000 * MS), 101000 * MS);
	while (after < 3 * 3600 * 1000 * MS) {
		after = bound_growth_due(after);
		notes++;
	}
	assert_in_range(notes, 100, 900);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_found),
		cmocka_unit_test(test_falls),
		cmocka_unit_test(test_endless),
		cmocka_unit_test(test_due),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
