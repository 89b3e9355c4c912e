// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the demand of all vectors together: it is that of all arrivals in
 * the order of their begin, whatever order they are told in, and the bound that
 * it makes is never longer than that of the vectors by themselves.
 */
#include <stdlib.h>

#include "stats/joint_demand.h"
#include "stats/latency_bound.h"
#include "test.h"

#define US	1000ULL
#define MS	1000000ULL

#define ARRIVALS	4000

static struct joint_demand *joint;

static int setup(void **state)
{
	(void)state;
	joint = joint_demand_new();
	return !joint;
}

static int teardown(void **state)
{
	(void)state;
	joint_demand_free(joint);
	return 0;
}

static void come(uint64_t ns, uint64_t execution_ns)
{
	assert_true(joint_demand_add(joint, ns, execution_ns));
}

static void expect_same(const struct demand_curve *got,
			const struct demand_curve *expected)
{
	assert_non_null(got);
	assert_int_equal(got->count, expected->count);
	assert_int_equal(got->sum_ns, expected->sum_ns);
	assert_int_equal(got->owcet_ns, expected->owcet_ns);
	assert_int_equal(got->omiat_ns, expected->omiat_ns);
	assert_memory_equal(got->most, expected->most, sizeof(got->most));
	assert_memory_equal(got->most_ns, expected->most_ns,
			    sizeof(got->most_ns));
}

/*
 * Each softirq of up to 5 ms is told after the interrupts that have interrupted
 * it. The curve is looked at in between, too.
 */
static void test_nested(void **state)
{
	struct demand *ordered = demand_new(0);
	uint64_t now = MS;

	(void)state;
	assert_non_null(ordered);
	for (int i = 0; i < ARRIVALS; i += 4) {
		uint64_t begin = now, net = 10 + random() % 900;

		assert_true(demand_add(ordered, begin, net));
		for (int j = 0; j < 3; j++) {
			now += 1 + random() % (MS + MS / 2);
			assert_true(demand_add(ordered, now, 50 + j));
			come(now, 50 + j);
		}
		come(begin, net);
		now += 1 + random() % (3 * MS);
		if (!(i % 500))
			expect_same(joint_demand_curve(joint),
				    demand_curve(ordered));
	}
	expect_same(joint_demand_curve(joint), demand_curve(ordered));
	demand_free(ordered);
}

/* Its place is not known any more. */
static void test_too_late(void **state)
{
	(void)state;
	for (int i = 0; i < 600; i++)
		come(10 * MS + i * MS, 100);
	assert_non_null(joint_demand_curve(joint));
	come(20 * MS, 100);
	assert_null(joint_demand_curve(joint));
}

/* Add an arrival to a vector, and to all together. */
static void add(struct demand *vector, uint64_t ns, uint64_t execution_ns)
{
	assert_true(demand_add(vector, ns, execution_ns));
	come(ns, execution_ns);
}

/* Two devices have bursts of three, but never both at once. */
static void test_bound(void **state)
{
	struct demand *disk = demand_new(0), *net = demand_new(0);
	struct bound_vector vectors[2] = {
		{ .more_ns = 100 }, { .more_ns = 200 },
	};
	struct bound_model model = {
		.psd = { 10 * US, 12 * US }, .vector = vectors, .vectors = 2,
	};
	struct latency_bound bound;

	(void)state;
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 3; j++)
			add(i % 2 ? net : disk, (i * 10 + 1) * MS + j * 5 * US,
			    4 * US);
	vectors[0].demand = demand_curve(disk);
	vectors[1].demand = demand_curve(net);
	bound = bound_of(&model, BOUND_WINDOW);
	assert_int_equal(bound.lower_ns, 34 * US);
	assert_int_equal(bound.upper_ns, 36 * US + 900);
	bound = bound_joint(&model);
	assert_int_equal(bound.lower_ns, 34 * US);
	assert_int_equal(bound.upper_ns, 36 * US + 900);
	model.joint = joint_demand_curve(joint);
	bound = bound_joint(&model);
	assert_int_equal(bound.lower_ns, 22 * US);
	assert_int_equal(bound.upper_ns, 24 * US + 600);
	assert_true(bound.converged);
	/* The margin of one vector does not make it longer than the vectors are. */
	vectors[1].more_ns = 50 * US;
	bound = bound_joint(&model);
	assert_true(bound.upper_ns <= bound_of(&model, BOUND_WINDOW).upper_ns);
	demand_free(disk);
	demand_free(net);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_nested, setup, teardown),
		cmocka_unit_test_setup_teardown(test_too_late, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bound, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
