// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of judging gates about the bound.
 */
#include <stdlib.h>
#include <string.h>

#include "gates/gate_verdict.h"
#include "test.h"
#include "stats/bound_figures.h"

static struct bound_interrupt device = {
	BOUND_IRQ, 26, "virtio1-req", 2, 14000, 9700, 28000
};

static struct bound_set *set;

static int setup(void **state)
{
	(void)state;
	set = bound_set_new(3);
	assert_non_null(set);
	for (int cpu = 0; cpu < 2; cpu++) {
		struct bound_figures *figures = &set->of[cpu];

		figures->known = true;
		figures->probe.count = 5;
		for (int i = 0; i < BOUND_VARIABLES; i++)
			figures->windows[i] = (struct bound_windows) {
				.method = BOUND_EXACT, .count = 1, .margin_ns = 100,
				.longest = { 5000 + 1000 * cpu, 5000 + 1000 * cpu },
			};
		for (int i = 0; i < BOUND_COLUMNS; i++)
			figures->column[i] = (struct latency_bound) {
				20000 + 1000 * cpu, 50000 + 1000 * cpu, true, -1
			};
	}
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	bound_set_free(set);
	return 0;
}

static struct gate_verdict judge(const char *text, uint64_t measured)
{
	static struct gates gates;
	const struct cpus cpus = { .word = { measured } };
	const struct gate_inputs inputs = { .bounds = set, .cpus = &cpus };

	gates.count = 0;
	assert_null(gates_add(&gates, text));
	return gate_judge(&gates, 0, &inputs);
}

static void expect(const char *text, enum gate_outcome outcome, int cpu, uint64_t value)
{
	struct gate_verdict verdict = judge(text, 3);

	assert_int_equal(verdict.outcome, outcome);
	assert_int_equal(verdict.cpu, cpu);
	assert_true(verdict.has_value);
	assert_int_equal(verdict.value.amount, value);
	assert_string_equal(verdict.reason, "");
}

/* The largest of all CPUs counts; each end is judged by itself. */
static void test_ends(void **state)
{
	(void)state;
	expect("bound.window<=51us", GATE_PASS, -1, 51000);
	expect("bound.window<51us", GATE_FAIL, -1, 51000);
	expect("bound.window.lower<=21us", GATE_PASS, -1, 21000);
	expect("bound.each<=50us@0", GATE_PASS, 0, 50000);
	expect("bound.each<=50us@each", GATE_FAIL, 1, 51000);
	expect("psd<=6100ns", GATE_PASS, -1, 6100);
	expect("psd<=6us", GATE_FAIL, -1, 6100);
	expect("psd.lower<=6us", GATE_PASS, -1, 6000);
}

/* A bound without end fails each upper limit, and says because of what. */
static void test_endless(void **state)
{
	struct gate_verdict verdict;

	(void)state;
	set->of[1].interrupt = calloc(1, sizeof(device));
	assert_non_null(set->of[1].interrupt);
	*set->of[1].interrupt = device;
	set->of[1].interrupts = 1;
	set->of[1].column[BOUND_SPORADIC] = (struct latency_bound) {
		30000, BOUND_ENDLESS, false, 0
	};
	verdict = judge("bound.sporadic<=1s", 3);
	assert_int_equal(verdict.outcome, GATE_FAIL);
	assert_false(verdict.has_value);
	assert_string_equal(verdict.reason, "it does not converge: virtio1-req:26");
	verdict = judge("bound.sporadic>=1s", 3);
	assert_int_equal(verdict.outcome, GATE_PASS);
	assert_string_equal(verdict.reason, "");
	expect("bound.sporadic.lower<=30us", GATE_PASS, -1, 30000);
	set->of[1].column[BOUND_SPORADIC].because = -1;
	verdict = judge("bound.sporadic<=1s@each", 3);
	assert_int_equal(verdict.cpu, 1);
	assert_string_equal(verdict.reason, "it does not converge");
}

static void expect_unknown(const char *text, uint64_t measured, const char *reason)
{
	struct gate_verdict verdict = judge(text, measured);

	assert_int_equal(verdict.outcome, GATE_UNKNOWN);
	assert_false(verdict.has_value);
	assert_string_equal(verdict.reason, reason);
}

static void test_unknown(void **state)
{
	(void)state;
	expect_unknown("bound.none<=1s", 7, "nothing was measured");
	set->of[0].windows[CONTEXT_BOUND_DST - BOUND_FIRST].method = BOUND_ABSENT;
	expect_unknown("dst<=1s", 3,
		       "this kernel has no place to measure it: leave the gate out");
	expect("bound.none<=1s", GATE_PASS, -1, 51000);
	set->of[0].probe.count = 0;
	expect_unknown("bound.none<=1s", 3, "nothing was measured");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(test_endless, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unknown, setup, teardown),
	};

	return cmocka_run_group_tests_name("gate_bound", tests, NULL, NULL);
}
