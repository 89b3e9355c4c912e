// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of comparisons with several runs of BASE. How often they call runs of
 * the same system different is studied in tests/statistics.
 */
#include <math.h>

#include "compare/comparison.h"
#include "made_results.h"
#include "stats/intervals.h"
#include "test.h"
#include "stats/sample_record.h"

#define RUNS		5
#define BLOCKS		40
#define PERIOD		(4 * 1000000ULL)

static const struct demands demands = { .alpha = 0.05,
					.tolerance = 0.01,
					.tolerance_ns = 100 };

/* Runs of one system, 2 % apart. */
static const double usual[RUNS] = { 0.96, 0.98, 1, 1.02, 1.04 };

/* Make a run with one sample in each block, on CPU 0. */
static struct results make_run(double scale)
{
	struct results results = made_results("timerlat", PERIOD,
					      BLOCKS * BLOCK_NS);

	for (int i = 0; i < BLOCKS; i++)
		made_results_add(&results, 0, CONTEXT_THREAD, i * BLOCK_NS,
				 scale * (10000 + i * 7 % BLOCKS * 10));
	return results;
}

struct runs {
	struct results base[RUNS], new;
	struct comparison comparison;
};

static void make(struct runs *runs, double scale)
{
	for (int i = 0; i < RUNS; i++)
		runs->base[i] = make_run(usual[i]);
	runs->new = make_run(scale);
}

static void compare(struct runs *runs, int bases)
{
	assert_true(comparison_make(&runs->comparison, runs->base, bases,
				    &runs->new, "new", &demands));
}

static void free_runs(struct runs *runs)
{
	comparison_free(&runs->comparison);
	for (int i = 0; i < RUNS; i++)
		results_free(&runs->base[i]);
	results_free(&runs->new);
}

static enum judgement judge(double scale, int bases)
{
	enum judgement judgement;
	struct runs runs;

	make(&runs, scale);
	compare(&runs, bases);
	judgement = runs.comparison.judgement;
	free_runs(&runs);
	return judgement;
}

static void test_judgement(void **state)
{
	(void)state;
	assert_int_equal(judge(1.08, 1), WORSE);
	assert_int_equal(judge(1.08, RUNS), SAME);
	assert_int_equal(judge(0.92, RUNS), SAME);
	assert_int_equal(judge(1.5, RUNS), WORSE);
	assert_int_equal(judge(0.6, RUNS), BETTER);
	/* Two runs do not say how much a third one differs. */
	assert_int_equal(judge(1.5, 2), SAME);
}

static const struct figure *find(const struct comparison *comparison,
				 enum figure_kind kind)
{
	for (int i = 0; i < comparison->figures; i++)
		if (comparison->figure[i].kind == kind &&
		    comparison->figure[i].cpu == 0)
			return &comparison->figure[i];
	fail_msg("no figure %d", kind);
	return NULL;
}

static void expect_near(double value, double expected)
{
	if (fabs(value - expected) > 0.002)
		fail_msg("%g, not %g", value, expected);
}

/*
 * The interval is that of Student's t for a further value: the deviation of the
 * five logarithms is 0.0316, and sqrt(1 + 1/5) times that with 4 degrees of
 * freedom.
 */
static void test_interval(void **state)
{
	const struct figure *maximum;
	struct runs runs;
	double reach;

	(void)state;
	make(&runs, 1.5);
	compare(&runs, RUNS);
	maximum = find(&runs.comparison, FIGURE_MAXIMUM);
	expect_near(maximum->spread, 0.0316);
	expect_near(maximum->base.value / 10190.0, 0.9996);
	expect_near(maximum->change.value, 1.5 / 0.9996 - 1);
	reach = student_quantile(runs.comparison.tail[FIGURE_MAXIMUM],
				 RUNS - 1) *
		0.0316 * sqrt(1.2);
	expect_near(maximum->change.low, 1.5 / 0.9996 * exp(-reach) - 1);
	expect_near(maximum->change.high, 1.5 / 0.9996 * exp(reach) - 1);
	assert_int_equal(maximum->base.count, RUNS * BLOCKS);
	assert_int_equal(find(&runs.comparison, FIGURE_LARGEST)->base.value,
			 10805);
	free_runs(&runs);
}

/* Intervals within the runs count, too: they are wide if the runs are alike. */
static void test_within(void **state)
{
	const struct figure *median;
	struct runs runs;

	(void)state;
	make(&runs, 1);
	for (int i = 0; i < RUNS; i++) {
		results_free(&runs.base[i]);
		runs.base[i] = make_run(1);
	}
	compare(&runs, RUNS);
	median = find(&runs.comparison, FIGURE_PERCENTILE);
	assert_true(median->spread == 0);
	assert_true(median->change.low < -0.005 && median->change.high > 0.005);
	assert_int_equal(runs.comparison.judgement, SAME);
	free_runs(&runs);
}

static void test_refused(void **state)
{
	struct runs runs;

	(void)state;
	make(&runs, 1);
	runs.base[3].path = "fourth";
	json_object_set_new(json_object_get(runs.base[3].document, "verdict"),
			    "trusted", json_false());
	compare(&runs, RUNS);
	assert_int_equal(runs.comparison.judgement, NOT_COMPARABLE);
	assert_string_equal(runs.comparison.reason,
			    "fourth: BASE cannot be trusted: it says so itself");
	free_runs(&runs);
}

/* Compared is what all runs have. */
static void test_other_cpus(void **state)
{
	struct cpus second = { .word = { 0 } };
	struct runs runs;

	(void)state;
	make(&runs, 1.5);
	cpus_add(&second, 1);
	runs.base[2].cpus = cpus_without(&runs.base[2].cpus, &second);
	compare(&runs, RUNS);
	assert_false(runs.comparison.same_cpus);
	assert_int_equal(cpus_count(&runs.comparison.cpus), 1);
	assert_int_equal(runs.comparison.judgement, WORSE);
	free_runs(&runs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_judgement),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_within),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_other_cpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
