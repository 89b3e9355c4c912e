// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the comparison of bounds: how brackets lie, columns without an end,
 * CPUs, and several runs of BASE.
 */
#include <stdlib.h>
#include <string.h>

#include "compare/comparison.h"
#include "kinds/bound/compare_bound.h"
#include "made_results.h"
#include "test.h"
#include "stats/bound_figures.h"
#include "stats/sample_record.h"

#define US	1000ULL
#define RUNS	6
#define BLOCKS	40

static const struct demands demands = { .alpha = 0.05,
					.tolerance = 0.01,
					.tolerance_ns = 100 };

static void make_cpu(struct bound_figures *of, uint64_t us)
{
	*of = (struct bound_figures) { .known = true };
	of->interrupt = calloc(1, sizeof(*of->interrupt));
	assert_non_null(of->interrupt);
	*of->interrupt = (struct bound_interrupt) { BOUND_IRQ, 26, "disk", 9, 9, 8, 70, 0, NULL };
	of->interrupts = 1;
	for (int i = 0; i < BOUND_VARIABLES; i++)
		of->windows[i] = (struct bound_windows) {
			.method = BOUND_EXACT, .longest = { us * US, us * US },
		};
	of->windows[0].method = BOUND_BRACKET;
	of->windows[0].longest.upper_ns = (us + 50) * US;
	for (int i = 0; i < BOUND_COLUMNS; i++)
		of->column[i] = (struct latency_bound) {
			(us + 10 * i) * US, (us + 10 * i + 50) * US, true, -1
		};
}

/* Make a run whose exact variables are @us, on both CPUs. */
static struct results make_run(uint64_t us)
{
	struct results results = made_results("bound", 50000, BLOCKS * BLOCK_NS);

	results.kind.bounds = bound_set_new(MADE_CPUS);
	assert_non_null(results.kind.bounds);
	for (int cpu = 0; cpu < MADE_CPUS; cpu++) {
		make_cpu(&results.kind.bounds->of[cpu], us);
		for (int i = 0; i < BLOCKS; i++)
			made_results_add(&results, cpu, CONTEXT_BOUND_OBSERVED,
					 i * BLOCK_NS,
					 10000 + i * 7 % BLOCKS * 10);
	}
	return results;
}

static struct runs {
	struct results base[RUNS], new;
	int bases;
	struct comparison comparison;
} runs;

static void compare(void)
{
	assert_true(comparison_make(&runs.comparison, runs.base, runs.bases, &runs.new,
				    "new", &demands));
}

static void end(void)
{
	comparison_free(&runs.comparison);
	for (int i = 0; i < runs.bases; i++)
		results_free(&runs.base[i]);
	results_free(&runs.new);
}

static const struct figure *find(const struct own_figure *own, int cpu,
				 int which)
{
	for (int i = 0; i < runs.comparison.figures; i++) {
		const struct figure *figure = &runs.comparison.figure[i];

		if (figure->own == own && figure->cpu == cpu &&
		    which == (own == &figure_bound_column ?
				      figure->number :
				      (int)figure->context))
			return figure;
	}
	return NULL;
}

/* Return the maximum of drawn samples of what was observed on a CPU, or NULL. */
static const struct figure *find_drawn(int cpu)
{
	for (int i = 0; i < runs.comparison.figures; i++) {
		const struct figure *figure = &runs.comparison.figure[i];

		if (figure->kind == FIGURE_DRAWN && figure->cpu == cpu &&
		    figure->context == CONTEXT_BOUND_OBSERVED)
			return figure;
	}
	return NULL;
}

static void check(const struct figure *figure, enum bound_change change,
		  uint64_t least, uint64_t most)
{
	struct bound_difference difference;

	assert_non_null(figure);
	difference = bound_difference(&runs.comparison, figure);
	assert_int_equal(difference.change, change);
	assert_int_equal(difference.least_ns, least);
	assert_int_equal(difference.most_ns, most);
}

static void compare_two(uint64_t base, uint64_t new)
{
	runs = (struct runs) { .bases = 1 };
	runs.base[0] = make_run(base);
	runs.new = make_run(new);
}

