// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the bins for pictures: each value is counted in exactly one bin, the
 * one that it belongs to.
 */
#include <math.h>

#include "report/log_bins.h"
#include "test.h"
#include "stats/distribution.h"

static struct log_bins bins;
static uint64_t counts[LOG_BINS_MAX];

static uint64_t count_of(const uint64_t *values, int many)
{
	struct distribution distribution = { .count = 0 };
	uint64_t sum = 0;

	for (int i = 0; i < many; i++)
		assert_true(distribution_add(&distribution, values[i], i + 1));
	log_bins_count(&bins, &distribution, counts);
	distribution_free(&distribution);
	for (int i = 0; i < bins.count; i++)
		sum += counts[i];
	return sum;
}

static void check_range(uint64_t min, uint64_t max)
{
	const uint64_t ends[] = { min, max };

	log_bins_make(&bins, min, max);
	assert_in_range(bins.count, 1, LOG_BINS_MAX);
	assert_true(log_bins_edge(&bins, 0) <= (min ?: 0.5));
	assert_true(log_bins_edge(&bins, bins.count) > max);
	for (int i = 0; i < bins.count; i++)
		assert_true(bins.bucket[i] < bins.bucket[i + 1]);
	assert_int_equal(count_of(ends, 2), 3);
	assert_true(counts[0] >= 1);
	assert_true(counts[bins.count - 1] >= 2);
}

static void test_ranges(void **state)
{
	static const uint64_t values[] = {
		0, 1, 2, 9, 10, 100, 127, 128, 255, 256, 999, 1000, 12345,
		1000000, 999999999, 1000000000000, INT64_MAX
	};
	const int many = sizeof(values) / sizeof(values[0]);

	(void)state;
	for (int i = 0; i < many; i++)
		for (int j = i; j < many; j++)
			check_range(values[i], values[j]);
}

/*
 * Each bin has the width that it should have, except for up to a bucket at
 * either end.
 */
static void test_widths(void **state)
{
	(void)state;
	log_bins_make(&bins, 1000, 5000000);
	assert_int_equal(bins.per_decade, 25);
	for (int i = 0; i < bins.count; i++) {
		double width = log10(log_bins_edge(&bins, i + 1) /
				     log_bins_edge(&bins, i)) * 25;

		assert_true(width > 0.9 && width < 1.1);
	}
	log_bins_make(&bins, 1000, 99000);
	assert_int_equal(bins.per_decade, 50);
	log_bins_make(&bins, 1, INT64_MAX);
	assert_int_equal(bins.per_decade, 10);
}

/* Values that differ by 10 % are not in the same bin. */
static void test_places(void **state)
{
	static const uint64_t values[] = { 1000, 1100, 50000, 4000000 };
	int last = 0;

	(void)state;
	log_bins_make(&bins, 1000, 4000000);
	assert_int_equal(count_of(values, 4), 1 + 2 + 3 + 4);
	for (int bin = 0; bin < bins.count; bin++) {
		if (!counts[bin])
			continue;
		assert_int_equal(counts[bin], last + 1);
		assert_true(values[last] >= log_bins_edge(&bins, bin));
		assert_true(values[last] < log_bins_edge(&bins, bin + 1));
		last++;
	}
	assert_int_equal(last, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_places),
	};

	return cmocka_run_group_tests_name("log_bins", tests, NULL, NULL);
}
