// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the figures of the bound: what is computed from what was measured.
 */
#include <stdio.h>
#include <string.h>

#include "stats/bound_cases.h"
#include "stats/bound_figures.h"
#include "test.h"

/* Variables and one vector that came twice, 1 ms apart, each time for 4 us. */
static struct bound_figures measured(struct bound_interrupt *interrupt)
{
	struct bound_figures figures = { .known = true };
	struct bound_windows *windows = figures.windows;

	windows[0] = (struct bound_windows) {
		/* poid */
		.method = BOUND_BRACKET,
		.longest = { 21000, 40000 },
		.count = 9,
	};
	windows[1] = (struct bound_windows) {	/* paie */
		.method = BOUND_EXACT, .longest = { 300, 300 }, .count = 3,
	};
	windows[2] = (struct bound_windows) {	/* dst */
		.method = BOUND_EXACT, .longest = { 6100, 6100 }, .count = 70,
		.margin_ns = 15,
	};
	windows[3] = (struct bound_windows) {	/* psd */
		.method = BOUND_EXACT, .longest = { 6200, 6200 }, .count = 70,
		.margin_ns = 70,
	};
	windows[4] = (struct bound_windows) {	/* idle */
		.method = BOUND_BRACKET, .longest = { 9000, 60000 }, .count = 5,
	};
	figures.probe = (struct bound_probe) {
		.period_ns = 50000, .count = 1000, .longest_gap_ns = 50000,
	};
	figures.interrupt = interrupt;
	figures.interrupts = 1;
	*interrupt = (struct bound_interrupt) {
		BOUND_IRQ, 236, "local_timer", 2, 4000, 1000000, 8000, 0, NULL
	};
	return figures;
}

static struct demand *two_arrivals(void)
{
	struct demand *demand = demand_new(0);

	assert_non_null(demand);
	assert_true(demand_add(demand, 0, 4000));
	assert_true(demand_add(demand, 1000000, 4000));
	return demand;
}

static void compute(struct bound_figures *figures)
{
	struct demand *demand = two_arrivals();
	const struct bound_vector vector = { .demand = demand_curve(demand) };

	bound_figures_compute(figures, &vector);
	demand_free(demand);
}

/* The longest gap raises poid; margins count at the upper end only. */
static void test_compute(void **state)
{
	struct bound_interrupt interrupt;
	struct bound_figures figures = measured(&interrupt);

	(void)state;
	compute(&figures);
	assert_int_equal(figures.windows[0].longest.upper_ns, 50000);
	assert_int_equal(figures.column[BOUND_NONE].lower_ns,
			 21000 + 300 + 6200);
	assert_int_equal(figures.column[BOUND_NONE].upper_ns,
			 60000 + 300 + 6200 + 70);
	assert_int_equal(figures.column[BOUND_EACH].upper_ns,
			 60000 + 300 + 6200 + 70 + 4000);
	assert_true(figures.column[BOUND_WINDOW].converged);
}

static void test_without_idle(void **state)
{
	struct bound_interrupt interrupt;
	struct bound_figures figures = measured(&interrupt);

	(void)state;
	figures.without_idle = true;
	compute(&figures);
	assert_int_equal(figures.column[BOUND_NONE].upper_ns,
			 50000 + 300 + 6200 + 70);
}

/* A variable that was never seen has no margin either, and an exact poid no gap. */
static void test_unseen(void **state)
{
	struct bound_interrupt interrupt;
	struct bound_figures figures = measured(&interrupt);

	(void)state;
	figures.windows[0].method = BOUND_EXACT;
	figures.windows[0].longest = (struct bound_variable) { 30000, 30000 };
	figures.windows[4] = (struct bound_windows) { .method = BOUND_ABSENT };
	figures.windows[3].longest = (struct bound_variable) { 0, 0 };
	figures.windows[3].count = 0;
	compute(&figures);
	assert_int_equal(figures.column[BOUND_NONE].upper_ns, 30000 + 300);
}

/* Only a latency above both columns says that the model does not hold. */
static void test_exceeded(void **state)
{
	struct bound_interrupt interrupt;
	struct bound_figures figures = measured(&interrupt);

	(void)state;
	compute(&figures);
	assert_false(bound_is_exceeded(&figures));
	figures.observed = (struct bound_observed) {
		1, figures.column[BOUND_EACH].upper_ns
	};
	assert_false(bound_is_exceeded(&figures));
	figures.observed.max_ns++;
	assert_true(bound_is_exceeded(&figures));
	figures.column[BOUND_WINDOW].upper_ns = BOUND_ENDLESS;
	assert_false(bound_is_exceeded(&figures));
}

