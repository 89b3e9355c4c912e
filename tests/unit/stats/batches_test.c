// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the intervals of averages.
 */
#include <math.h>

#include "stats/batches.h"
#include "test.h"

#define BATCH_NS	100000000ULL

/* Student's t of 9 degrees of freedom that is exceeded with a chance of 0.005. */
#define STUDENT_9	3.2498355

static void test_few(void **state)
{
	struct batches batches = { .used = 0 };
	struct average_interval interval;

	(void)state;
	assert_false(batches_interval(&batches, 99, &interval));
	for (int i = 0; i < 9; i++)
		assert_true(batches_add(&batches, i * BATCH_NS, 1, 10));
	/* A batch without a value is none. */
	assert_true(batches_add(&batches, 20 * BATCH_NS, 0, 0));
	assert_false(batches_interval(&batches, 99, &interval));
	batches_free(&batches);
	assert_int_equal(batches.used, 0);
}

/* Ten batches of 90 and 110 in turn: an average of 100, and a deviation of 10.54. */
static void test_known(void **state)
{
	double half = STUDENT_9 * sqrt(1000.0 / 9) / sqrt(10);
	struct batches batches = { .used = 0 };
	struct average_interval interval;

	(void)state;
	for (int i = 0; i < 10; i++)
		assert_true(batches_add(&batches, i * BATCH_NS, 2,
					i % 2 ? 220 : 180));
	assert_true(batches_interval(&batches, 99, &interval));
	assert_int_equal(interval.batches, 10);
	assert_true(fabs(interval.low_ns - (100 - half)) < 1e-5);
	assert_true(fabs(interval.high_ns - (100 + half)) < 1e-5);
	assert_true(batches_interval(&batches, 50, &interval));
	assert_true(interval.low_ns > 100 - half / 4);
	batches_free(&batches);
}

/* Batches that are alike in fours: so many independent ones there are. */
static void test_alike(void **state)
{
	struct average_interval alike, in_turn;
	struct batches batches = { .used = 0 };

	(void)state;
	for (int i = 0; i < 80; i++)
		assert_true(batches_add(&batches, i * BATCH_NS, 1,
					i / 4 % 2 ? 110 : 90));
	assert_true(batches_interval(&batches, 99, &alike));
	assert_int_equal(alike.batches, 20);
	batches_free(&batches);
	for (int i = 0; i < 80; i++)
		assert_true(batches_add(&batches, i * BATCH_NS, 1,
					i % 2 ? 110 : 90));
	assert_true(batches_interval(&batches, 99, &in_turn));
	assert_int_equal(in_turn.batches, 80);
	assert_true(alike.high_ns - alike.low_ns >
		    1.8 * (in_turn.high_ns - in_turn.low_ns));
	batches_free(&batches);
}

static void test_long(void **state)
{
	struct batches batches = { .used = 0 };
	struct average_interval interval;
	uint64_t count = 0, sum = 0;

	(void)state;
	for (int i = 0; i < 300; i++)
		assert_true(batches_add(&batches, i * BATCH_NS, 1, i));
	assert_int_equal(batches.length_ns, 4 * BATCH_NS);
	assert_int_equal(batches.used, 75);
	for (int i = 0; i < BATCHES_MAX; i++) {
		count += batches.batch[i].count;
		sum += batches.batch[i].sum;
	}
	assert_int_equal(count, 300);
	assert_int_equal(sum, 299 * 150);
	assert_int_equal(batches.batch[1].sum, 4 + 5 + 6 + 7);
	assert_true(batches_interval(&batches, 99, &interval));
	assert_true(interval.low_ns < 149.5 && interval.high_ns > 149.5);
	batches_free(&batches);
}

/* CPUs whose batches have different lengths. */
static void test_merge(void **state)
{
	struct batches all = { .used = 0 }, longer = { .used = 0 };

	(void)state;
	for (int i = 0; i < 20; i++)
		assert_true(batches_add(&all, i * BATCH_NS, 1, 1));
	for (int i = 0; i < 200; i++)
		assert_true(batches_add(&longer, i * BATCH_NS, 1, 5));
	assert_true(batches_merge(&all, &longer));
	assert_int_equal(all.length_ns, 2 * BATCH_NS);
	assert_int_equal(all.used, 100);
	assert_int_equal(all.batch[9].count, 4);
	assert_int_equal(all.batch[9].sum, 2 + 10);
	assert_int_equal(all.batch[10].sum, 10);
	batches_free(&longer);
	assert_true(batches_merge(&all, &longer));
	assert_int_equal(all.used, 100);
	batches_free(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_few),  cmocka_unit_test(test_known),
		cmocka_unit_test(test_alike), cmocka_unit_test(test_long),
		cmocka_unit_test(test_merge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
