// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the generalized extreme value distribution. with_scipy compares its
 * fits with those of SciPy.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "stats/gev.h"
#include "test.h"

#define COUNT	60

/* Set @value to the quantiles of a distribution, which are its most even sample. */
static struct gev_maxima even(double *value, const struct gev *gev)
{
	for (int i = 0; i < COUNT; i++)
		value[i] = gev_level(gev, -log((i + 0.5) / COUNT));
	return (struct gev_maxima) { value, COUNT };
}

static bool near(double got, double expected, double error)
{
	if (fabs(got - expected) <= error)
		return true;
	print_error("%g, expected %g\n", got, expected);
	return false;
}

static void test_levels(void **state)
{
	static const double shapes[] = { -0.6, -1e-4, 0, 1e-14, 0.2, 1.5 };

	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		const struct gev gev = { 3, 0.5, shapes[i] };

		/* The location is exceeded once in a block. */
		assert_true(near(gev_level(&gev, 1), 3, 1e-12));
		for (double rate = 1e-6; rate < 100; rate *= 7)
			assert_true(near(gev_rate(&gev, gev_level(&gev, rate)) /
						 rate,
					 1, 1e-6));
	}
	/*
	 * The distribution of Gumbel: a level is higher by the logarithm of the
	 * period.
	 */
	assert_true(near(gev_level(&(struct gev) { 0, 1, 0 }, 1e-3), log(1000),
			 1e-12));
	assert_true(gev_rate(&(struct gev) { 0, 1, 0.5 }, -3) == INFINITY);
	assert_true(gev_rate(&(struct gev) { 0, 1, -0.5 }, 3) == 0);
}

static void test_fit(void **state)
{
	static const double shapes[] = { -0.4, 0, 0.3, 0.8 };
	double value[COUNT];
	struct gev fit;

	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		const struct gev gev = { 2, 1.5, shapes[i] };
		const struct gev_maxima maxima = even(value, &gev);

		assert_true(isfinite(gev_fit(&maxima, &fit)));
		assert_true(near(fit.location, 2, 0.05));
		assert_true(near(fit.scale, 1.5, 0.1));
		assert_true(near(fit.shape, shapes[i], 0.08));
		/*
		 * Values that are as even as these are nearer than almost all
		 * samples.
		 */
		assert_true(gev_chance(&maxima, &fit) > 0.99);
	}
}

/* Maxima of two kinds fit no distribution. */
static void test_mixture(void **state)
{
	const struct gev gev = { 2, 1, 0 };
	double value[COUNT];
	const struct gev_maxima maxima = even(value, &gev);
	struct gev fit;

	(void)state;
	for (int i = 0; i < COUNT; i += 3)
		value[i] += 30;
	assert_true(isfinite(gev_fit(&maxima, &fit)));
	assert_true(gev_chance(&maxima, &fit) < 0.01);
}

/* The levels of even samples are within their intervals. */
static void test_interval(void **state)
{
	static const double shapes[] = { -0.3, 0, 0.3, 0.7 };
	double value[COUNT];
	struct gev fit;

	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		const struct gev gev = { 2, 1, shapes[i] };
		const struct gev_maxima maxima = even(value, &gev);

		gev_fit(&maxima, &fit);
		for (double rate = 2; rate > 1e-3; rate /= 5) {
			struct gev_interval interval =
				gev_interval(&maxima, &fit, rate);
			double level = gev_level(&gev, rate);

			assert_true(interval.low < level &&
				    level < interval.high);
			/*
			 * The interval of a rare level is longer above the
			 * level than below it.
			 */
			if (rate < 0.1)
				assert_true(interval.high - level >
					    level - interval.low);
		}
	}
}

/* Nothing hangs, and nothing is NAN, whatever the maxima are. */
static void test_odd(void **state)
{
	static const double large[] = { 1, 1e3, 1e18 };
	double value[COUNT];
	const struct gev_maxima maxima = { value, COUNT };

	(void)state;
	srandom(3);
	for (int round = 0; round < 60; round++) {
		struct gev_interval interval;
		struct gev fit;

		for (int i = 0; i < COUNT; i++)
			value[i] = random() % 3 ? random() % (2 + round) :
				   large[random() % 3] * random() / RAND_MAX;
		if (!isfinite(gev_fit(&maxima, &fit)))
			continue;
		assert_true(isfinite(fit.location) && fit.scale > 0);
		assert_true(fit.shape > GEV_SHAPE_MIN - 1e-9 &&
			    fit.shape < GEV_SHAPE_MAX + 1e-9);
		interval = gev_interval(&maxima, &fit, 0.01);
		assert_false(isnan(interval.low) || isnan(interval.high));
		assert_true(interval.low <= interval.high);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_mixture),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_odd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