static void test_brackets(void **state)
{
	(void)state;
	compare_two(20, 24);
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD), BOUND_LONGER,
	      4 * US, 4 * US);
	check(find(&figure_bound_variable, EVERY_CPU, CONTEXT_BOUND_PSD),
	      BOUND_LONGER, 4 * US, 4 * US);
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_POID), BOUND_UNTOLD,
	      0, 0);
	check(find(&figure_bound_column, 1, BOUND_WINDOW), BOUND_UNTOLD, 0, 0);
	end();
	compare_two(120, 24);
	compare();
	check(find(&figure_bound_variable, 1, CONTEXT_BOUND_POID),
	      BOUND_SHORTER, 46 * US, 146 * US);
	check(find(&figure_bound_column, 0, BOUND_NONE), BOUND_SHORTER, 46 * US,
	      146 * US);
	end();
	compare_two(20, 20);
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_DST), BOUND_EQUAL,
	      0, 0);
	end();
}

/* Both ends that touch each other overlap: the same value may be in both. */
static void test_edges(void **state)
{
	(void)state;
	compare_two(20, 70);
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_POID), BOUND_UNTOLD,
	      0, 0);
	end();
	compare_two(20, 71);
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_POID), BOUND_LONGER,
	      US, 101 * US);
	end();
	/* A window may be longer than it was measured. */
	compare_two(20, 21);
	runs.base[0]
		.kind.bounds->of[0]
		.windows[CONTEXT_BOUND_PSD - BOUND_FIRST]
		.margin_ns = US;
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD), BOUND_UNTOLD,
	      0, 0);
	check(find(&figure_bound_variable, 1, CONTEXT_BOUND_PSD), BOUND_LONGER,
	      US, US);
	end();
}

static void test_not_judged(void **state)
{
	(void)state;
	compare_two(20, 400);
	compare();
	assert_int_equal(runs.comparison.judgement, SAME);
	assert_int_equal(find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD)->judgement, NOT_JUDGED);
	assert_true(bound_is_shown(&runs.comparison,
				   find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD)));
	end();
	compare_two(20000, 20001);
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD), BOUND_LONGER, US, US);
	assert_false(bound_is_shown(&runs.comparison,
				    find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD)));
	end();
}

static void diverge(struct results *results, int cpu)
{
	results->kind.bounds->of[cpu].column[BOUND_SPORADIC] =
		(struct latency_bound) { 50 * US, BOUND_ENDLESS, false, 0 };
}

static void test_convergence(void **state)
{
	char because[BOUND_INTERRUPT_LEN];
	const struct figure *figure;

	(void)state;
	compare_two(20, 20);
	diverge(&runs.new, 1);
	compare();
	check(find(&figure_bound_column, 0, BOUND_SPORADIC), BOUND_UNTOLD, 0,
	      0);
	check(find(&figure_bound_column, 1, BOUND_SPORADIC), BOUND_DIVERGES_NOW,
	      0, 0);
	figure = find(&figure_bound_column, EVERY_CPU, BOUND_SPORADIC);
	check(figure, BOUND_DIVERGES_NOW, 0, 0);
	assert_true(bound_is_shown(&runs.comparison, figure));
	assert_string_equal(bound_because(figure, &figure->new, because), "disk:26");
	assert_string_equal(bound_because(figure, &figure->base, because), "");
	end();
	compare_two(20, 20);
	diverge(&runs.base[0], 0);
	compare();
	check(find(&figure_bound_column, EVERY_CPU, BOUND_SPORADIC),
	      BOUND_CONVERGES_NOW, 0, 0);
	end();
	compare_two(20, 20);
	diverge(&runs.base[0], 0);
	diverge(&runs.new, 0);
	compare();
	check(find(&figure_bound_column, 0, BOUND_SPORADIC), BOUND_DIVERGES, 0,
	      0);
	end();
}

static void test_unknown(void **state)
{
	(void)state;
	compare_two(20, 20);
	runs.new.kind.bounds->of[0]
		.windows[CONTEXT_BOUND_IDLE - BOUND_FIRST]
		.method = BOUND_ABSENT;
	runs.new.kind.bounds->of[1].known = false;
	compare();
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_IDLE),
	      BOUND_UNKNOWN, 0, 0);
	assert_null(find(&figure_bound_variable, 1, CONTEXT_BOUND_PSD));
	/* The longest of all CPUs is not known if one of them is missing. */
	assert_null(find(&figure_bound_variable, EVERY_CPU, CONTEXT_BOUND_PSD));
	end();
}

