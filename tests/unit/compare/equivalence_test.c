// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of equivalence: the same, different, cannot tell. How often these
 * verdicts are right is studied in tests/statistics.
 */
#include <math.h>

#include "compare/comparison.h"
#include "compare/equivalence.h"
#include "made_results.h"
#include "test.h"
#include "stats/sample_record.h"

#define RUNS		5
#define PERIOD		(4 * 1000000ULL)

/* Runs of one system, 2 % apart. */
static const double usual[RUNS] = { 0.96, 0.98, 1, 1.02, 1.04 };

/*
 * Make a run with a few samples of about 10 us in each block, on CPU 0. Their
 * maxima are within 2 % of each other.
 */
static struct results make_run(double scale, int blocks)
{
	struct results results = made_results("timerlat", PERIOD,
					      blocks * BLOCK_NS);

	for (int i = 0; i < 10 * blocks; i++)
		made_results_add(&results, 0, CONTEXT_THREAD, i * BLOCK_NS / 10,
				 scale * (10000 + i * 7 % 40 * 5));
	return results;
}

struct runs {
	struct results base[RUNS], new;
	int bases;
	struct comparison comparison;
};

static void compare(struct runs *runs, double same_within, double up_to)
{
	const struct demands demands = {
		.alpha = 0.05, .tolerance = 0.05,
		.same_within = same_within, .same_up_to = up_to,
		.same_alpha = 0.05,
	};

	assert_true(comparison_make(&runs->comparison, runs->base, runs->bases,
				    &runs->new, "new", &demands));
}

static void free_runs(struct runs *runs)
{
	comparison_free(&runs->comparison);
	for (int i = 0; i < runs->bases; i++)
		results_free(&runs->base[i]);
	results_free(&runs->new);
}

/* Judge a run that is @scale as large as one of BASE. */
static enum judgement judge(double base, double new, double same_within)
{
	struct runs runs = {
		.base = { make_run(base, 100) }, .bases = 1,
		.new = make_run(new, 100),
	};
	enum judgement judgement;

	compare(&runs, same_within, 99);
	judgement = runs.comparison.judgement;
	free_runs(&runs);
	return judgement;
}

static void test_verdicts(void **state)
{
	(void)state;
	assert_int_equal(judge(1, 1, 0.1), EQUAL);
	assert_int_equal(judge(1, 1.05, 0.1), EQUAL);
	/* A difference that is sure, but within what was asked for. */
	assert_int_equal(judge(1, 1.05, 0.001), DIFFERENT);
	assert_int_equal(judge(1, 1.1, 0.1), UNTOLD);
	assert_int_equal(judge(1, 1.3, 0.1), DIFFERENT);
	assert_int_equal(judge(1, 0.7, 0.1), DIFFERENT);
	/* The interval cannot be as narrow as a bucket is wide. */
	assert_int_equal(judge(1, 1, 0.001), UNTOLD);
}

/* Which of two results is BASE makes no difference. */
static void test_both_ways(void **state)
{
	(void)state;
	for (double scale = 1; scale < 1.6; scale += 0.05) {
		assert_int_equal(judge(1, scale, 0.25), judge(scale, 1, 0.25));
		assert_int_equal(judge(1, scale, 1), EQUAL);
	}
}

/* The spread between runs is in the interval: see several_runs_test.c. */
static void test_several_runs(void **state)
{
	struct runs runs = { .bases = RUNS, .new = make_run(1, 100) };

	(void)state;
	for (int i = 0; i < RUNS; i++)
		runs.base[i] = make_run(usual[i], 100);
	compare(&runs, 0.05, 99);
	assert_int_equal(runs.comparison.judgement, UNTOLD);
	/* t(0.95, 4) = 2.132, the spread is 0.0316: exp(2.132 * 0.0316 * sqrt(1.2)). */
	assert_true(runs.comparison.within > 0.075);
	assert_true(runs.comparison.within < 0.085);
	comparison_free(&runs.comparison);
	compare(&runs, 0.085, 99);
	assert_int_equal(runs.comparison.judgement, EQUAL);
	free_runs(&runs);
}

/* Count the figures that have to be the same. */
static int required(const struct runs *runs)
{
	int count = 0;

	for (int i = 0; i < runs->comparison.figures; i++)
		count += equivalence_requires(&runs->comparison,
					      &runs->comparison.figure[i]);
	return count;
}

/*
 * A percentile that has too few samples cannot be told: or a shorter run would
 * be the same where a longer one is not.
 */
static void test_required(void **state)
{
	struct runs runs = {
		.base = { make_run(1, 40) }, .bases = 1, .new = make_run(1, 40),
	};

	(void)state;
	/* 400 samples have no p99. */
	compare(&runs, 0.1, 99);
	assert_int_equal(runs.comparison.judgement, UNTOLD);
	assert_true(isinf(runs.comparison.within));
	assert_int_equal(required(&runs), 4);	/* maxima, p50, p90, p99 */
	comparison_free(&runs.comparison);
	compare(&runs, 0.1, 90);
	assert_int_equal(runs.comparison.judgement, EQUAL);
	assert_int_equal(required(&runs), 3);
	free_runs(&runs);

	/* Without maxima, nothing can be said. */
	runs = (struct runs) {
		.base = { make_run(1, 10) }, .bases = 1, .new = make_run(1, 10),
	};
	compare(&runs, 0.1, 50);
	assert_int_equal(runs.comparison.judgement, NOT_COMPARABLE);
	free_runs(&runs);
}

/* Times that differ by no more than the tolerance's ns are the same. */
static void test_least_difference(void **state)
{
	const struct demands demands = {
		.alpha = 0.05, .tolerance_ns = 1000, .same_within = 0.01,
		.same_up_to = 90, .same_alpha = 0.05,
	};
	struct runs runs = {
		.base = { make_run(1, 100) }, .bases = 1,
		.new = make_run(1.05, 100),
	};

	(void)state;
	assert_true(comparison_make(&runs.comparison, runs.base, 1, &runs.new,
				    "new", &demands));
	assert_int_equal(runs.comparison.judgement, EQUAL);
	free_runs(&runs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_both_ways),
		cmocka_unit_test(test_several_runs),
		cmocka_unit_test(test_required),
		cmocka_unit_test(test_least_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
