// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of demand curves: they are compared with the lists of arrivals.
 */
#include <stdlib.h>

#include "arrivals.h"
#include "base/times.h"
#include "repetitions.h"
#include "test.h"

static struct arrivals list;

/* The largest demand of the list in windows of each length that curves have. */
static struct window_demand exact_at[DEMAND_LENGTHS];

static void scan_list(void)
{
	for (int i = 0; i < DEMAND_LENGTHS; i++)
		exact_at[i] = arrivals_worst(&list, demand_length(i));
}

/* Merged arrivals may lengthen a window by 1/24, which has to be less than a step. */
static void test_lengths(void **state)
{
	(void)state;
	assert_int_equal(demand_length(0), 1000);
	assert_int_equal(demand_length(1), 1050);
	assert_int_equal(demand_length(DEMAND_LENGTHS - 1), 100000000);
	for (int i = 1; i < DEMAND_LENGTHS; i++) {
		double ratio = (double)demand_length(i) / demand_length(i - 1);

		assert_true(ratio > 25.0 / 24 && ratio < 1.051);
	}
}

/*
 * Compare what a curve says of a window with the list; @steps: how far it may
 * be off.
 */
static void compare_window(const struct demand_curve *curve, uint64_t length,
			   int steps)
{
	struct window_demand most = demand_at_most(curve, length);
	struct window_demand least = demand_at_least(curve, length);
	struct window_demand exact = arrivals_worst(&list, length);
	int at = 0;

	while (demand_length(at) < length)
		at++;
	assert_true(least.ns <= exact.ns && exact.ns <= most.ns);
	assert_true(least.arrivals <= exact.arrivals &&
		    exact.arrivals <= most.arrivals);

	at += steps - 1;
	if (at < DEMAND_LENGTHS)
		assert_true(most.ns <= exact_at[at].ns &&
			    most.arrivals <= exact_at[at].arrivals);
	at -= 2 * steps - 1;
	if (at >= 0)
		assert_true(least.ns >= exact_at[at].ns &&
			    least.arrivals >= exact_at[at].arrivals);
}

/* Compare a curve, whose arrivals were not merged, with the list. */
static void compare(const struct demand_curve *curve)
{
	uint64_t sum = 0, longest = 0, shortest = UINT64_MAX;

	for (int i = 0; i < list.count; i++) {
		sum += list.execution[i];
		longest = time_max(longest, list.execution[i]);
		if (i)
			shortest =
				time_min(shortest, list.at[i] - list.at[i - 1]);
	}
	assert_int_equal(curve->count, list.count);
	assert_int_equal(curve->sum_ns, sum);
	assert_int_equal(curve->owcet_ns, longest);
	assert_int_equal(curve->omiat_ns, shortest);
	assert_false(curve->merged);
	scan_list();
	for (int i = 0; i < DEMAND_LENGTHS; i++) {
		assert_int_equal(curve->most_ns[i], exact_at[i].ns);
		assert_int_equal(curve->most[i], exact_at[i].arrivals);
	}
	for (int i = 0; i < 20; i++)
		compare_window(curve, of_any_size(DEMAND_LONGEST_NS), 1);
}

/* Make a list with gaps from 0 to @longest ns. */
static void make_list(int count, uint64_t shortest, uint64_t longest)
{
	uint64_t now = below(1000);

	list.count = 0;
	for (int i = 0; i < count; i++) {
		arrivals_add(&list, now, of_any_size(1000000) - 1);
		if (below(10))
			now += shortest + of_any_size(longest);
	}
}

static void test_lists(void **state)
{
	(void)state;
	srandom(1);
	for (int i = 0; i < 1000; i++) {
		struct demand *demand;

		make_list(below(100), 0, 1000 + below(1000000000));
		demand = arrivals_demand(&list, 0);
		compare(demand_curve(demand));
		demand_free(demand);
	}
}

/* Arrivals that are older than the longest window make room for others. */
static void test_long_list(void **state)
{
	struct demand *demand;

	(void)state;
	srandom(2);
	make_list(20000, 200000, 1000000);
	demand = arrivals_demand(&list, 0);
	compare(demand_curve(demand));
	demand_free(demand);

	/* The longest window has 764 of these arrivals. */
	list.count = 0;
	for (int i = 0; i < 5000; i++)
		arrivals_add(&list, 131000ULL * i, below(100));
	demand = arrivals_demand(&list, 0);
	compare(demand_curve(demand));
	demand_free(demand);
}

/* Compare a curve with more arrivals in the longest window than it remembers. */
static void compare_merged(void)
{
	struct demand *demand = arrivals_demand(&list, 0);
	const struct demand_curve *curve = demand_curve(demand);

	assert_true(curve->merged);
	scan_list();
	for (int i = 0; i < DEMAND_LENGTHS; i++) {
		assert_true(curve->most_ns[i] >= exact_at[i].ns);
		assert_true(curve->most[i] >= exact_at[i].arrivals);
		if (i == DEMAND_LENGTHS - 1)
			break;
		assert_true(curve->most_ns[i] <= exact_at[i + 1].ns);
		assert_true(curve->most[i] <= exact_at[i + 1].arrivals);
	}
	for (int i = 0; i < repetitions(200); i++)
		compare_window(curve, of_any_size(DEMAND_LONGEST_NS), 2);
	demand_free(demand);
}

static void test_merged(void **state)
{
	static const uint64_t longest[] = { 2, 100, 10000, 100000 };

	(void)state;
	srandom(3);
	for (int i = 0; i < 4; i++) {
		make_list(ARRIVALS_MAX, 0, longest[i]);
		compare_merged();
	}
}

