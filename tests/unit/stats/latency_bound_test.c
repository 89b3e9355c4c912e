// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the bound of the scheduling latency: it is compared with one that is
 * computed from lists of arrivals in another way, and with simulated schedules.
 */
#include <stdlib.h>

#include "arrivals.h"
#include "base/times.h"
#include "repetitions.h"
#include "stats/latency_bound.h"
#include "test.h"

#define VECTORS_MAX	6

static struct arrivals lists[VECTORS_MAX];
static struct demand *demands[VECTORS_MAX];
static struct bound_vector vectors[VECTORS_MAX];
static struct bound_model model;

static void forget(void)
{
	for (int i = 0; i < VECTORS_MAX; i++) {
		demand_free(demands[i]);
		demands[i] = NULL;
		lists[i].count = 0;
		vectors[i] = (struct bound_vector) { .is_nmi = false };
	}
	model = (struct bound_model) { .vector = vectors };
}

/* Make the demands of the first @count lists, and let the model have them. */
static void use_lists(int count, uint64_t unseen_ns)
{
	for (int i = 0; i < count; i++) {
		demands[i] = arrivals_demand(&lists[i], unseen_ns);
		vectors[i].demand = demand_curve(demands[i]);
	}
	model.vectors = count;
}

static struct bound_variable exactly(uint64_t ns)
{
	return (struct bound_variable) { ns, ns };
}

static void assert_bound(enum bound_column column, uint64_t lower,
			 uint64_t upper)
{
	struct latency_bound bound = bound_of(&model, column);

	assert_true(bound.converged);
	assert_int_equal(bound.lower_ns, lower);
	assert_int_equal(bound.upper_ns, upper);
	assert_int_equal(bound.because, -1);
}

static void assert_endless(enum bound_column column, uint64_t lower,
			   int because)
{
	struct latency_bound bound = bound_of(&model, column);

	assert_false(bound.converged);
	assert_true(bound.lower_ns == lower);
	assert_true(bound.upper_ns == BOUND_ENDLESS);
	assert_int_equal(bound.because, because);
}

/* ---- Examples ------------------------------------------------------------ */

/*
 * The figures are those that the README of rtsl, the paper's tool, prints as an
 * example: five vectors that add the same in a window of 109453 ns as in one of
 * 255530 ns, and one that adds 46687 ns, then 49321 ns.
 */
static void test_readme(void **state)
{
	static const uint64_t execution[] = { 30522, 46687, 3463,
					      13735, 24572, 27098 };
	static const uint64_t each = 109453 + 146077;

	(void)state;
	forget();
	for (int i = 0; i < 6; i++)
		arrivals_add(&lists[i], 1000 * i, execution[i]);
	arrivals_add(&lists[1], 201000, 49321 - 46687);
	use_lists(6, 0);
	model.poid = exactly(56194);
	model.dst = exactly(45883);
	model.paie = exactly(5167);
	model.psd = exactly(48092);
	assert_int_equal(bound_without_interrupts(&model).lower_ns, 109453);
	assert_bound(BOUND_NONE, 109453, 109453);
	assert_bound(BOUND_SINGLE, 109453 + 46687, 109453 + 46687);
	assert_bound(BOUND_EACH, each, each);
	assert_int_equal(each, 255530);
	assert_bound(BOUND_WINDOW, 258164, 258164);
	assert_bound(BOUND_WINDOW_OWCET, each + 46687, each + 46687);
	assert_bound(BOUND_SPORADIC, each + 46687, each + 46687);
}

/*
 * An example for which a search in windows without their own interference finds
 * 25: the second arrival, at 24, is within the 25 that the first one makes of
 * 20.
 */
