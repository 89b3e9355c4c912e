// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the comparison by ranks, against a worked example, and against
 * results that are counted one by one.
 */
#include <math.h>
#include <stdlib.h>

#include "stats/intervals.h"
#include "stats/ranks.h"
#include "test.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))
#define SERIES(array) \
	((struct series) { array, sizeof(array) / sizeof((array)[0]) })

/* Hollander, Wolfe and Chicken, example 4.1; values in 1/100. */
static const uint64_t at_term[] = { 80,	 83,  189, 104, 145,
				    138, 191, 164, 73,	146 };
static const uint64_t before[] = { 115, 88, 90, 74, 121 };

static void test_example(void **state)
{
	const struct series x = SERIES(at_term), y = SERIES(before);
	struct rank_test test;
	struct shift shift;

	(void)state;
	assert_true(rank_test(&x, &y, 1, &test));
	assert_near(test.u, 15, 1e-9);
	/* U has the mean 25, and the variance 10 * 5 * 16 / 12. */
	assert_near(test.chance, 2 * normal_tail(9.5 / sqrt(800 / 12.0)),
		    1e-12);
	assert_near(test.chance, 0.2446, 1e-4);
	assert_true(rank_test(&y, &x, 1, &test));
	assert_near(test.u, 35, 1e-9);
	assert_near(test.chance, 0.2446, 1e-4);
	/* The book has -0.305, the mean of -0.31 and -0.30. */
	assert_true(rank_shift(&x, &y, 1, 0.02, &shift));
	assert_int_equal(shift.value, -31);
	/* With four times the variance, the distance counts half. */
	assert_true(rank_test(&x, &y, 4, &test));
	assert_near(test.chance, 2 * normal_tail(9.5 / sqrt(3200 / 12.0)),
		    1e-12);
}

static int by_difference(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* Compare rank_shift() with all differences, sorted. */
static void check_shift(const struct series *base, const struct series *new,
			double tail)
{
	int count = base->count * new->count, middle = (count - 1) / 2;
	int64_t *all = malloc(count * sizeof(*all));
	int64_t rank = floor(count / 2.0 - normal_quantile(tail) *
			     sqrt(count * (base->count + new->count + 1) / 12.0));
	struct shift shift;
	int at = 0;

	for (int i = 0; i < base->count; i++)
		for (int j = 0; j < new->count; j++)
			all[at++] = (int64_t)new->value[j] -
				    (int64_t)base->value[i];
	qsort(all, count, sizeof(*all), by_difference);
	assert_true(rank_shift(base, new, 1, tail, &shift));
	assert_true(shift.value >= all[middle] &&
		    shift.value <= all[count / 2]);
	if (rank < 1) {
		assert_true(shift.low == INT64_MIN && shift.high == INT64_MAX);
	} else {
		assert_true(shift.low == all[rank - 1]);
		assert_true(shift.high == all[count - rank]);
	}
	free(all);
}

static void test_shift(void **state)
{
	uint64_t base[70], new[70];
	unsigned int seed = 5;

	(void)state;
	for (int round = 0; round < 300; round++) {
		struct series x = { base, 1 + rand_r(&seed) % 70 };
		struct series y = { new, 1 + rand_r(&seed) % 70 };
		int wide = 1 + rand_r(&seed) % 2000;

		for (int i = 0; i < 70; i++) {
			base[i] = rand_r(&seed) % wide;
			new[i] = rand_r(&seed) % wide + round % 7;
		}
		check_shift(&x, &y, 0.025);
		check_shift(&x, &y, 0.0001);
	}
	/* The largest values that there can be. */
	for (int i = 0; i < 70; i++) {
		base[i] = i % 2 ? INT64_MAX : 0;
		new[i] = i % 3 ? INT64_MAX : 0;
	}
	check_shift(&(struct series) { base, 70 }, &(struct series) { new, 69 },
		    0.025);
}

/*
 * Return U of the values that @mask picks, compared pair by pair with the
 * others.
 */
static double count_pairs(const uint64_t *value, int count, unsigned int mask)
{
	double u = 0;

	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++)
			if ((mask >> i & 1) && !(mask >> j & 1))
				u += (value[i] > value[j]) +
				     (value[i] == value[j]) / 2.0;
	return u;
}

