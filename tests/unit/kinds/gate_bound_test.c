// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading and judging gates about the bound.
 */
#include <stdlib.h>
#include <string.h>

#include "gates/gate_verdict.h"
#include "gates/gates.h"
#include "stats/bound_figures.h"
#include "test.h"
#include "trace/events.h"

static struct gates gates;

static struct bound_interrupt device = {
	BOUND_IRQ, 26, "virtio1-req", 2, 14000, 9700, 28000, 0, NULL
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
				.method = BOUND_EXACT,
				.count = 1,
				.margin_ns = 100,
				.longest = { 5000 + 1000 * cpu,
					     5000 + 1000 * cpu },
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
	const struct cpus cpus = { .word = { measured } };
	const struct gate_inputs inputs = { .kind.bounds = set, .cpus = &cpus };

	gates.count = 0;
	assert_null(gates_add(&gates, text));
	return gate_judge(&gates, 0, &inputs);
}

static void expect(const char *text, enum gate_outcome outcome, int cpu,
		   uint64_t value)
{
	struct gate_verdict verdict = judge(text, 3);

	assert_int_equal(verdict.outcome, outcome);
	assert_int_equal(verdict.cpu, cpu);
	assert_true(verdict.has_value);
	assert_int_equal(verdict.value.amount, value);
	assert_string_equal(verdict.reason, "");
}

static void expect_read(const char *text, enum gate_metric metric, int context,
			int column, bool lower)
{
	const struct gate *gate = &gates.gate[0];

	gates.count = 0;
	assert_null(gates_add(&gates, text));
	assert_int_equal(gate->metric, metric);
	assert_int_equal(gate->context, context);
	assert_int_equal(gate->own, column);
	assert_int_equal(gate->lower, lower);
	assert_int_equal(gate->grows, metric == GATE_OWN);
	assert_int_equal(gate->limit.amount, 150000);
}

static void expect_refused(const char *text, const char *why)
{
	gates.count = 0;
	assert_string_equal(gates_add(&gates, text), why);
}

static void test_reading(void **state)
{
	(void)state;
	expect_read("bound.window<=150us", GATE_OWN, CONTEXT_BOUND_OBSERVED,
		    BOUND_WINDOW, false);
	expect_read("bound.window_owcet.lower > 150us", GATE_OWN,
		    CONTEXT_BOUND_OBSERVED, BOUND_WINDOW_OWCET, true);
	expect_read("bound.window-owcet<150us@each", GATE_OWN,
		    CONTEXT_BOUND_OBSERVED, BOUND_WINDOW_OWCET, false);
	expect_read("poid<=150us", GATE_OWN, CONTEXT_BOUND_POID, 0, false);
	expect_read("psd.max<=150us@0-3", GATE_OWN, CONTEXT_BOUND_PSD, 0, false);
	expect_read("idle.lower<=150us", GATE_OWN, CONTEXT_BOUND_IDLE, 0, true);
	expect_read("dst.p99<=150us", GATE_PERCENTILE, CONTEXT_BOUND_DST, 0, false);
	expect_read("observed.max<=150us", GATE_MAX, CONTEXT_BOUND_OBSERVED, 0, false);
	expect_refused("bound<=150us", "character 6: '.' is missing: give it");
	expect_refused("bound.windows<=150us", "character 7: unknown: give none, single, each, sporadic, window or window_owcet");
	expect_refused("bound.each.upper<=150us", "character 12: unknown: give lower, or leave it out for the upper end");
	expect_refused("poid.high<=150us", "character 6: unknown: give min, avg, max, stddev, pNN, rate(>TIME), count(>TIME) or count");
	expect_refused("observed<=150us", "character 9: '.' is missing: give it");
	expect_refused("bound.each<=5us@95%", "character 17: no confidence for this: only percentiles and rate(>TIME) have one");
	expect_refused("poid<=5x", "character 8: unknown unit: give ns, us, ms or s");
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

static void expect_unknown(const char *text, uint64_t measured,
			   const char *reason)
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
	set->of[0].windows[CONTEXT_BOUND_DST - BOUND_FIRST].method =
		BOUND_ABSENT;
	expect_unknown("dst<=1s", 3,
		       "this kernel has no place to measure it: leave the gate out");
	expect("bound.none<=1s", GATE_PASS, -1, 51000);
	set->of[0].probe.count = 0;
	expect_unknown("bound.none<=1s", 3, "nothing was measured");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reading),
		cmocka_unit_test_setup_teardown(test_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(test_endless, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unknown, setup, teardown),
	};

	return cmocka_run_group_tests_name("gate_bound", tests, NULL, NULL);
}