static void test_own_interference(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 5000);
	arrivals_add(&lists[0], 24000, 5000);
	use_lists(1, 0);
	model.psd = exactly(20000);
	assert_int_equal(bound_of(&model, BOUND_WINDOW).upper_ns, 30000);
	assert_int_equal(bound_of(&model, BOUND_WINDOW_OWCET).upper_ns, 30000);
	assert_bound(BOUND_SPORADIC, 30000, 30000);
	/* The lower end is read in windows of 24,227 ns, so it finds both, too. */
	assert_bound(BOUND_WINDOW, 30000, 30000);
}

static void test_variables(void **state)
{
	(void)state;
	forget();
	model.poid = (struct bound_variable) { 10, 100 };
	model.dst = (struct bound_variable) { 20, 30 };
	model.idle = (struct bound_variable) { 15, 1000 };
	model.paie = (struct bound_variable) { 1, 2 };
	model.psd = (struct bound_variable) { 3, 5 };
	for (int i = 0; i < BOUND_COLUMNS; i++)
		assert_bound(i, 24, 1007);
	model.without_idle = true;
	for (int i = 0; i < BOUND_COLUMNS; i++)
		assert_bound(i, 24, 107);
	model = (struct bound_model) { .vectors = 0 };
	for (int i = 0; i < BOUND_COLUMNS; i++)
		assert_bound(i, 0, 0);
}

/* Without L_IF, the least positive solution has an arrival. A vector may have none. */
static void test_interrupts_alone(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[1], 0, 4);
	arrivals_add(&lists[1], 50000, 3);
	use_lists(2, 1);
	assert_bound(BOUND_NONE, 0, 0);
	for (int i = BOUND_SINGLE; i < BOUND_COLUMNS; i++)
		assert_bound(i, 5, 5);
	/* It takes all of the time, but no more than that. */
	forget();
	arrivals_add(&lists[0], 0, 5000);
	arrivals_add(&lists[0], 5000, 5000);
	use_lists(1, 0);
	assert_bound(BOUND_SPORADIC, 5000, 5000);
}

/*
 * An execution may be longer than the average that the curve has: of that is
 * the upper end.
 */
static void test_longer_executions(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 7);
	arrivals_add(&lists[0], 5000, 9);
	use_lists(1, 0);
	vectors[0].more_ns = 100;
	model.psd = exactly(1000);
	assert_bound(BOUND_NONE, 1000, 1000);
	assert_bound(BOUND_SINGLE, 1009, 1109);
	assert_bound(BOUND_EACH, 1009, 1109);
	assert_bound(BOUND_SPORADIC, 1009, 1109);
	assert_bound(BOUND_WINDOW, 1009, 1109);
	assert_bound(BOUND_WINDOW_OWCET, 1009, 1109);
}

static void test_nmi(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 7);
	arrivals_add(&lists[1], 0, 9);
	arrivals_add(&lists[2], 0, 20);
	vectors[2].is_nmi = true;
	use_lists(3, 0);
	model.psd = exactly(1000);
	assert_bound(BOUND_SINGLE, 1029, 1029);
	assert_bound(BOUND_EACH, 1036, 1036);
	vectors[2].is_nmi = false;
	assert_bound(BOUND_SINGLE, 1020, 1020);
}

/* ---- Without end --------------------------------------------------------- */

static void test_overload(void **state)
{
	(void)state;
	forget();
	/* 0.5 and 0.6 of the time, if they always came as fast as they once did. */
	arrivals_add(&lists[0], 0, 5000);
	arrivals_add(&lists[0], 10000, 5000);
	arrivals_add(&lists[1], 0, 600);
	arrivals_add(&lists[1], 1000, 600);
	use_lists(2, 0);
	model.psd = exactly(10);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 1);
	assert_true(bound_of(&model, BOUND_WINDOW).converged);
	model.vectors = 1;
	assert_bound(BOUND_SPORADIC, 5010, 5010);
}

/* The sum of C / T is 1 with 1/2, 1/3 and 1/6. */
static void test_full_load(void **state)
{
	static const uint64_t parts[] = { 2, 3, 6 };

	(void)state;
	forget();
	for (int i = 0; i < 3; i++) {
		arrivals_add(&lists[i], 0, 6000);
		arrivals_add(&lists[i], 6000 * parts[i], 6000);
	}
	use_lists(3, 0);
	model.psd = exactly(1);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 0);
}