static void expect_case(const struct bound_figures *figures,
			enum bound_case which, uint64_t lower, uint64_t upper)
{
	struct bound_variable of = bound_in_case(figures, which);

	assert_int_equal(of.lower_ns, lower);
	assert_int_equal(of.upper_ns, upper);
}

/* Lemmas 3 to 6 of the paper. */
static void test_cases(void **state)
{
	struct bound_figures figures = { .known = true };
	struct bound_windows *windows = figures.windows;

	(void)state;
	for (int i = 0; i < BOUND_VARIABLES; i++)
		windows[i] = (struct bound_windows) {
			.method = BOUND_EXACT, .count = 1,
			.longest = { 1 << (4 * i), 2 << (4 * i) },
			.margin_ns = 1,
		};
	windows[0].seen = BOUND_CASE_II_B;
	expect_case(&figures, BOUND_CASE_I_A, 0x1000, 0x2001);
	expect_case(&figures, BOUND_CASE_I_B, 0x1000, 0x2001);
	expect_case(&figures, BOUND_CASE_I_C, 0x1110, 0x2223);
	expect_case(&figures, BOUND_CASE_II_A, 0x11000, 0x22002);
	expect_case(&figures, BOUND_CASE_II_B, 0x1011, 0x2025);
	figures.without_idle = true;
	expect_case(&figures, BOUND_CASE_II_A, 0x1001, 0x2004);
	assert_int_equal(bound_case_of(&figures, CONTEXT_BOUND_POID), BOUND_CASE_II_B);
	assert_int_equal(bound_case_of(&figures, CONTEXT_BOUND_PAIE), BOUND_CASE_I_C);
	assert_int_equal(bound_case_of(&figures, CONTEXT_BOUND_DST), BOUND_CASE_I_C);
	assert_int_equal(bound_case_of(&figures, CONTEXT_BOUND_PSD), BOUND_CASE_UNKNOWN);
	assert_int_equal(bound_case_of(&figures, CONTEXT_BOUND_IDLE), BOUND_CASE_II_A);
	windows[0].count = 0;
	assert_int_equal(bound_case_of(&figures, CONTEXT_BOUND_POID), BOUND_CASE_UNKNOWN);
}

static void expect_printed(enum bound_kind kind, int vector, const char *name,
			   const char *expected)
{
	struct bound_interrupt interrupt = { .kind = kind, .vector = vector };
	char text[BOUND_INTERRUPT_LEN];

	snprintf(interrupt.name, sizeof(interrupt.name), "%s", name);
	assert_string_equal(bound_interrupt_print(&interrupt, text,
						  sizeof(text)),
			    expected);
}

static void test_names(void **state)
{
	(void)state;
	for (int i = 0; i < BOUND_COLUMNS; i++) {
		assert_int_equal(bound_column_find(bound_column_name(i)), i);
		assert_true(strlen(bound_column_title(i)) > 0);
	}
	for (int i = 0; i < BOUND_METHODS; i++)
		assert_int_equal(bound_method_find(bound_method_name(i)), i);
	for (int i = 0; i < BOUND_KINDS; i++)
		assert_int_equal(bound_kind_find(bound_kind_name(i)), i);
	for (int i = BOUND_CASE_I_A; i < BOUND_CASES; i++)
		assert_int_equal(bound_case_find(bound_case_name(i)), i);
	assert_int_equal(bound_case_find("iii"), BOUND_CASE_UNKNOWN);
	assert_null(bound_case_name(BOUND_CASE_UNKNOWN));
	assert_int_equal(bound_column_find("owcet"), -1);
	expect_printed(BOUND_IRQ, 26, "virtio1-req", "virtio1-req:26");
	expect_printed(BOUND_NMI, 0, "", "NMI");
	expect_printed(BOUND_SOFTIRQ, 1, "TIMER", "softirq TIMER:1");
}

static void test_set(void **state)
{
	struct bound_set *set = bound_set_new(3);

	(void)state;
	assert_non_null(set);
	assert_null(bound_set_at(NULL, 0));
	assert_null(bound_set_at(set, 2));
	set->of[2].known = true;
	assert_ptr_equal(bound_set_at(set, 2), &set->of[2]);
	assert_null(bound_set_at(set, 3));
	bound_set_free(set);
	bound_set_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compute),
		cmocka_unit_test(test_without_idle),
		cmocka_unit_test(test_unseen),
		cmocka_unit_test(test_exceeded),
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_set),
	};

	return cmocka_run_group_tests_name("bound_figures", tests, NULL, NULL);
}
