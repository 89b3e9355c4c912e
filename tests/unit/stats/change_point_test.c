// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of finding the last change of a series.
 */
#include <math.h>
#include <stdlib.h>

#include "repetitions.h"
#include "stats/change_point.h"
#include "stats/intervals.h"
#include "stats/ranks.h"
#include "test.h"

#define NIGHTS	200
#define CHANCE	0.001

/* Return a value of a night, with a long tail, @times as large as usual. */
static uint64_t night(double times)
{
	double uniform = (random() + 1.0) / (RAND_MAX + 2.0);

	return times * 50000 * exp(0.2 * normal_quantile(uniform));
}

/* The levels of a series: from these nights on, so many times as large as usual. */
struct level {
	int from;
	double times;
};

static bool last_change(const struct level *level, int levels, int nights,
			struct change_point *result)
{
	uint64_t value[NIGHTS];
	const struct series series = { value, nights };
	int at = 0;

	for (int i = 0; i < nights; i++) {
		if (at + 1 < levels && i >= level[at + 1].from)
			at++;
		value[i] = night(level[at].times);
	}
	return change_point_last(&series, CHANCE, result);
}

static void test_nothing_changes(void **state)
{
	static const struct level same[] = { { 0, 1 } };
	int runs = repetitions(20000), wrong = 0;
	struct change_point change;

	(void)state;
	for (int i = 0; i < runs; i++)
		wrong += last_change(same, 1, i % 2 ? NIGHTS : 30, &change);
	/* Below the chance, with room for what chance itself makes of so many. */
	assert_in_range(wrong, 0, runs * CHANCE + 3 * sqrt(runs * CHANCE));
}

/*
 * Test that of all series with these levels, at least 95 % have their last
 * change within @near nights of where it is, and the level before it, too: that
 * these have not fewer than chance may make of so many.
 */
static void expect_change(const struct level *level, int levels, int near)
{
	const int at = level[levels - 1].from, from = level[levels - 2].from;
	const int runs = repetitions(1000);
	struct change_point change;
	int right = 0;

	for (int i = 0; i < runs; i++)
		right += last_change(level, levels, NIGHTS, &change) &&
			 abs(change.at - at) <= near &&
			 abs(change.from - from) <= near;
	assert_in_range(right, runs * 0.95 - 4 * sqrt(runs * 0.95 * 0.05), runs);
}

static void test_step_is_found_where_it_is(void **state)
{
	static const struct level step[] = { { 0, 1 }, { 150, 1.5 } };

	(void)state;
	expect_change(step, 2, 5);
}

/* Five nights that are larger than all before are enough. */
static void test_last_nights(void **state)
{
	static const struct level step[] = { { 0, 1 }, { NIGHTS - 5, 3 } };

	(void)state;
	expect_change(step, 2, 2);
}

static void test_last_of_several(void **state)
{
	static const struct level steps[] = {
		{ 0, 1 }, { 60, 2 }, { 120, 1 }, { 170, 1.6 }
	};

	(void)state;
	expect_change(steps, 4, 5);
}

static void test_one_outlier(void **state)
{
	uint64_t value[NIGHTS];
	const struct series series = { value, NIGHTS };
	struct change_point change;

	(void)state;
	for (int i = 0; i < NIGHTS; i++)
		value[i] = night(1);
	value[NIGHTS - 1] *= 1000;
	assert_false(change_point_last(&series, CHANCE, &change));
}

static void test_short_and_equal(void **state)
{
	uint64_t value[NIGHTS] = { 1, 1, 9, 9, 9 };
	struct change_point change;

	(void)state;
	for (int count = 0; count < 2 * CHANGE_LEAST; count++)
		assert_false(change_point_last(
			&(struct series) { value, count }, CHANCE, &change));
	for (int i = 0; i < NIGHTS; i++)
		value[i] = 7;
	assert_false(change_point_last(&(struct series) { value, NIGHTS },
				       CHANCE, &change));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_changes),
		cmocka_unit_test(test_step_is_found_where_it_is),
		cmocka_unit_test(test_last_nights),
		cmocka_unit_test(test_last_of_several),
		cmocka_unit_test(test_one_outlier),
		cmocka_unit_test(test_short_and_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