static void test_longer_than_apart(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 20);
	arrivals_add(&lists[1], 0, 140);
	arrivals_add(&lists[1], 97, 20);
	arrivals_add(&lists[2], 0, 50);
	arrivals_add(&lists[2], 10000, 50);
	use_lists(3, 0);
	model.psd = exactly(100);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 1);
	assert_bound(BOUND_EACH, 310, 310);
	/* At 320 ns, the second arrival may be in the window, and need not. */
	assert_bound(BOUND_WINDOW, 310, 330);
}

static void test_equal_arrivals(void **state)
{
	(void)state;
	forget();
	for (int i = 0; i < 3; i++)
		arrivals_add(&lists[0], 5, 100 + i);
	use_lists(1, 0);
	model.psd = exactly(2000);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 0);
	assert_bound(BOUND_WINDOW, 2303, 2303);
	assert_bound(BOUND_WINDOW_OWCET, 2306, 2306);
	/* Interrupts that take no time may come as often as they like. */
	demand_free(demands[0]);
	lists[0].execution[0] = lists[0].execution[1] = lists[0].execution[2] =
		0;
	use_lists(1, 0);
	assert_bound(BOUND_SPORADIC, 2000, 2000);
}

static void make_storm(uint64_t execution)
{
	forget();
	for (int i = 0; i < 200; i++)
		arrivals_add(&lists[0], 1000000ULL * i, execution);
}

/* A storm leaves no time in the longest window; another vector has a larger C / T. */
static void test_storm(void **state)
{
	(void)state;
	make_storm(1500000);
	arrivals_add(&lists[1], 0, 2000000);
	arrivals_add(&lists[1], 10, 2000000);
	use_lists(2, 0);
	model.poid = (struct bound_variable) { 100, 2000 };
	model.psd = exactly(1000);
	assert_endless(BOUND_WINDOW, BOUND_ENDLESS, 0);
	assert_endless(BOUND_WINDOW_OWCET, BOUND_ENDLESS, 0);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 1);
	assert_bound(BOUND_SINGLE, 2001100, 2003000);
}

/* A storm that leaves little time: only a short section ends before it is too late. */
static void test_lower_end_alone(void **state)
{
	(void)state;
	make_storm(990000);
	use_lists(1, 0);
	model.poid = (struct bound_variable) { 100, 40000000 };
	model.psd = exactly(1000);
	assert_endless(BOUND_WINDOW, 991100, 0);
	assert_endless(BOUND_SPORADIC, 991100, 0);
}

static void test_limit(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 10);
	use_lists(1, 0);
	model.psd = exactly(BOUND_LIMIT_NS - 10);
	for (int i = BOUND_SINGLE; i < BOUND_COLUMNS; i++)
		assert_bound(i, BOUND_LIMIT_NS, BOUND_LIMIT_NS);
	model.psd = (struct bound_variable) { 1, BOUND_LIMIT_NS - 9 };
	assert_bound(BOUND_EACH, 11, BOUND_LIMIT_NS + 1);
	assert_endless(BOUND_SPORADIC, 11, 0);
	assert_endless(BOUND_WINDOW, 11, 0);
	/* No vector is to blame for a variable. */
	model.psd.upper_ns = BOUND_LIMIT_NS + 1;
	assert_endless(BOUND_WINDOW, 11, -1);
	assert_bound(BOUND_NONE, 1, BOUND_LIMIT_NS + 1);
	model.psd.upper_ns = UINT64_MAX;
	model.paie = exactly(5);
	for (int i = BOUND_NONE; i < BOUND_COLUMNS; i++)
		assert_endless(i, i == BOUND_NONE ? 6 : 16, -1);
}

