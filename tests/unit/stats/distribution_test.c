// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of distributions, and of the percentiles that are read from them.
 */
#include <stdlib.h>

#include "stats/distribution.h"
#include "stats/percentiles.h"
#include "test.h"

static void test_buckets(void **state)
{
	uint64_t expected = 0;

	(void)state;
	/* Buckets follow each other without gaps, and are narrow enough. */
	for (int i = 0; i < DISTRIBUTION_BUCKETS; i++) {
		uint64_t low = distribution_low(i), high = distribution_high(i);

		assert_true(low == expected);
		assert_true(high >= low);
		assert_int_equal(distribution_bucket(low), i);
		assert_int_equal(distribution_bucket(high), i);
		assert_true((double)(high - low) / low * 1e6 <=
			    DISTRIBUTION_ERROR_PPM || !low);
		expected = high + 1;
	}
	assert_true(expected == 0);	/* the last one ends with UINT64_MAX */
}

static void test_small_values_are_exact(void **state)
{
	(void)state;
	for (int i = 0; i < 256; i++) {
		assert_int_equal(distribution_low(i), i);
		assert_int_equal(distribution_high(i), i);
	}
	assert_int_equal(distribution_high(256), 257);
}

static void test_counts(void **state)
{
	struct distribution one = { .count = 0 }, two = { .count = 0 };
	int bucket;

	(void)state;
	assert_int_equal(distribution_next(&one, 0), -1);
	assert_int_equal(distribution_rank(&one, 1), 0);
	assert_true(distribution_add(&one, 5, 2));
	assert_true(distribution_add(&one, 1000000, 1));
	assert_true(distribution_add(&two, UINT64_MAX, 1));
	assert_true(distribution_add(&two, 5, 1));
	assert_true(distribution_merge(&one, &two));
	assert_int_equal(one.count, 5);
	assert_int_equal(distribution_next(&one, 0), 5);
	assert_int_equal(distribution_count(&one, 5), 3);
	bucket = distribution_next(&one, 6);
	assert_int_equal(bucket, distribution_bucket(1000000));
	assert_int_equal(distribution_next(&one, bucket + 1),
			 DISTRIBUTION_BUCKETS - 1);
	assert_int_equal(distribution_next(&one, DISTRIBUTION_BUCKETS), -1);
	assert_int_equal(distribution_rank(&one, 3), 5);
	assert_true(distribution_rank(&one, 5) == UINT64_MAX);
	assert_int_equal(distribution_rank(&one, 6), 0);
	distribution_free(&one);
	distribution_free(&two);
	assert_int_equal(one.count, 0);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Compare percentiles with the samples themselves: a percentile is never too
 * small, and too large by no more than DISTRIBUTION_ERROR_PPM.
 */
static void check_against(uint64_t *value, int count)
{
	struct distribution distribution = { .count = 0 };

	for (int i = 0; i < count; i++)
		distribution_add(&distribution, value[i], 1);
	qsort(value, count, sizeof(*value), by_value);
	for (const uint32_t *of = percentiles_all; *of; of++) {
		uint64_t rank = ((uint64_t)count * *of + PERCENTILE_WHOLE - 1) /
				PERCENTILE_WHOLE;
		uint64_t exact = value[(rank ?: 1) - 1];
		uint64_t read = percentile_value(&distribution, *of,
						 value[count - 1]);

		assert_true(read >= exact);
		assert_true(read - exact <=
			    exact * (double)DISTRIBUTION_ERROR_PPM / 1e6);
		assert_true(read <= value[count - 1]);
	}
	distribution_free(&distribution);
}

static void test_percentiles(void **state)
{
	static uint64_t value[20000];
	unsigned int seed = 1;

	(void)state;
	for (int round = 0; round < 50; round++) {
		int count = 1 + rand_r(&seed) % 20000;

		for (int i = 0; i < count; i++)
			value[i] = (uint64_t)rand_r(&seed) >>
				   (rand_r(&seed) % 31);
		check_against(value, count);
	}
}

static void test_none(void **state)
{
	struct distribution none = { .count = 0 };

	(void)state;
	assert_int_equal(percentile_value(&none, 50000000, 0), 0);
	assert_int_equal(percentile_needs_ns(50000000, 0, 1000), 0);
}

static void test_needs(void **state)
{
	(void)state;
	assert_int_equal(percentile_needs(50000000), 20);
	assert_int_equal(percentile_needs(99000000), 1000);
	assert_int_equal(percentile_needs(99999900), 10000000);
	assert_int_equal(percentile_needs(99999999), 1000000000);
	/* At 1000 samples a second, 10000000 samples take 10000 s. */
	/*
	 * If the run ended with a sample, as many would not come in a run that
	 * is so many times longer: 2000 s are needed, or a little more.
	 */
	assert_in_range(percentile_needs_ns(99999500, 1001, 1000000000),
			2000000000000, 2020000000000);
	assert_true(percentile_needs_ns(99999900, 60000, 60000000000) ==
		    10000000000000);
	assert_true(percentile_number(99999900) == 99.9999);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_buckets),
		cmocka_unit_test(test_small_values_are_exact),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_percentiles),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_needs),
	};

	return cmocka_run_group_tests_name("distribution", tests, NULL, NULL);
}