static int by_number(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

/*
 * Bursts that become denser and denser: then most of the arrivals have to be
 * kept when they are merged.
 */
static void test_dense(void **state)
{
	static uint64_t at[ARRIVALS_MAX];

	(void)state;
	srandom(4);
	for (int i = 0; i < ARRIVALS_MAX; i++)
		at[i] = 200000000ULL * (1 + i / 5000) - of_any_size(100000000);
	qsort(at, ARRIVALS_MAX, sizeof(at[0]), by_number);
	list.count = 0;
	for (int i = 0; i < ARRIVALS_MAX; i++)
		arrivals_add(&list, at[i], of_any_size(10000));
	compare_merged();
}

/* Arrivals are 1 ns apart, and with the last one, the clock is at its end. */
static void test_end_of_time(void **state)
{
	(void)state;
	list.count = 0;
	for (int i = 0; i < 5000; i++)
		arrivals_add(&list, UINT64_MAX - 4999 + i, 3);
	compare_merged();
}

static void test_equal_arrivals(void **state)
{
	struct demand *demand;

	(void)state;
	list.count = 0;
	for (int i = 0; i < 5000; i++)
		arrivals_add(&list, 70, 10 + i % 2);
	demand = arrivals_demand(&list, 0);
	compare(demand_curve(demand));
	assert_int_equal(demand_curve(demand)->omiat_ns, 0);
	assert_int_equal(demand_at_most(demand_curve(demand), 1).ns, 52500);
	assert_int_equal(demand_at_most(demand_curve(demand), 1).arrivals,
			 5000);
	assert_true(demand_sporadic(demand_curve(demand), 1) == UINT64_MAX);
	demand_free(demand);
}

/* Windows are half-open: what arrives at their end is not in them. */
static void test_ends(void **state)
{
	struct demand *demand = demand_new(0);
	const struct demand_curve *curve = demand_curve(demand);

	(void)state;
	assert_true(demand_add(demand, 0, 7));
	assert_true(demand_add(demand, 1050, 9));
	assert_int_equal(demand_at_most(curve, 1050).ns, 9);
	assert_int_equal(demand_at_least(curve, 1050).ns, 9);
	assert_int_equal(demand_at_most(curve, 1051).ns, 16);
	assert_int_equal(demand_at_least(curve, demand_length(2)).ns, 16);
	assert_int_equal(demand_at_least(curve, 1).ns, 9);
	assert_int_equal(demand_sporadic(curve, 1050), 1);
	assert_int_equal(demand_sporadic(curve, 1051), 2);
	assert_int_equal(demand_at_least(curve, UINT64_MAX).ns, 16);
	assert_true(demand_at_most(curve, DEMAND_LONGEST_NS + 1).ns ==
		    UINT64_MAX);
	demand_free(demand);
}

/* A curve that is read between two lengths is no worse than oMIAT and oWCET allow. */
static void test_sporadic(void **state)
{
	struct demand *demand = demand_new(0);
	struct window_demand most;

	(void)state;
	for (int i = 0; i < 100; i++)
		assert_true(demand_add(demand, i * 4000000ULL, 10 + i % 2));
	most = demand_at_most(demand_curve(demand), 3999000);
	assert_int_equal(most.ns, 11);
	assert_int_equal(most.arrivals, 1);
	most = demand_at_most(demand_curve(demand), 4000001);
	assert_int_equal(most.ns, 21);
	assert_int_equal(most.arrivals, 2);
	demand_free(demand);
}

static void test_empty(void **state)
{
	struct demand *demand = demand_new(5);
	const struct demand_curve *curve = demand_curve(demand);

	(void)state;
	assert_int_equal(curve->count, 0);
	assert_true(curve->omiat_ns == UINT64_MAX);
	assert_int_equal(demand_at_most(curve, 5000).ns, 0);
	assert_int_equal(demand_at_least(curve, 5000).arrivals, 0);
	assert_int_equal(demand_sporadic(curve, 5000), 0);
	assert_true(demand_add(demand, 12, 0));
	assert_int_equal(demand_at_most(curve, 0).arrivals, 0);
	assert_int_equal(demand_at_least(curve, 0).arrivals, 0);
	assert_int_equal(demand_at_most(curve, 1).ns, 5);
	assert_int_equal(demand_at_least(curve, 1).arrivals, 1);
	demand_free(demand);
}

/* An arrival that cannot be counted leaves the curve as it was. */
static void test_refused(void **state)
{
	struct demand *demand = demand_new(1);
	const struct demand_curve *curve = demand_curve(demand);
	struct demand_curve before;

	(void)state;
	assert_false(demand_add(demand, 5, UINT64_MAX));
	assert_int_equal(curve->count, 0);
	assert_true(demand_add(demand, 5, UINT64_MAX - 9));
	before = *curve;
	assert_false(demand_add(demand, 4, 0));
	assert_false(demand_add(demand, 6, 8));
	assert_memory_equal(curve, &before, sizeof(before));
	assert_true(demand_add(demand, 6, 7));
	assert_true(curve->sum_ns == UINT64_MAX);
	assert_true(demand_at_most(curve, 10).ns == UINT64_MAX);
	assert_true(curve->owcet_ns == UINT64_MAX - 8);
	demand_free(demand);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_long_list),
		cmocka_unit_test(test_merged),
		cmocka_unit_test(test_dense),
		cmocka_unit_test(test_end_of_time),
		cmocka_unit_test(test_equal_arrivals),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_sporadic),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
