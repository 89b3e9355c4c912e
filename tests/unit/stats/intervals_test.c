// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of intervals, which are compared with sums that are computed here, and
 * with published figures.
 */
#include <math.h>
#include <stdlib.h>

#include "stats/intervals.h"
#include "test.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static void test_normal(void **state)
{
	(void)state;
	/* These are values of any table of the normal distribution. */
	assert_near(normal_quantile(0.025), 1.959964, 1e-6);
	assert_near(normal_quantile(0.05), 1.644854, 1e-6);
	assert_near(normal_quantile(0.005), 2.575829, 1e-6);
	assert_near(normal_quantile(0.5), 0, 1e-9);
	assert_near(normal_quantile(0.975), -1.959964, 1e-6);
	assert_near(normal_tail(1.0), 0.158655, 1e-6);
	for (double tail = 1e-15; tail < 0.5; tail *= 7)
		assert_near(normal_tail(normal_quantile(tail)) / tail, 1, 1e-9);
}

/*
 * Return the chance of @number or fewer events in @count trials, each with
 * @chance, as a sum term by term.
 */
static double sum_of_terms(int count, double chance, int number)
{
	double term = pow(1 - chance, count), sum = 0;

	for (int i = 0; i <= number; i++) {
		sum += term;
		term *= (count - i) / (i + 1.0) * chance / (1 - chance);
	}
	return sum;
}

static void test_beta(void **state)
{
	(void)state;
	/*
	 * I_x(1, b) = 1 - (1 - x)^b; I_0.5(2, 3) is the chance of 2 or more
	 * heads in 4 throws of a coin.
	 */
	assert_near(beta_regularized(0.3, 1, 5), 1 - pow(0.7, 5), 1e-14);
	assert_near(beta_regularized(0.5, 2, 3), 11 / 16.0, 1e-14);
	assert_near(beta_regularized(0.5, 0.5, 0.5), 0.5, 1e-14);
	assert_near(beta_regularized(0.25, 0.5, 0.5), 1 / 3.0, 1e-13);
	assert_true(beta_regularized(0, 2, 3) == 0);
	assert_true(beta_regularized(1, 2, 3) == 1);
	/* Binomial sums are beta functions: DLMF 8.17.5. */
	for (int count = 1; count < 400; count += 13)
		for (int number = 0; number < count; number += 1 + count / 9)
			for (double chance = 0.01; chance < 0.8; chance += 0.11)
				assert_near(beta_regularized(1 - chance,
							     count - number,
							     number + 1),
					    sum_of_terms(count, chance, number),
					    1e-10);
	/* If a and b are equal and large, the value at 0.5 is nearly a half. */
	assert_near(beta_regularized(0.5, 1e9, 1e9), 0.5, 1e-5);
}

static void expect_ranks(uint64_t count, double beyond, double tail,
			 uint64_t low, uint64_t high)
{
	struct rank_interval ranks = percentile_ranks(count, beyond, 1, tail);

	assert_int_equal(ranks.low, low);
	assert_int_equal(ranks.high, high);
}

static void test_ranks_of_a_median(void **state)
{
	(void)state;
	/* Ranks from tables of the 95 % interval of a median. */
	expect_ranks(6, 0.5, 0.025, 1, 6);
	expect_ranks(10, 0.5, 0.025, 2, 9);
	expect_ranks(15, 0.5, 0.025, 4, 12);
	expect_ranks(20, 0.5, 0.025, 6, 15);
	expect_ranks(25, 0.5, 0.025, 8, 18);
	expect_ranks(100, 0.5, 0.025, 40, 61);
	/*
	 * Five samples are too few: not even the smallest and the largest are
	 * the ends of such an interval.
	 */
	expect_ranks(5, 0.5, 0.025, 0, 6);
}

/*
 * Check that the interval is as narrow as possible: with the next rank inwards,
 * it would be too narrow.
 */
static void check_ranks(int count, double beyond, double tail)
{
	struct rank_interval ranks = percentile_ranks(count, beyond, 1, tail);
	int most = count - ranks.low, least = count - ranks.high;

	/*
	 * If more than @most samples are beyond the percentile, it is below the
	 * low end.
	 */
	assert_true(1 - sum_of_terms(count, beyond, most) <= tail + 1e-12);
	if (most > 0)
		assert_true(1 - sum_of_terms(count, beyond, most - 1) > tail);
	if (least >= 0)
		assert_true(sum_of_terms(count, beyond, least) <= tail);
	assert_true(sum_of_terms(count, beyond, least + 1) > tail);
}

static void test_ranks_are_exact(void **state)
{
	static const double beyond[] = { 0.5, 0.1, 0.01 };

	(void)state;
	for (int i = 0; i < 3; i++)
		for (int count = 20; count < 600; count += 29)
			for (double tail = 0.0001; tail < 0.2; tail *= 5)
				check_ranks(count, beyond[i], tail);
}

