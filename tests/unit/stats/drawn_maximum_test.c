// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the maximum of drawn samples: against all ways to draw a few of
 * them, and against a shuffle of many.
 */
#include <math.h>
#include <stdlib.h>

#include "random.h"
#include "stats/distribution.h"
#include "stats/drawn_maximum.h"
#include "test.h"

#define FEW	12
#define MANY	5000
#define SHUFFLES	4000

static void expect_near(double value, double expected, double error)
{
	if (!(fabs(value - expected) <= error))
		fail_msg("%.12g, not %.12g", value, expected);
}

/* Count in how many of all ways to draw @drawn of FEW samples all are below @below. */
static double chance_of_all(unsigned int below, int drawn)
{
	int ways = 0, good = 0;

	for (unsigned int set = 0; set < 1U << FEW; set++) {
		if (__builtin_popcount(set) != drawn)
			continue;
		ways++;
		good += !(set >> below);
	}
	return (double)good / ways;
}

static void test_all_ways(void **state)
{
	(void)state;
	for (int drawn = 1; drawn <= FEW; drawn++)
		for (int below = 0; below <= FEW; below++)
			expect_near(drawn_at_most(FEW, below, drawn),
				    chance_of_all(below, drawn), 1e-12);
}

/* Draw one sample over the limit after the other from those that are left over. */
static double product(uint64_t all, uint64_t below, uint64_t drawn)
{
	double chance = 1;

	for (uint64_t i = 0; i < all - below; i++)
		chance *= (double)(all - drawn - i) / (all - i);
	return chance;
}

static void test_large_numbers(void **state)
{
	static const uint64_t all[] = { 1000000, 1000000000, 10000000000 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		expect_near(drawn_at_most(all[i], all[i] - 1, all[i] / 2), 0.5,
			    1e-4);
		expect_near(drawn_at_most(all[i], all[i] - 2500, all[i] / 5000),
			    product(all[i], all[i] - 2500, all[i] / 5000),
			    1e-4);
	}
}

/* Shuffle the samples as far as @drawn of them, and return the largest of these. */
static uint64_t shuffle(uint64_t *sample, int drawn, struct random *random)
{
	uint64_t max = 0;

	for (int i = 0; i < drawn; i++) {
		int with = i + random_bits(random) % (MANY - i);
		uint64_t value = sample[with];

		sample[with] = sample[i];
		sample[i] = value;
		max = value > max ? value : max;
	}
	return max;
}

/* The median is where half of the shuffles are below, and half are above. */
static void test_shuffle(void **state)
{
	static const int drawn[] = { 1, 20, 700, 2500, 4000, 4999 };
	const double error = 4 * sqrt(0.25 / SHUFFLES);
	struct distribution samples = { .count = 0 };
	struct random random = { 4711 };
	uint64_t sample[MANY], max = 0;

	(void)state;
	for (int i = 0; i < MANY; i++) {
		sample[i] = 1000 * pow(uniform(&random), -1 / 1.6);
		max = sample[i] > max ? sample[i] : max;
		assert_true(distribution_add(&samples, sample[i], 1));
	}
	for (int i = 0; i < 6; i++) {
		uint64_t median = drawn_maximum(&samples, drawn[i], max);
		int bucket = distribution_bucket(median), below = 0, up_to = 0;

		for (int j = 0; j < SHUFFLES; j++) {
			uint64_t value = shuffle(sample, drawn[i], &random);

			below += distribution_bucket(value) < bucket;
			up_to += distribution_bucket(value) <= bucket;
		}
		assert_true(below < (0.5 + error) * SHUFFLES);
		assert_true(up_to > (0.5 - error) * SHUFFLES);
	}
	distribution_free(&samples);
}

static void test_ends(void **state)
{
	struct distribution samples = { .count = 0 };

	(void)state;
	assert_int_equal(drawn_maximum(&samples, 1, 0), 0);
	assert_true(distribution_add(&samples, 100, 3));
	assert_true(distribution_add(&samples, 100001, 1));
	/* With half of the samples, the largest one is drawn in half of all cases. */
	assert_int_equal(drawn_maximum(&samples, 1, 100001), 100);
	assert_int_equal(drawn_maximum(&samples, 2, 100001), 100);
	assert_int_equal(drawn_maximum(&samples, 3, 100001), 100001);
	assert_int_equal(drawn_maximum(&samples, 4, 100001), 100001);
	assert_int_equal(drawn_maximum(&samples, 5, 100001), 100001);
	distribution_free(&samples);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_ways),
		cmocka_unit_test(test_large_numbers),
		cmocka_unit_test(test_shuffle),
		cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