/*
 * Check that the variance for ties is that of U over all ways to choose @first
 * of the values as the new ones.
 */
static void check_variance(const uint64_t *value, int count, int first)
{
	double sum = 0, squares = 0, ways = 0, variance, mean;
	uint64_t base[16], new[16];
	struct series x = { base, 0 }, y = { new, 0 };
	unsigned int mask = (1 << first) - 1;
	struct rank_test test;

	for (unsigned int way = 0; way < 1U << count; way++) {
		double u;

		if (__builtin_popcount(way) != first)
			continue;
		u = count_pairs(value, count, way);
		sum += u;
		squares += u * u;
		ways++;
	}
	mean = sum / ways;
	variance = squares / ways - mean * mean;
	for (int i = 0; i < count; i++) {
		if (mask >> i & 1)
			new[y.count++] = value[i];
		else
			base[x.count++] = value[i];
	}
	assert_true(rank_test(&x, &y, 1, &test));
	assert_near(test.u, count_pairs(value, count, mask), 1e-9);
	assert_near(test.chance,
		    fmin(1, 2 * normal_tail(fmax(fabs(test.u - mean) - 0.5, 0) /
					    sqrt(variance))), 1e-9);
}

static void test_ties(void **state)
{
	static const uint64_t some[] = { 7, 3, 3, 9, 7, 7, 1, 2, 3 };
	static const uint64_t none[] = { 5, 4, 3, 2, 1, 6, 7, 8, 9 };
	static const uint64_t equal[] = { 4, 4, 4, 4 };
	const struct series same = SERIES(equal);
	struct rank_test test;
	struct shift shift;

	(void)state;
	for (int first = 2; first < 8; first++) {
		check_variance(some, 9, first);
		check_variance(none, 9, first);
	}
	assert_true(rank_test(&same, &same, 1, &test));
	assert_true(test.chance == 1);
	assert_true(rank_shift(&same, &same, 1, 0.4, &shift));
	assert_int_equal(shift.value, 0);
	assert_true(rank_inflation(&same, &same) == 1);
}

static double uniform(unsigned int *seed)
{
	return (rand_r(seed) + 0.5) / (RAND_MAX + 1.0);
}

static double normal(unsigned int *seed)
{
	return sqrt(-2 * log(uniform(seed))) *
	       cos(2 * 3.14159265358979 * uniform(seed));
}

static double inflation(double r, unsigned int seed)
{
	uint64_t value[2][2000];
	double last = 0;

	for (int i = 0; i < 4000; i++) {
		last = r * last + sqrt(1 - r * r) * normal(&seed);
		value[i / 2000][i % 2000] = 1e6 * exp(last);
	}
	return rank_inflation(&SERIES(value[0]), &SERIES(value[1]));
}

static void test_inflation(void **state)
{
	(void)state;
	assert_near(inflation(0, 1), 1, 0.1);
	assert_true(inflation(-0.7, 2) == 1);
	/*
	 * The factor is (1 + r) / (1 - r); the r of ranks is slightly less than
	 * that of values.
	 */
	assert_near(inflation(0.5, 3), 2.9, 0.3);
	assert_near(inflation(0.8, 4), 8.3, 1.2);
	/* The factor has an upper limit of 19, even if r is nearly 1. */
	assert_near(inflation(0.9999, 5), 19, 0.1);
}

static void test_median(void **state)
{
	static const uint64_t values[] = { 5, 1, 9, 3 };

	(void)state;
	assert_int_equal(series_median(&SERIES(values)), 3);
	assert_int_equal(series_median(&(struct series) { values, 3 }), 5);
	assert_int_equal(series_median(&(struct series) { values, 0 }), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_example),
		cmocka_unit_test(test_shift),
		cmocka_unit_test(test_ties),
		cmocka_unit_test(test_inflation),
		cmocka_unit_test(test_median),
	};

	return cmocka_run_group_tests_name("ranks", tests, NULL, NULL);
}
