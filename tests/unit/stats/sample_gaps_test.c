// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of counting missed samples.
 */
#include <stdlib.h>

#include "stats/sample_gaps.h"
#include "test.h"

static int setup(void **state)
{
	*state = gaps_new(2);
	return !*state;
}

static int teardown(void **state)
{
	gaps_free(*state);
	return 0;
}

static void test_whole(void **state)
{
	for (uint32_t i = 31; i < 40; i++) {
		assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, i), 0);
		assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, i + 7),
				 0);
		/* A thread's first sample may be of an earlier activation. */
		assert_int_equal(gaps_missed(*state, 0, CONTEXT_THREAD,
					     i - 1), 0);
	}
}

static void test_gap(void **state)
{
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 5), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 7), 1);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 8), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 1000), 991);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_THREAD, 1000), 0);
}

/*
 * Samples before gaps_forget() are not counted: the ring buffer has reported
 * them as lost.
 */
static void test_forget(void **state)
{
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 5), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_THREAD, 5), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 5), 0);
	gaps_forget(*state, 1);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 50), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_THREAD, 50), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 52), 1);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 7), 1);
}

/* A CPU that comes back online counts from 1. */
static void test_again(void **state)
{
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 500), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 1), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 2), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 4), 1);
}

/* After 10 activations the next sample may be the 11th, or the 12th. */
static void test_expect(void **state)
{
	gaps_expect(*state, 0, 12);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_THREAD, 11), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_THREAD, 12), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_THREAD, 14), 1);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 20), 8);
}

/* Periods of osnoise are numbered on their own. */
static void test_periods(void **state)
{
	gaps_expect(*state, 1, 3);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_TOTAL, 3), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_TOTAL, 6), 2);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 3), 0);
	gaps_forget(*state, 1);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_TOTAL, 90), 0);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_whole),
		TEST(test_gap),
		TEST(test_forget),
		TEST(test_again),
		TEST(test_expect),
		TEST(test_periods),
	};

	return cmocka_run_group_tests_name("gaps", tests, NULL, NULL);
}
