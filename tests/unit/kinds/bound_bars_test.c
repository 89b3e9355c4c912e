// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the bars of the bound: which there are, on which CPUs, and where
 * they are cut.
 */
#include <stdlib.h>
#include <string.h>

#include "made_results.h"
#include "kinds/bound/bound_bars.h"
#include "report/report_input.h"
#include "test.h"

#define US	1000ULL

/* Many results, and the samples of each, are too large for the stack. */
static struct report_input input;
static struct bound_bars bars;

static struct bound_interrupt disk[] = {
	{ BOUND_IRQ, 26, "virtio1-req", 8121, 14 * US, 9700, 90 * US, 0,
	  NULL },
};

/* Make a bound in which each column is so much longer than the one before. */
static void make_bound(struct bound_figures *figures, uint64_t lower,
		       uint64_t upper)
{
	*figures = (struct bound_figures) {
		.known = true, .observed = { 12, 31 * US },
	};
	for (int i = 0; i < BOUND_COLUMNS; i++)
		figures->column[i] = (struct latency_bound) {
			lower + i * US, upper + i * US, true, -1
		};
}

static struct results made_bound(int cpus)
{
	struct results results = made_results("bound", 50000, 20000000000);

	results.kind.bounds = bound_set_new(cpus);
	for (int cpu = 0; cpu < cpus; cpu++) {
		cpus_add(&results.cpus, cpu);
		make_bound(&results.kind.bounds->of[cpu], 20 * US, 70 * US);
	}
	return results;
}

static void free_all(void)
{
	for (int i = 0; i < input.count; i++)
		results_free(&input.results[i]);
	input.count = 0;
}

static void check_bar(int index, enum bound_bar_kind kind, const char *name,
		      uint64_t lower, uint64_t upper)
{
	assert_in_range(index, 0, bars.count - 1);
	assert_int_equal(bars.bar[index].kind, kind);
	assert_string_equal(bars.bar[index].name, name);
	assert_int_equal(bars.bar[index].lower_ns, lower);
	assert_int_equal(bars.bar[index].upper_ns, upper);
}

static void test_columns(void **state)
{
	struct bound_figures *figures;

	(void)state;
	input.count = 1;
	input.results[0] = made_bound(2);
	figures = &input.results[0].kind.bounds->of[1];
	figures->interrupt = malloc(sizeof(disk));
	memcpy(figures->interrupt, disk, sizeof(disk));
	figures->interrupts = 1;
	figures->column[BOUND_SPORADIC] = (struct latency_bound) {
		BOUND_ENDLESS, BOUND_ENDLESS, false, 0
	};
	bound_bars_of(&input, 0, 1, &bars);
	assert_int_equal(bars.count, BOUND_COLUMNS + 1);
	check_bar(BOUND_NONE, BAR_OF_BOUND, "No interrupts", 20 * US, 70 * US);
	check_bar(BOUND_SPORADIC, BAR_OF_BOUND, "Sporadic", BOUND_ENDLESS, BOUND_ENDLESS);
	assert_string_equal(bars.bar[BOUND_SPORADIC].because, "virtio1-req:26");
	assert_string_equal(bars.bar[BOUND_EACH].because, "");
	check_bar(BOUND_COLUMNS, BAR_OF_PROBE, "Observed by the probe", 31 * US, 31 * US);

	/* A probe that has observed nothing has no bar of no length. */
	figures->observed = (struct bound_observed) { 0, 0 };
	bound_bars_of(&input, 0, 1, &bars);
	assert_int_equal(bars.count, BOUND_COLUMNS);
	free_all();
}

static void test_others(void **state)
{
	(void)state;
	input.count = 3;
	input.results[0] = made_results("timerlat", 1000000, 20000000000);
	input.results[1] = made_bound(3);
	input.results[2] = made_results("timerlat", 1000000, 20000000000);
	made_results_add(&input.results[0], 0, CONTEXT_IRQ, 5, 4000);
	made_results_add(&input.results[0], 0, CONTEXT_THREAD, 5, 9000);
	made_results_add(&input.results[0], 1, CONTEXT_THREAD, 5, 11000);
	made_results_add(&input.results[2], 0, CONTEXT_THREAD, 5, 6000);
	made_results_add(&input.results[2], 0, CONTEXT_USER, 5, 7000);
	bound_bars_of(&input, 1, 0, &bars);
	assert_int_equal(bars.count, BOUND_COLUMNS + 4);
	check_bar(BOUND_COLUMNS + 1, BAR_OF_RESULT, "A: Thread latency", 9000, 9000);
	check_bar(BOUND_COLUMNS + 2, BAR_OF_RESULT, "C: Thread latency", 6000, 6000);
	check_bar(BOUND_COLUMNS + 3, BAR_OF_RESULT, "C: User latency", 7000, 7000);

	/*
	 * C has measured CPU 1, too, but has no samples there; A and C have no
	 * CPU 2.
	 */
	bound_bars_of(&input, 1, 1, &bars);
	assert_int_equal(bars.count, BOUND_COLUMNS + 2);
	bound_bars_of(&input, 1, 2, &bars);
	assert_int_equal(bars.count, BOUND_COLUMNS + 1);
	assert_true(bound_bars_any(&input));
	free_all();
	input.count = 1;
	input.results[0] = made_results("timerlat", 1000000, 20000000000);
	assert_false(bound_bars_any(&input));
	free_all();
}