/* The vector that weighs most need not take most of the time until the limit. */
static void test_heaviest(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 36000000);
	arrivals_add(&lists[0], 60000000, 1);
	arrivals_add(&lists[1], 0, 6500000);
	arrivals_add(&lists[1], 10000000, 1);
	use_lists(2, 0);
	model.psd = exactly(1);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 1);

	/* It may have come only once, so that its T is not known. */
	forget();
	arrivals_add(&lists[0], 0, 100);
	arrivals_add(&lists[0], 10000, 100);
	arrivals_add(&lists[1], 0, 99900000);
	use_lists(2, 0);
	model.psd = exactly(1000000);
	assert_endless(BOUND_SPORADIC, BOUND_ENDLESS, 1);
}

/* Sums and products that do not fit into 64 bits would be 0 or small. */
static void test_overflow(void **state)
{
	(void)state;
	forget();
	arrivals_add(&lists[0], 0, 1ULL << 63);
	arrivals_add(&lists[1], 0, 1ULL << 63);
	use_lists(2, 0);
	model.psd = exactly(20);
	for (int i = BOUND_EACH; i < BOUND_COLUMNS; i++)
		assert_endless(i, BOUND_ENDLESS, 0);
	assert_bound(BOUND_NONE, 20, 20);
	assert_bound(BOUND_SINGLE, 20 + (1ULL << 63), 20 + (1ULL << 63));

	forget();
	for (int i = 0; i < 4; i++)
		arrivals_add(&lists[0], 0, i ? 1 : 1ULL << 62);
	use_lists(1, 0);
	for (int i = BOUND_SPORADIC; i < BOUND_COLUMNS; i++)
		assert_endless(i, BOUND_ENDLESS, 0);
}

/* ---- Brute force --------------------------------------------------------- */

/* The largest demand of each list at the lengths of curves. */
static struct window_demand worst[VECTORS_MAX][DEMAND_LENGTHS];

/* The number of arrivals in a window, if all are oMIAT apart. */
static uint64_t sporadic(const struct demand_curve *curve, uint64_t length)
{
	uint64_t number = 1;

	if (!curve->omiat_ns)
		return UINT64_MAX;
	while (curve->omiat_ns < DEMAND_LONGEST_NS &&
	       number * curve->omiat_ns < length)
		number++;
	return number;
}

/* Return what one list takes from a window, which may be between two lengths. */
static uint64_t expected_of(int i, enum bound_column column, bool upper,
			    uint64_t length)
{
	const struct demand_curve *curve = vectors[i].demand;
	struct window_demand demand = { curve->owcet_ns, 1 };
	uint64_t arrivals;
	int at = 0;

	if (!lists[i].count)
		return 0;
	arrivals = sporadic(curve, length);
	if (column == BOUND_SPORADIC)
		return arrivals * curve->owcet_ns;
	while (demand_length(at) < length)
		at++;
	if (upper) {
		demand = worst[i][at];
		if (demand.arrivals > arrivals)
			demand.arrivals = arrivals;
		if (demand.ns > arrivals * curve->owcet_ns && curve->omiat_ns)
			demand.ns = arrivals * curve->owcet_ns;
	} else {
		at -= demand_length(at) > length;
		if (at >= 0)
			demand = worst[i][at];
	}
	return column == BOUND_WINDOW ? demand.ns :
					demand.arrivals * curve->owcet_ns;
}

/* Return where the demand may change next after windows of @length ns. */
static uint64_t next_change(uint64_t length, bool upper)
{
	uint64_t next = DEMAND_LONGEST_NS;
	int at = 0;

	/*
	 * Demand that is read at the length before changes at a length, not
	 * after it.
	 */
	while (demand_length(at) - !upper <= length)
		at++;
	next = demand_length(at) - !upper;
	for (int i = 0; i < model.vectors; i++) {
		uint64_t omiat = vectors[i].demand->omiat_ns;

		if (omiat && omiat < DEMAND_LONGEST_NS)
			next = time_min(next, (length / omiat + 1) * omiat);
	}
	return next;
}

