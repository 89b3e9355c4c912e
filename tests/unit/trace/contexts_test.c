// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the names and families of contexts.
 */
#include <string.h>

#include "test.h"
#include "trace/contexts.h"

static void expect_names(enum kind kind, const char *expected)
{
	char text[CONTEXT_NAMES_LEN];

	assert_string_equal(context_names(kind, text, sizeof(text)), expected);
}

static void test_names(void **state)
{
	(void)state;
	expect_names(KIND_TIMERLAT, "irq, thread or user");
	expect_names(KIND_OSNOISE, "single or total");
	expect_names(KIND_WAKEUP,
		     "timer, irq, queue, wait, pick, switch or total");
	expect_names(KIND_OVERHEADS,
		     "release-latency, release, sched, cxs, sched2, tick, ipi, xcall or wake");
	expect_names(KIND_BOUND, "poid, paie, dst, psd, idle or observed");
	expect_names(KIND_CYCLE,
		     "start, run, interrupted, preempted, blocked or response");
}

static void test_room(void **state)
{
	char text[8];

	(void)state;
	assert_string_equal(context_names(KIND_WAKEUP, text, sizeof(text)),
			    "timer, ");
}

/* Within its kind, each name stands for one context. */
static void test_find(void **state)
{
	(void)state;
	for (int i = 0; i < CONTEXTS; i++) {
		assert_int_equal(context_find(context_name(i), context_kind(i)),
				 i);
		assert_true(strlen(context_title(i)) > 0);
	}
	assert_int_equal(context_find("irq", KIND_WAKEUP), CONTEXT_WAKE_IRQ);
	assert_int_equal(context_find("irq", KIND_OVERHEADS), -1);
	assert_int_equal(context_find("sched", KIND_OVERHEADS), CONTEXT_OVERHEAD_SCHED);
	assert_int_equal(context_find("", KIND_OVERHEADS), -1);
}

static void test_kinds(void **state)
{
	(void)state;
	assert_true(context_is_wakeup(CONTEXT_WAKE_TOTAL));
	assert_false(context_is_wakeup(CONTEXT_OVERHEAD_RELEASE_LATENCY));
	assert_true(context_is_overhead(OVERHEAD_END - 1));
	assert_false(context_is_overhead(OVERHEAD_END));
	assert_true(context_is_bound(CYCLE_FIRST - 1));
	assert_true(context_is(CONTEXTS - 1, KIND_CYCLE));
	assert_false(context_is_bound(OVERHEAD_END - 1));
	assert_false(context_is_overhead(CONTEXTS));
	assert_false(context_is_noise(-1));
	assert_true(context_is_noise(CONTEXT_TOTAL));
}

/* The numbers of a kind's contexts have no gap. */
static void test_numbers(void **state)
{
	int next[KINDS] = { 0 };

	(void)state;
	for (int i = 0; i < CONTEXTS; i++)
		assert_int_equal(context_number(i), next[context_kind(i)]++);
	assert_int_equal(next[KIND_WAKEUP], WAKEUP_CONTEXTS);
	assert_int_equal(next[KIND_CYCLE], CYCLE_CONTEXTS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_numbers),
	};

	return cmocka_run_group_tests_name("contexts", tests, NULL, NULL);
}
