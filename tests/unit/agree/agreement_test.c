// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of agreement.c: figures against the samples that they are of, intervals
 * against a table of Student's t, verdicts at their limits, and maxima against
 * all orders that are possible.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agree/agreement.h"
#include "test.h"

#define ROUNDS_MAX	12
#define SAMPLES		500

static struct agreement_round rounds[ROUNDS_MAX];

static void assert_near(double got, double expected, double error)
{
	if (!(fabs(got - expected) <= error))
		fail_msg("%.9g instead of %.9g", got, expected);
}

static struct instrument_figures figures(double average, uint64_t max)
{
	return (struct instrument_figures) {
		.count = 1000, .min_ns = 1, .max_ns = max,
		.average_ns = average,
	};
}

/* Fill in rounds whose averages differ by these ns. */
static void make_rounds(const double *differences, int count)
{
	for (int i = 0; i < count; i++) {
		/* A drift that both have is no difference. */
		double base = 5000 + 700 * i;

		rounds[i].first = i % 2;
		rounds[i].of[INSTRUMENT_THEIRS] = figures(base, 9000);
		rounds[i].of[INSTRUMENT_OURS] =
			figures(base + differences[i], 9000);
	}
}

static struct agreement judge(const double *differences, int count,
			      double within)
{
	struct agreement agreement;

	make_rounds(differences, count);
	assert_true(agreement_judge(&agreement, rounds, count, within));
	return agreement;
}

/* Figures that were added are those of all samples together. */
static void test_figures(void **state)
{
	struct instrument_figures all = { .count = 0 }, part;
	uint64_t min = UINT64_MAX, max = 0, sum = 0, count = 0;

	(void)state;
	srand(1);
	for (int i = 0; i < 50; i++) {
		int samples = 1 + rand() % SAMPLES;
		uint64_t part_sum = 0;

		part = (struct instrument_figures) { .count = samples,
						     .min_ns = UINT64_MAX };
		for (int j = 0; j < samples; j++) {
			uint64_t value = 1000 + rand() % 100000;

			part.min_ns = value < part.min_ns ? value : part.min_ns;
			part.max_ns = value > part.max_ns ? value : part.max_ns;
			part_sum += value;
		}
		part.average_ns = (double)part_sum / samples;
		instrument_figures_add(&all, &part);
		min = part.min_ns < min ? part.min_ns : min;
		max = part.max_ns > max ? part.max_ns : max;
		sum += part_sum;
		count += samples;
	}
	assert_int_equal(all.count, count);
	assert_int_equal(all.min_ns, min);
	assert_int_equal(all.max_ns, max);
	assert_near(all.average_ns, (double)sum / count, 1e-6);
}

/* The quantiles 0.975 of Student's t, as tables have them. */
static void test_interval(void **state)
{
	static const struct {
		int count;
		double quantile;
	} table[] = {
		{ 3, 4.302653 }, { 4, 3.182446 }, { 6, 2.570582 },
		{ 10, 2.262157 }, { 12, 2.200985 },
	};
	static const double differences[ROUNDS_MAX] = {
		210, 180, 250, 190, 205, 230, 170, 222, 240, 195, 201, 188,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct agreement agreement = judge(differences, table[i].count,
						   1000);
		double mean = 0, squares = 0, half;

		for (int j = 0; j < table[i].count; j++)
			mean += differences[j] / table[i].count;
		for (int j = 0; j < table[i].count; j++)
			squares += pow(differences[j] - mean, 2);
		half = table[i].quantile *
		       sqrt(squares / (table[i].count - 1) / table[i].count);
		assert_near(agreement.difference_ns, mean, 1e-6);
		assert_near(agreement.low_ns, mean - half, 1e-3);
		assert_near(agreement.high_ns, mean + half, 1e-3);
		assert_int_equal(agreement.verdict, AGREEMENT_AGREE);
	}
}

