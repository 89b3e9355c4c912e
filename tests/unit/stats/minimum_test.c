// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of finding the minimum of a function.
 */
#include <math.h>

#include "stats/minimum.h"
#include "test.h"

/* H. H. Rosenbrock's valley: its minimum, 0, is at (1, 1). */
static double valley(const void *context, const double *at, double *slope)
{
	double across = at[1] - at[0] * at[0];

	(void)context;
	slope[0] = -400 * at[0] * across - 2 * (1 - at[0]);
	slope[1] = 200 * across;
	return 100 * across * across + (1 - at[0]) * (1 - at[0]);
}

/* It is defined above 0 only, and so large near it that differences are lost. */
static double wall(const void *context, const double *at, double *slope)
{
	(void)context;
	if (at[0] <= 0)
		return INFINITY;
	slope[0] = 1 - 1e-12 / (at[0] * at[0]) + (at[1] - 7) * 0;
	slope[1] = 2 * (at[1] - 7);
	return at[0] + 1e-12 / at[0] + (at[1] - 7) * (at[1] - 7);
}

static double endless(const void *context, const double *at, double *slope)
{
	(void)context;
	slope[0] = -1;
	return -at[0];
}

static void test_valley(void **state)
{
	double at[] = { -1.2, 1 };

	(void)state;
	assert_true(minimum_find(&(struct minimum_problem) { valley, NULL, 2 },
				 at) < 1e-8);
	assert_true(fabs(at[0] - 1) < 1e-3 && fabs(at[1] - 1) < 1e-3);
}

static void test_wall(void **state)
{
	double at[] = { 1e-14, 3 };
	double value =
		minimum_find(&(struct minimum_problem) { wall, NULL, 2 }, at);

	(void)state;
	assert_true(value > 0 && value < 1e-3);
	at[0] = -1;
	assert_true(minimum_find(&(struct minimum_problem) { wall, NULL, 2 },
				 at) == INFINITY);
}

/* A search without a minimum ends all the same. */
static void test_endless(void **state)
{
	double at[] = { 0 };

	(void)state;
	assert_true(minimum_find(&(struct minimum_problem) { endless, NULL, 1 },
				 at) < -50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_valley),
		cmocka_unit_test(test_wall),
		cmocka_unit_test(test_endless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
