// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the comparison of misses with made-up runs, of which it is known
 * whether they differ.
 */
#include <stdlib.h>

#include "base/parse.h"
#include "compare/comparison.h"
#include "compare/kind_compare.h"
#include "kinds/cycle/compare_misses.h"
#include "made_results.h"
#include "random.h"
#include "repetitions.h"
#include "test.h"

#define PERIOD		(1000 * NS_PER_US)
#define RUNTIME		(20 * NS_PER_SEC)
#define CYCLES		(RUNTIME / PERIOD)
#define DEADLINE	(500 * NS_PER_US)

static const struct demands demands = { .alpha = 0.05,
					.tolerance = 0.01,
					.tolerance_ns = 100 };

/*
 * Make a run on one CPU of which so many parts of all cycles are misses, in
 * bursts of so many cycles.
 */
static struct results make_run(struct random *random, double share, int burst)
{
	struct results results = made_results("cycle", PERIOD, RUNTIME);
	json_t *cycle = json_pack("{s:I}", "deadline_ns", (json_int_t)DEADLINE);
	uint64_t misses = 0;
	int left = 0;

	for (uint64_t i = 0; i < CYCLES; i++) {
		if (!left && uniform(random) < share / burst)
			left = burst;
		misses += left > 0;
		made_results_add(&results, 0, CONTEXT_CYCLE_RESPONSE,
				 i * PERIOD, (left ? 600 : 300) * NS_PER_US);
		left -= left > 0;
	}
	json_object_set_new(json_object_get(results.document, "configuration"),
			    "cycle", cycle);
	json_object_set_new(results.document, "threads",
			    json_pack("[{s:{s:I}, s:{s:{s:I}}}]",
				      "cycles", "misses", (json_int_t)misses,
				      "latencies", "response",
				      "count", (json_int_t)CYCLES));
	return results;
}

/* Compare two runs, and return what is said of their misses. */
static enum judgement judge(const struct results *base,
			    const struct results *new)
{
	enum judgement judgement = JUDGEMENTS;
	struct comparison comparison;

	assert_true(comparison_make(&comparison, base, 1, new, "new", &demands));
	for (int i = 0; i < comparison.figures; i++)
		if (comparison.figure[i].own == &figure_misses)
			judgement = comparison.figure[i].judgement;
	comparison_free(&comparison);
	return judgement;
}

static enum judgement judge_shares(struct random *random, double base,
				   double new, int burst)
{
	struct results a = make_run(random, base, burst);
	struct results b = make_run(random, new, burst);
	enum judgement judgement = judge(&a, &b);

	results_free(&a);
	results_free(&b);
	return judgement;
}

/* Return how many of @pairs of runs are called different. */
static int differ(double base, double new, int burst, int pairs)
{
	struct random random = { 20261130 + burst };
	int differ = 0;

	for (int i = 0; i < pairs; i++)
		differ += judge_shares(&random, base, new, burst) != SAME;
	return differ;
}

static void test_alike(void **state)
{
	static const double shares[] = { 0.001, 0.02, 0.5, 0.97 };
	int pairs = repetitions(200);

	(void)state;
	for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
		assert_in_range(differ(shares[i], shares[i], 1, pairs), 0,
				alarms_most(pairs));
}

/* One disturbance makes 20 cycles miss: there are as many events as bursts. */
static void test_bursts(void **state)
{
	int pairs = repetitions(200);

	(void)state;
	assert_in_range(differ(0.02, 0.02, 20, pairs), 0, alarms_most(pairs));
}

static void test_differences(void **state)
{
	struct random random = { 20261130 };

	(void)state;
	assert_int_equal(judge_shares(&random, 0.02, 0.04, 1), WORSE);
	assert_int_equal(judge_shares(&random, 0.04, 0.02, 1), BETTER);
	assert_int_equal(judge_shares(&random, 0, 0.01, 1), WORSE);
	assert_int_equal(judge_shares(&random, 0, 0, 1), SAME);
	/* As a number of events, both would vary by more than they differ. */
	assert_int_equal(judge_shares(&random, 0.95, 0.98, 1), WORSE);
}

static void set_deadline(struct results *results, uint64_t ns)
{
	json_t *cycle = json_object_get(json_object_get(results->document,
							"configuration"),
					"cycle");

	json_object_set_new(cycle, "deadline_ns",
			    ns ? json_integer(ns) : json_null());
}

static void test_deadlines(void **state)
{
	struct random random = { 20261130 };
	struct results base = make_run(&random, 0.02, 1);
	struct results new = make_run(&random, 0.02, 1);

	(void)state;
	set_deadline(&new, DEADLINE + 1);
	assert_int_equal(judge(&base, &new), NOT_COMPARABLE);
	set_deadline(&new, 0);
	assert_int_equal(judge(&base, &new), NOT_COMPARABLE);
	set_deadline(&base, 0);
	assert_int_equal(judge(&base, &new), JUDGEMENTS);
	results_free(&base);
	results_free(&new);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alike),
		cmocka_unit_test(test_bursts),
		cmocka_unit_test(test_differences),
		cmocka_unit_test(test_deadlines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