/*
 * Try all lengths, from the shortest on. In the lengths from after @left to
 * @right, the demand is the same.
 */
static uint64_t expected_search(enum bound_column column, bool upper,
				uint64_t start)
{
	uint64_t left = 0, right, sum;

	while (left < DEMAND_LONGEST_NS) {
		right = left == DEMAND_LONGEST_NS - 1 ?
				left + 1 :
				next_change(left, upper);
		sum = start;
		for (int i = 0; i < model.vectors; i++)
			sum += expected_of(i, column, upper, right);
		if (sum <= right)
			return sum;
		left = right;
	}
	return BOUND_ENDLESS;
}

static uint64_t expected_longest(bool nmi_only, bool with_nmi)
{
	uint64_t longest = 0;

	for (int i = 0; i < model.vectors; i++)
		for (int j = 0; j < lists[i].count; j++)
			if (vectors[i].is_nmi ? with_nmi : !nmi_only)
				longest = time_max(longest,
						   lists[i].execution[j]);
	return longest;
}

/* Whether the sum of C / T is 1 or more, in whole numbers. */
static bool expected_overload(void)
{
	__int128 numerator = 0, denominator = 1;

	for (int i = 0; i < model.vectors; i++) {
		const struct demand_curve *curve = vectors[i].demand;

		if (curve->count < 2)
			continue;
		if (!curve->omiat_ns)
			return true;
		numerator = numerator * curve->omiat_ns +
			    denominator * curve->owcet_ns;
		denominator *= curve->omiat_ns;
	}
	return numerator >= denominator;
}

static uint64_t expected(enum bound_column column, bool upper)
{
	struct bound_variable range = bound_without_interrupts(&model);
	uint64_t start = upper ? range.upper_ns : range.lower_ns, sum = start;

	switch (column) {
	case BOUND_NONE:
		return start;
	case BOUND_SINGLE:
		return start + expected_longest(false, false) +
		       expected_longest(true, true);
	case BOUND_EACH:
		for (int i = 0; i < model.vectors; i++)
			sum += vectors[i].demand->owcet_ns;
		return sum;
	case BOUND_SPORADIC:
		if (expected_overload())
			return BOUND_ENDLESS;
		/* fall through */
	default:
		return expected_search(column, upper, start);
	}
}

/* ---- Schedules ----------------------------------------------------------- */

/* Return the bound with windows of any length, read from the lists. */
static uint64_t exact_bound(uint64_t start)
{
	uint64_t length = start, before;

	do {
		before = length;
		length = start;
		for (int i = 0; i < model.vectors; i++)
			length += arrivals_worst(&lists[i], before).ns;
	} while (length != before);
	return length;
}

/*
 * Return when a thread that needs @left ns has run, if it is ready at 0, and
 * all lists begin there, each with one of its arrivals.
 */
static uint64_t simulate(uint64_t left)
{
	uint64_t now = 0, from[VECTORS_MAX], pending = 0;
	int next[VECTORS_MAX];

	for (int i = 0; i < model.vectors; i++) {
		next[i] = lists[i].count ? below(lists[i].count) : 0;
		from[i] = lists[i].count ? lists[i].at[next[i]] : 0;
	}
	for (;;) {
		uint64_t until = UINT64_MAX, ran;

		for (int i = 0; i < model.vectors; i++) {
			while (next[i] < lists[i].count &&
			       lists[i].at[next[i]] - from[i] <= now)
				pending += lists[i].execution[next[i]++];
			if (next[i] < lists[i].count)
				until = time_min(until, lists[i].at[next[i]] -
								from[i]);
		}
		ran = time_min(pending ? pending : left, until - now);
		now += ran;
		if (pending)
			pending -= ran;
		else
			left -= ran;
		if (!left)
			return now;
	}
}

