// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what is known of overheads beside their figures.
 */
#include "stats/overheads.h"
#include "test.h"

#define CPUS	3

static void test_method(void **state)
{
	struct overheads *overheads = overheads_new(CPUS);

	(void)state;
	assert_non_null(overheads);
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		assert_int_equal(overheads_method(overheads, i), METHOD_ABSENT);
	overheads_put_method(overheads, CONTEXT_OVERHEAD_WAKE, METHOD_EXACT);
	assert_int_equal(overheads_method(overheads, CONTEXT_OVERHEAD_WAKE),
			 METHOD_EXACT);
	assert_int_equal(overheads_method(overheads, CONTEXT_OVERHEAD_XCALL),
			 METHOD_ABSENT);
	assert_string_equal(overheads_method_name(METHOD_ABSENT), "absent");
	assert_string_equal(overheads_method_name(METHOD_EXACT), "exact");
	overheads_free(overheads);
}

static void test_flaws(void **state)
{
	const struct overhead_flaws some = { 5, 3, 60 }, more = { 7, 1, 50 };
	struct overheads *overheads = overheads_new(CPUS);
	struct overhead_flaws of;

	(void)state;
	assert_non_null(overheads);
	overheads_put(overheads, 0, CONTEXT_OVERHEAD_IPI, &more);
	overheads_put(overheads, 0, CONTEXT_OVERHEAD_IPI, &some);
	overheads_put(overheads, 2, CONTEXT_OVERHEAD_IPI, &more);
	overheads_put(overheads, 2, CONTEXT_OVERHEAD_WAKE, &more);
	of = overheads_flaws(overheads, -1, CONTEXT_OVERHEAD_IPI);
	assert_int_equal(of.disturbed, 12);
	assert_int_equal(of.negative, 4);
	assert_int_equal(of.own_ns, 50);
	of = overheads_flaws(overheads, 0, CONTEXT_OVERHEAD_IPI);
	assert_int_equal(of.disturbed, 5);
	assert_int_equal(of.own_ns, 60);
	of = overheads_flaws(overheads, 1, CONTEXT_OVERHEAD_IPI);
	assert_int_equal(of.disturbed + of.negative + of.own_ns, 0);
	overheads_free(overheads);
}

static void test_of_thread(void **state)
{
	int of_threads = 0;

	(void)state;
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		of_threads += overhead_of_thread(i);
	assert_int_equal(of_threads, 6);
	assert_false(overhead_of_thread(CONTEXT_OVERHEAD_TICK));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_method),
		cmocka_unit_test(test_flaws),
		cmocka_unit_test(test_of_thread),
	};

	return cmocka_run_group_tests_name("overheads", tests, NULL, NULL);
}