/* Columns mean something else without idle; variables do not. */
static void test_without_idle(void **state)
{
	(void)state;
	compare_two(20, 20);
	for (int cpu = 0; cpu < MADE_CPUS; cpu++)
		runs.new.kind.bounds->of[cpu].without_idle = true;
	compare();
	check(find(&figure_bound_column, 0, BOUND_WINDOW), BOUND_UNKNOWN, 0, 0);
	check(find(&figure_bound_column, EVERY_CPU, BOUND_NONE), BOUND_UNKNOWN,
	      0, 0);
	check(find(&figure_bound_variable, 0, CONTEXT_BOUND_IDLE), BOUND_EQUAL,
	      0, 0);
	end();
}

static void test_all_cpus(void **state)
{
	const struct figure *figure;

	(void)state;
	compare_two(20, 20);
	runs.base[0].kind.bounds->of[1].windows[0].longest =
		(struct bound_variable) { 5 * US, 90 * US };
	compare();
	figure = find(&figure_bound_variable, EVERY_CPU, CONTEXT_BOUND_POID);
	assert_int_equal(figure->base.low, 20 * US);
	assert_int_equal(figure->base.high, 90 * US);
	assert_ptr_equal(figure->base.own, &runs.base[0].kind.bounds->of[1]);
	end();
}

/* How many windows there are depends on the load: maxima are of equal numbers. */
static void test_numbers(void **state)
{
	(void)state;
	compare_two(20, 20);
	compare();
	assert_null(find_drawn(0));
	comparison_free(&runs.comparison);
	for (int i = 0; i < BLOCKS; i++)
		made_results_add(&runs.new, 0, CONTEXT_BOUND_OBSERVED,
				 i * BLOCK_NS, 9000);
	compare();
	assert_non_null(find_drawn(0));
	assert_null(find_drawn(1));
	end();
}

/* Compare a run with several that are 20 to 25 us long. */
static void compare_several(uint64_t new)
{
	runs = (struct runs) { .bases = RUNS };
	for (int i = 0; i < RUNS; i++)
		runs.base[i] = make_run(20 + i);
	runs.new = make_run(new);
}

static void test_several(void **state)
{
	const struct figure *figure;

	(void)state;
	compare_several(26);
	compare();
	figure = find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD);
	check(figure, BOUND_LONGER, US, 6 * US);
	assert_int_equal(figure->judgement, SAME);
	assert_int_equal(figure->base.low, 20 * US);
	assert_int_equal(figure->base.high, 25 * US);
	end();
	compare_several(200);
	compare();
	assert_int_equal(runs.comparison.judgement, WORSE);
	assert_int_equal(find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD)
				 ->judgement,
			 WORSE);
	assert_int_equal(find(&figure_bound_column, 0, BOUND_WINDOW)->judgement,
			 WORSE);
	end();
	compare_several(1);
	compare();
	assert_int_equal(find(&figure_bound_variable, 0, CONTEXT_BOUND_PSD)
				 ->judgement,
			 BETTER);
	/* A bracket of 1 to 51 us overlaps with those of BASE. */
	assert_int_equal(find(&figure_bound_variable, 0, CONTEXT_BOUND_POID)
				 ->judgement,
			 SAME);
	end();
}

static void test_several_without_end(void **state)
{
	const struct figure *figure;

	(void)state;
	compare_several(22);
	for (int i = 0; i < RUNS; i++)
		diverge(&runs.base[i], 0);
	diverge(&runs.base[3], 1);
	compare();
	figure = find(&figure_bound_column, 0, BOUND_SPORADIC);
	check(figure, BOUND_CONVERGES_NOW, 0, 0);
	assert_int_equal(figure->judgement, NOT_JUDGED);
	/* On CPU 1, one of the runs did not converge: nothing can be told. */
	figure = find(&figure_bound_column, 1, BOUND_SPORADIC);
	check(figure, BOUND_UNTOLD, 0, 0);
	assert_int_equal(figure->judgement, NOT_JUDGED);
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_brackets),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_not_judged),
		cmocka_unit_test(test_convergence),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_without_idle),
		cmocka_unit_test(test_all_cpus),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_several),
		cmocka_unit_test(test_several_without_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
