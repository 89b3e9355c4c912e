// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of demand_test.c: an example of a textbook, and some that were computed
 * by hand. tests/cli/schedulable/random_sets.t compares random task sets with a
 * simulated scheduler.
 */
#include "base/amount.h"
#include "schedulable/demand_test.h"
#include "test.h"

static struct cpu_load judged(struct task *task, int count)
{
	static const struct kernel_costs none;
	struct task_set set = { .task = task, .count = count };
	struct cpu_load load;

	for (int i = 0; i < count; i++) {
		task[i].policy = TASK_DEADLINE;
		if (!task[i].deadline_ns)
			task[i].deadline_ns = task[i].period_ns;
	}
	assert_true(cpu_load_make(&load, 0, &set, &none));
	demand_test_judge(&load);
	return load;
}

static void assert_slacks(struct task *task, int count, const int64_t *expected)
{
	struct cpu_load load = judged(task, count);

	for (int i = 0; i < count; i++) {
		assert_int_equal(load.task[i].verdict,
				 expected[i] < 0 ? TASK_MISSES : TASK_MEETS);
		assert_true(load.task[i].has_slack);
		assert_int_equal(load.task[i].slack_ns, expected[i]);
		assert_int_equal(load.task[i].response_ns, UINT64_MAX);
	}
	cpu_load_free(&load);
}

/*
 * G. Buttazzo, "Hard Real-Time Computing Systems", the example of the processor
 * demand criterion: the demand at 4, 5, 7, 10, 13, 16, 21 and 22 is 2, 4, 7, 9,
 * 11, 16, 18 and 20.
 */
static void test_processor_demand(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 2, .deadline_ns = 4, .period_ns = 6 },
		{ .wcet_ns = 2, .deadline_ns = 5, .period_ns = 8 },
		{ .wcet_ns = 3, .deadline_ns = 7, .period_ns = 9 },
	};

	(void)state;
	assert_slacks(tasks, 3, (int64_t[]){ 0, 0, 0 });
	tasks[2].deadline_ns = 6;
	assert_slacks(tasks, 3, (int64_t[]){ -1, -1, -1 });
}

/* The least slack is 2 at 4; from 9 on it is 5: 9 - 2 * 2, 14 - 3 * 2 - 3. */
static void test_slack_of_each_task(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 2, .deadline_ns = 4, .period_ns = 5 },
		{ .wcet_ns = 3, .deadline_ns = 14, .period_ns = 100 },
	};

	(void)state;
	assert_slacks(tasks, 2, (int64_t[]){ 2, 5 });
}

/*
 * With jitter of 1, the first task has to end within 3. What blocks the second
 * one for 4 counts from 14 on, and leaves 1 of 5.
 */
static void test_jitter_and_blocking(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 2, .deadline_ns = 4, .period_ns = 5, .jitter_ns = 1 },
		{ .wcet_ns = 3, .deadline_ns = 14, .period_ns = 100,
		  .blocking_ns = 4 },
	};

	(void)state;
	assert_slacks(tasks, 2, (int64_t[]){ 1, 1 });
	tasks[1].blocking_ns = 6;
	assert_slacks(tasks, 2, (int64_t[]){ -1, -1 });
}

static void test_jitter_beyond_the_deadline(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 2, .deadline_ns = 4, .period_ns = 50,
		  .jitter_ns = 5 },
	};

	(void)state;
	assert_slacks(tasks, 1, (int64_t[]){ -3 });
}

/*
 * A CPU that is full has no slack, and meets all deadlines. What blocks it once
 * makes it busy for ever, so that the search has no end.
 */
static void test_full_cpu(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 1, .period_ns = 3 },
		{ .wcet_ns = 4, .period_ns = 6 },
	};
	struct cpu_load load;

	(void)state;
	assert_slacks(tasks, 2, (int64_t[]){ 0, 0 });
	tasks[1].blocking_ns = 1;
	load = judged(tasks, 2);
	assert_int_equal(load.task[0].verdict, TASK_UNDECIDED);
	assert_false(load.task[0].has_slack);
	cpu_load_free(&load);
}

static void test_overload(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 2, .period_ns = 3 },
		{ .wcet_ns = 3, .period_ns = 6 },
	};
	struct cpu_load load;

	(void)state;
	load = judged(tasks, 2);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(load.task[i].verdict, TASK_MISSES);
		assert_false(load.task[i].has_slack);
	}
	cpu_load_free(&load);
}

/*
 * Nearly all of the CPU for periods that have no multiple in common for years:
 * the search goes back in long steps.
 */
static void test_long_hyperperiod(void **state)
{
	struct task tasks[] = {
		{ .wcet_ns = 333333, .period_ns = NS_PER_MS + 1 },
		{ .wcet_ns = 3333333, .period_ns = 10 * NS_PER_MS + 33 },
		{ .wcet_ns = 333333333, .period_ns = NS_PER_SEC + 77 },
	};
	struct cpu_load load;

	(void)state;
	load = judged(tasks, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(load.task[i].verdict, TASK_MEETS);
		assert_true(load.task[i].has_slack);
	}
	cpu_load_free(&load);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_processor_demand),
		cmocka_unit_test(test_slack_of_each_task),
		cmocka_unit_test(test_jitter_and_blocking),
		cmocka_unit_test(test_jitter_beyond_the_deadline),
		cmocka_unit_test(test_full_cpu),
		cmocka_unit_test(test_overload),
		cmocka_unit_test(test_long_hyperperiod),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