static void test_ranks_of_many(void **state)
{
	struct rank_interval ranks;

	(void)state;
	/*
	 * The number beyond is 1000000 +- 1.96 * 707.1, its standard deviation,
	 * minus a continuity correction of 0.5, rounded outwards.
	 */
	ranks = percentile_ranks(2000000, 0.5, 1, 0.025);
	assert_int_equal(ranks.low, 2000000 - 1001386);
	assert_int_equal(ranks.high, 2000000 - 998613);
	/* Here the normal approximation takes over from exact sums. */
	for (uint64_t count = 30000; count < 60000; count += 777) {
		ranks = percentile_ranks(count, 0.5, 1, 0.001);
		assert_near((double)ranks.low,
			    count / 2.0 - 3.0902 * sqrt(count) / 2, 2);
		assert_near((double)ranks.high,
			    count / 2.0 + 3.0902 * sqrt(count) / 2, 2);
	}
	/*
	 * 10 samples are beyond on average: a Poisson variable, which is 4 to
	 * 17 with a chance of 95 %.
	 */
	ranks = percentile_ranks(10000000, 1e-6, 1, 0.025);
	assert_int_equal(10000000 - ranks.low, 17);
	assert_int_equal(10000000 - ranks.high, 3);
	/*
	 * Of 1000 samples, probably none is beyond such a percentile, so there
	 * is no upper end.
	 */
	ranks = percentile_ranks(1000, 1e-6, 1, 0.025);
	assert_int_equal(ranks.high, 1001);
}

static void test_clusters_make_it_wider(void **state)
{
	struct rank_interval alone = percentile_ranks(10000, 0.01, 1, 0.025);
	struct rank_interval fours = percentile_ranks(10000, 0.01, 0.25, 0.025);
	double width = alone.high - alone.low;

	(void)state;
	assert_near((double)(fours.high - fours.low), 2 * width, 0.2 * width);
	assert_true(fours.low < alone.low && fours.high > alone.high);
}

static void test_ratio(void **state)
{
	struct ratio_interval ratio;

	(void)state;
	/*
	 * The example of poisson.test() in R: the rate of 11 in 800 divided by
	 * that of 21 in 3011.
	 */
	ratio = rate_ratio(21, 3011, 11, 800, 1, 0.025);
	assert_near(ratio.low, 0.8584264, 1e-6);
	assert_near(ratio.high, 4.2772659, 1e-6);
	/* The same with the two rates exchanged. */
	ratio = rate_ratio(11, 800, 21, 3011, 1, 0.025);
	assert_near(ratio.low, 1 / 4.2772659, 1e-6);
	assert_near(ratio.high, 1 / 0.8584264, 1e-6);
	/*
	 * All of 3 events are new: the lower end is p / (1 - p), where p is the
	 * part of new events with p^3 = 0.025.
	 */
	ratio = rate_ratio(0, 1, 3, 1, 1, 0.025);
	assert_near(ratio.low, cbrt(0.025) / (1 - cbrt(0.025)), 1e-9);
	assert_true(isinf(ratio.high));
	ratio = rate_ratio(3, 1, 0, 1, 1, 0.025);
	assert_true(ratio.low == 0);
	assert_near(ratio.high, (1 - cbrt(0.025)) / cbrt(0.025), 1e-9);
	ratio = rate_ratio(0, 1, 0, 1, 1, 0.025);
	assert_true(ratio.low == 0 && isinf(ratio.high));
	/*
	 * For large counts a and b, the logarithms of the ends are +-1.96
	 * sqrt(1/a + 1/b) from that of the ratio.
	 */
	ratio = rate_ratio(1e6, 1, 1.01e6, 1, 1, 0.025);
	assert_near(log(ratio.high / 1.01), 1.96 * sqrt(1.99e-6), 1e-5);
	assert_near(log(ratio.low / 1.01), -1.96 * sqrt(1.99e-6), 1e-5);
	/* Where this formula begins to be used, it is nearly exact. */
	ratio = rate_ratio(1.001e6, 1, 0.999e6, 1, 1, 0.0001);
	assert_near(log(ratio.high / 0.998002), 3.719016 * sqrt(2e-6), 2e-6);
	/* Counts so large that the exact computation would take too long. */
	ratio = rate_ratio(9e18, 1, 9e18, 1, 1, 0.025);
	assert_near(ratio.low, 1, 1e-8);
	ratio = rate_ratio(1e5, 1, 1e11, 1, 1, 0.025);
	assert_near(log(ratio.low / 1e6), -1.96 * sqrt(1e-5), 1e-4);
	/* With a dispersion of 4, the ends are twice as far, as logarithms. */
	ratio = rate_ratio(1e6, 1, 1e6, 1, 4, 0.025);
	assert_near(log(ratio.high), 1.96 * sqrt(8e-6), 2e-5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normal),
		cmocka_unit_test(test_beta),
		cmocka_unit_test(test_ranks_of_a_median),
		cmocka_unit_test(test_ranks_are_exact),
		cmocka_unit_test(test_ranks_of_many),
		cmocka_unit_test(test_clusters_make_it_wider),
		cmocka_unit_test(test_ratio),
	};

	return cmocka_run_group_tests_name("intervals", tests, NULL, NULL);
}
