// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of counting missed samples.
 */
#include <stdlib.h>

#include "stats/sample_gaps.h"
#include "test.h"

#define PERIOD	1000000
#define WRAP	(1ULL << 32)

static int setup(void **state)
{
	*state = gaps_new(2, PERIOD);
	return !*state;
}

static int teardown(void **state)
{
	gaps_free(*state);
	return 0;
}

/*
 * Return how many samples are missed before activation number @number, which is
 * counted without wrapping, and began so many periods after the boot.
 */
static uint32_t missed(struct sample_gaps *gaps, int cpu,
		       enum event_context context, uint64_t number)
{
	return gaps_missed(gaps, cpu, context, number, number * PERIOD);
}

static void test_whole(void **state)
{
	for (uint32_t i = 31; i < 40; i++) {
		assert_int_equal(missed(*state, 0, CONTEXT_IRQ, i), 0);
		assert_int_equal(missed(*state, 1, CONTEXT_IRQ, i + 7), 0);
		/* A thread's first sample may be of an earlier activation. */
		assert_int_equal(missed(*state, 0, CONTEXT_THREAD, i - 1), 0);
	}
}

static void test_gap(void **state)
{
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 5), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 7), 1);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 8), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 1000), 991);
	assert_int_equal(missed(*state, 1, CONTEXT_THREAD, 1000), 0);
}

/*
 * Samples before gaps_forget() are not counted: the ring buffer has reported
 * them as lost.
 */
static void test_forget(void **state)
{
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 5), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_THREAD, 5), 0);
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, 5), 0);
	gaps_forget(*state, 1);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 50), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_THREAD, 50), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 52), 1);
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, 7), 1);
}

/* A CPU that comes back online counts from 1. */
static void test_again(void **state)
{
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, 500), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 1, 800 * PERIOD),
			 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 2, 801 * PERIOD),
			 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 4, 803 * PERIOD),
			 1);
}

/* After 10 activations the next sample may be the 11th, or the 12th. */
static void test_expect(void **state)
{
	gaps_expect(*state, 0, 12);
	assert_int_equal(missed(*state, 0, CONTEXT_THREAD, 11), 0);
	assert_int_equal(missed(*state, 0, CONTEXT_THREAD, 12), 0);
	assert_int_equal(missed(*state, 0, CONTEXT_THREAD, 14), 1);
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, 20), 8);
}

/* Periods of osnoise are numbered on their own. */
static void test_periods(void **state)
{
	gaps_expect(*state, 1, 3);
	assert_int_equal(missed(*state, 1, CONTEXT_TOTAL, 3), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_TOTAL, 6), 2);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, 3), 0);
	gaps_forget(*state, 1);
	assert_int_equal(missed(*state, 1, CONTEXT_TOTAL, 90), 0);
}

/* The number 0 follows on the largest one, and gaps around it are counted. */
static void test_wrap(void **state)
{
	for (uint64_t i = WRAP - 3; i < WRAP + 3; i++) {
		assert_int_equal(missed(*state, 0, CONTEXT_IRQ, i), 0);
		if (i != WRAP)
			assert_int_equal(missed(*state, 0, CONTEXT_THREAD, i),
					 i == WRAP + 1);
	}
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, WRAP - 1), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, WRAP + 2), 2);
	assert_int_equal(missed(*state, 1, CONTEXT_THREAD, WRAP - 5), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_THREAD, WRAP + 5), 9);
}

/* The expected number may be one after the wrap. */
static void test_expect_wrap(void **state)
{
	gaps_expect(*state, 0, 0);
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, WRAP - 1), 0);
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, WRAP), 0);
	assert_int_equal(missed(*state, 0, CONTEXT_THREAD, WRAP + 3), 3);
}

/*
 * Numbers that begin anew are no gap, however large the last one was: so many
 * activations do not fit into the time in between.
 */
static void test_anew(void **state)
{
	static const uint32_t lasts[] = {
		5000, INT32_MAX, INT32_MAX + 1U, 3000000000, UINT32_MAX - 5000,
	};

	for (size_t i = 0; i < sizeof(lasts) / sizeof(lasts[0]); i++) {
		uint64_t time = (i + 1) * 100000000;

		gaps_forget(*state, 0);
		assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, lasts[i],
					     time),
				 0);
		time += 1000 * PERIOD;
		assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 1, time),
				 0);
		time += 3 * PERIOD;
		assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 4, time),
				 2);
	}
}

/* At the end, the number of activations is known, but no time. */
static void test_end(void **state)
{
	assert_int_equal(missed(*state, 0, CONTEXT_IRQ, WRAP - 2), 0);
	assert_int_equal(gaps_missed(*state, 0, CONTEXT_IRQ, 3, UINT64_MAX), 4);
	assert_int_equal(missed(*state, 1, CONTEXT_IRQ, WRAP + 5), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_IRQ, 4, UINT64_MAX), 0);
	assert_int_equal(missed(*state, 1, CONTEXT_THREAD, WRAP + 1), 0);
	assert_int_equal(gaps_missed(*state, 1, CONTEXT_THREAD, UINT32_MAX,
				     UINT64_MAX),
			 0);
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
		TEST(test_wrap),
		TEST(test_expect_wrap),
		TEST(test_anew),
		TEST(test_end),
	};

	return cmocka_run_group_tests_name("gaps", tests, NULL, NULL);
}