static void test_cpus(void **state)
{
	struct results results = made_bound(BOUND_CPUS_DRAWN + 4);
	int drawn = 0, cpu;

	(void)state;
	results.kind.bounds->of[0].column[BOUND_WINDOW].upper_ns = 10 * US;
	results.kind.bounds->of[2].column[BOUND_WINDOW].upper_ns = 11 * US;
	results.kind.bounds->of[5].known = false;
	results.kind.bounds->of[BOUND_CPUS_DRAWN + 3]
		.column[BOUND_WINDOW]
		.upper_ns = BOUND_ENDLESS;
	cpus_for_each(cpu, &results.cpus)
		drawn += bound_is_drawn(&results, cpu);
	assert_int_equal(drawn, BOUND_CPUS_DRAWN);
	assert_false(bound_is_drawn(&results, 0));
	assert_false(bound_is_drawn(&results, 2));
	assert_false(bound_is_drawn(&results, 5));
	/* The last one of those that are alike is left out. */
	assert_true(bound_is_drawn(&results, 1));
	assert_true(bound_is_drawn(&results, BOUND_CPUS_DRAWN + 1));
	assert_false(bound_is_drawn(&results, BOUND_CPUS_DRAWN + 2));
	assert_true(bound_is_drawn(&results, BOUND_CPUS_DRAWN + 3));
	results_free(&results);
}

static uint64_t scale_end(const uint64_t *ns, int count)
{
	uint64_t copy[16];

	memcpy(copy, ns, count * sizeof(*ns));
	return bound_scale_end(copy, count);
}

#define SCALE_END(...) \
	scale_end((const uint64_t[]){ __VA_ARGS__ }, \
		  sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void test_scale(void **state)
{
	(void)state;
	assert_int_equal(bound_scale_end(NULL, 0), 0);
	assert_int_equal(SCALE_END(7), 7);
	assert_int_equal(SCALE_END(60, 50, 40, 30, 70, 80), 80);
	/* The bars of figure 26 that are cut in the paper. */
	assert_int_equal(SCALE_END(467, 50, 40, 30, 70, 80), 80);
	assert_int_equal(SCALE_END(801, 467, 40, 30, 70, 80), 80);
	/* Half of all bars are no exception, and a short bar makes others not long. */
	assert_int_equal(SCALE_END(801, 790, 780, 30, 70, 80), 801);
	assert_int_equal(SCALE_END(3, 60, 65, 70, 75, 80), 80);
	/* There are two gaps: the bars beyond the first one are cut. */
	assert_int_equal(SCALE_END(10, 11, 12, 13, 40, 900), 13);
	assert_int_equal(SCALE_END(0, 0, 0, 0, 0, 5), 0);
}

static void test_scale_of_all(void **state)
{
	(void)state;
	input.count = 2;
	input.results[0] = made_bound(2);
	input.results[1] = made_bound(2);
	assert_int_equal(bound_bars_scale(&input), 75 * US);
	input.results[1].kind.bounds->of[1].column[BOUND_WINDOW_OWCET].upper_ns =
		90 * US;
	assert_int_equal(bound_bars_scale(&input), 90 * US);
	input.results[1].kind.bounds->of[1].column[BOUND_WINDOW_OWCET].upper_ns =
		801 * US;
	assert_int_equal(bound_bars_scale(&input), 75 * US);
	/* A bar without an end is drawn up to its lower end. */
	input.results[1].kind.bounds->of[1].column[BOUND_WINDOW_OWCET] =
		(struct latency_bound) { 88 * US, BOUND_ENDLESS, false, -1 };
	assert_int_equal(bound_bars_scale(&input), 88 * US);
	input.results[1].kind.bounds->of[1].column[BOUND_WINDOW_OWCET].lower_ns =
		BOUND_ENDLESS;
	assert_int_equal(bound_bars_scale(&input), 75 * US);
	free_all();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_scale),
		cmocka_unit_test(test_scale_of_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