/* Make lists of arrivals, some of which take far too long, and variables. */
static void make_model(void)
{
	uint64_t gap = 500 + of_any_size(20000000),
		 execution = 2 + of_any_size(2 * gap);
	int count = below(4);

	forget();
	for (int i = 0; i < count; i++) {
		int arrivals = below(25);
		uint64_t now = 0;

		for (int j = 0; j < arrivals; j++) {
			arrivals_add(&lists[i], now, 1 + below(execution));
			if (below(20))
				now += gap + of_any_size(gap << below(8));
		}
		vectors[i].is_nmi = !i && below(2);
	}
	use_lists(count, 0);
	for (int i = 0; i < count; i++)
		for (int j = 0; j < DEMAND_LENGTHS; j++)
			worst[i][j] =
				arrivals_worst(&lists[i], demand_length(j));
	model.poid.lower_ns = 1 + of_any_size(gap);
	model.poid.upper_ns = model.poid.lower_ns + below(50000);
	model.dst = exactly(of_any_size(20000));
	model.paie = exactly(below(1000));
	model.psd = exactly(of_any_size(20000));
	model.idle.upper_ns = of_any_size(100000);
	model.without_idle = below(2);
}

static void test_brute_force(void **state)
{
	int endless = 0, models = repetitions(10000);

	(void)state;
	srandom(5);
	for (int i = 0; i < models; i++) {
		make_model();
		for (int j = 0; j < BOUND_COLUMNS; j++) {
			struct latency_bound bound = bound_of(&model, j);

			assert_int_equal(bound.lower_ns, expected(j, false));
			assert_int_equal(bound.upper_ns, expected(j, true));
			assert_true(bound.lower_ns <= bound.upper_ns);
			assert_true(bound.converged ==
				    (bound.upper_ns != BOUND_ENDLESS));
			endless += !bound.converged;
		}
	}
	/* Both kinds of outcome are frequent. */
	assert_in_range(endless, models / 5, models * 3);
	forget();
}

/* Columns are in order, and no schedule of what was observed takes longer. */
static void test_schedules(void **state)
{
	(void)state;
	srandom(6);
	for (int i = 0; i < 3000; i++) {
		struct bound_variable start;
		struct latency_bound bound[BOUND_COLUMNS];

		make_model();
		start = bound_without_interrupts(&model);
		for (int j = 0; j < BOUND_COLUMNS; j++)
			bound[j] = bound_of(&model, j);
		assert_true(bound[BOUND_SINGLE].upper_ns <=
			    bound[BOUND_EACH].upper_ns);
		assert_true(bound[BOUND_EACH].upper_ns <=
			    bound[BOUND_WINDOW_OWCET].upper_ns);
		assert_true(bound[BOUND_WINDOW].upper_ns <=
			    bound[BOUND_WINDOW_OWCET].upper_ns);
		assert_true(bound[BOUND_WINDOW_OWCET].upper_ns <=
			    bound[BOUND_SPORADIC].upper_ns);
		assert_true(bound[BOUND_WINDOW].lower_ns <=
				    exact_bound(start.lower_ns) ||
			    bound[BOUND_WINDOW].lower_ns == BOUND_ENDLESS);
		assert_true(exact_bound(start.upper_ns) <=
			    bound[BOUND_WINDOW].upper_ns);
		for (int j = 0; j < 10; j++)
			assert_true(simulate(start.upper_ns) <=
				    bound[BOUND_WINDOW].upper_ns);
	}
	forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_readme),
		cmocka_unit_test(test_own_interference),
		cmocka_unit_test(test_variables),
		cmocka_unit_test(test_interrupts_alone),
		cmocka_unit_test(test_longer_executions),
		cmocka_unit_test(test_nmi),
		cmocka_unit_test(test_overload),
		cmocka_unit_test(test_full_load),
		cmocka_unit_test(test_longer_than_apart),
		cmocka_unit_test(test_equal_arrivals),
		cmocka_unit_test(test_storm),
		cmocka_unit_test(test_lower_end_alone),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_heaviest),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_brute_force),
		cmocka_unit_test(test_schedules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