static void test_verdicts(void **state)
{
	/* The interval is 500 +- 4.303 * 100 / sqrt(3) = 251.6 to 748.4. */
	static const double apart[] = { 400, 500, 600 };
	static const double below[] = { -400, -500, -600 };
	static const double same[] = { 1000, 1000, 1000 };

	(void)state;
	assert_int_equal(judge(apart, 3, 749).verdict, AGREEMENT_AGREE);
	assert_int_equal(judge(apart, 3, 748).verdict, AGREEMENT_UNTOLD);
	assert_int_equal(judge(apart, 3, 252).verdict, AGREEMENT_UNTOLD);
	assert_int_equal(judge(apart, 3, 251).verdict, AGREEMENT_DISAGREE);
	assert_int_equal(judge(below, 3, 749).verdict, AGREEMENT_AGREE);
	assert_int_equal(judge(below, 3, 748).verdict, AGREEMENT_UNTOLD);
	assert_int_equal(judge(below, 3, 251).verdict, AGREEMENT_DISAGREE);
	assert_int_equal(judge(same, 3, 1000).verdict, AGREEMENT_AGREE);
	assert_int_equal(judge(same, 3, 999).verdict, AGREEMENT_DISAGREE);
	assert_int_equal(judge(apart, 2, 1e6).verdict, AGREEMENT_UNTOLD);
	assert_int_equal(judge(apart, 0, 1e6).verdict, AGREEMENT_UNTOLD);
}

static void test_exit_codes(void **state)
{
	struct agreement agreement = { .verdict = AGREEMENT_AGREE };

	(void)state;
	assert_int_equal(agreement_exit_code(&agreement), RESULT_OK);
	agreement.verdict = AGREEMENT_DISAGREE;
	assert_int_equal(agreement_exit_code(&agreement), RESULT_HIT);
	agreement.verdict = AGREEMENT_UNTOLD;
	assert_int_equal(agreement_exit_code(&agreement), RESULT_ERROR);
}

/* As many rounds as are said to be needed, of the same kind, do tell. */
static void test_needed(void **state)
{
	static const double differences[] = {
		500, 1300, 500, 1300, 500, 1300,
		500, 1300, 500, 1300, 500, 1300,
	};
	struct agreement agreement = judge(differences, 4, 1350);

	(void)state;
	assert_int_equal(agreement.verdict, AGREEMENT_UNTOLD);
	assert_in_range(agreement.needed, 5, ROUNDS_MAX);
	assert_int_equal(judge(differences, agreement.needed, 1350).verdict,
			 AGREEMENT_AGREE);
	/* With the difference at the limit, no number of rounds would tell. */
	assert_int_equal(judge(differences, 4, 900).needed, 0);
	assert_int_equal(judge(differences, 4, 2000).needed, 0);
}

/*
 * Count in how many of all orders of both series' values as many pairs or more
 * are as far from the middle, by going through the choices of @left of the
 * ranks from @rank on.
 */
static void count_orders(int rank, int left, int ranks, double u, double far,
			 double middle, double *all, double *beyond)
{
	if (!left) {
		*all += 1;
		*beyond += fabs(u - middle) >= far - 1e-9;
		return;
	}
	for (int i = rank; i <= ranks - left; i++)
		count_orders(i + 1, left - 1, ranks,
			     u + i - (ranks / 2 - left), far, middle, all,
			     beyond);
}

/* The chance is near that of all orders, of which there are 184756 for 10 and 10. */
static void test_maxima(void **state)
{
	(void)state;
	srand(2);
	for (int run = 0; run < 5; run++) {
		double u = 0, all = 0, beyond = 0;
		struct agreement agreement;

		for (int i = 0; i < 10; i++) {
			rounds[i].of[0] = figures(1000, 10000 + 300 * run +
						  rand() % 2000);
			rounds[i].of[1] = figures(1000, 10000 + rand() % 2000);
		}
		for (int i = 0; i < 10; i++)
			for (int j = 0; j < 10; j++)
				u += rounds[i].of[0].max_ns >
				     rounds[j].of[1].max_ns;
		assert_true(agreement_judge(&agreement, rounds, 10, 1000));
		count_orders(0, 10, 20, 0, fabs(u - 50), 50, &all, &beyond);
		assert_near(agreement.maxima.u, u, 1e-9);
		assert_near(all, 184756, 0.5);
		assert_near(agreement.maxima.chance, beyond / all, 0.01);
		assert_int_equal(agreement_maxima_differ(&agreement),
				 agreement.maxima.chance < 0.05);
	}
}

/* Maxima of fewer than 10 rounds are never called different. */
static void test_few_maxima(void **state)
{
	struct agreement agreement;

	(void)state;
	for (int i = 0; i < 9; i++) {
		rounds[i].of[0] = figures(1000, 1000000);
		rounds[i].of[1] = figures(1000, 2000);
	}
	assert_true(agreement_judge(&agreement, rounds, 9, 1000));
	assert_false(agreement_maxima_differ(&agreement));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_exit_codes),
		cmocka_unit_test(test_needed),
		cmocka_unit_test(test_maxima),
		cmocka_unit_test(test_few_maxima),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
