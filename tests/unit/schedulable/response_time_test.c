// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of response_time.c: examples of the literature, and some that were
 * computed by hand. tests/cli/schedulable/random_sets.t compares random task
 * sets with a simulated scheduler.
 */
#include <string.h>

#include "base/amount.h"
#include "schedulable/response_time.h"
#include "test.h"

#define TASKS_MAX	4

/* Return the response times of tasks on one CPU, in @response. */
static struct cpu_load analysed(struct task *task, int count)
{
	static const struct kernel_costs none;
	struct task_set set = { .task = task, .count = count };
	struct cpu_load load;

	for (int i = 0; i < count; i++)
		if (!task[i].deadline_ns)
			task[i].deadline_ns = task[i].period_ns;
	assert_true(cpu_load_make(&load, 0, &set, &none));
	for (int i = 0; i < count; i++)
		response_time_find(&load, &load.task[i]);
	return load;
}

static void assert_responses(struct task *task, int count,
			     const uint64_t *expected)
{
	struct cpu_load load = analysed(task, count);

	for (int i = 0; i < count; i++) {
		assert_int_equal(load.task[i].response_ns, expected[i]);
		assert_int_equal(load.task[i].slack_ns,
				 (int64_t)(task[i].deadline_ns - expected[i]));
		assert_int_equal(load.task[i].verdict,
				 expected[i] > task[i].deadline_ns ?
				 TASK_MISSES : TASK_MEETS);
	}
	cpu_load_free(&load);
}

/*
 * A. Burns, A. Wellings, "Real-Time Systems and Programming Languages": the
 * task set C of the chapter about scheduling.
 */
static void test_three_tasks(void **state)
{
	struct task tasks[] = {
		{ .priority = 3, .wcet_ns = 3, .period_ns = 7 },
		{ .priority = 2, .wcet_ns = 3, .period_ns = 12 },
		{ .priority = 1, .wcet_ns = 5, .period_ns = 20 },
	};

	(void)state;
	assert_responses(tasks, 3, (uint64_t[]){ 3, 6, 20 });
}

/*
 * J. Lehoczky, "Fixed Priority Scheduling of Periodic Task Sets with Arbitrary
 * Deadlines", RTSS 1990: of the seven jobs in the busy period of the second
 * task, which end after 114, 102, 116, 104, 118, 106 and 94, the fifth is
 * worst.
 */
static void test_deadline_beyond_the_period(void **state)
{
	struct task tasks[] = {
		{ .priority = 2, .wcet_ns = 26, .period_ns = 70 },
		{ .priority = 1, .wcet_ns = 62, .period_ns = 100,
		  .deadline_ns = 118 },
	};

	(void)state;
	assert_responses(tasks, 2, (uint64_t[]){ 26, 118 });
	tasks[1].deadline_ns = 117;
	assert_responses(tasks, 2, (uint64_t[]){ 26, 118 });
}

/*
 * The first task comes at 0 (4 late), 6 and 16: w = 5 + 3 + 3 = 11 has two of
 * its jobs; with blocking of 6, w = 17 has three, 20.
 */
static void test_jitter_and_blocking(void **state)
{
	struct task tasks[] = {
		{ .priority = 2, .wcet_ns = 3, .period_ns = 10, .jitter_ns = 4 },
		{ .priority = 1, .wcet_ns = 5, .period_ns = 40 },
	};

	(void)state;
	assert_responses(tasks, 2, (uint64_t[]){ 7, 11 });
	tasks[1].blocking_ns = 6;
	assert_responses(tasks, 2, (uint64_t[]){ 7, 20 });
	tasks[1].jitter_ns = 1;
	assert_responses(tasks, 2, (uint64_t[]){ 7, 21 });
}

/*
 * The second task waits for one job of the first, which came before it. If it
 * is of SCHED_RR, also for the one that comes at 5: 2 + 4 + 2. So it does if it
 * may wait for a lock, which takes 1.
 */
static void test_equal_priorities(void **state)
{
	struct task tasks[] = {
		{ .priority = 1, .wcet_ns = 2, .period_ns = 5, .deadline_ns = 9 },
		{ .priority = 1, .wcet_ns = 4, .period_ns = 20 },
	};

	(void)state;
	assert_responses(tasks, 2, (uint64_t[]){ 6, 6 });
	tasks[1].policy = TASK_RR;
	assert_responses(tasks, 2, (uint64_t[]){ 6, 8 });
	tasks[1].policy = TASK_FIFO;
	tasks[1].blocking_ns = 1;
	assert_responses(tasks, 2, (uint64_t[]){ 6, 9 });
}

/* SCHED_DEADLINE comes before any priority. */
static void test_deadline_tasks_come_first(void **state)
{
	struct task tasks[] = {
		{ .priority = 99, .wcet_ns = 1, .period_ns = 50 },
		{ .policy = TASK_DEADLINE, .wcet_ns = 4, .period_ns = 10 },
	};
	struct cpu_load load;

	(void)state;
	load = analysed(tasks, 1 + 1);
	assert_int_equal(load.task[0].response_ns, 5);
	cpu_load_free(&load);
}

static void test_overload_is_endless(void **state)
{
	struct task tasks[] = {
		{ .priority = 2, .wcet_ns = 6, .period_ns = 10 },
		{ .priority = 1, .wcet_ns = 5, .period_ns = 12 },
	};
	struct cpu_load load;

	(void)state;
	load = analysed(tasks, 2);
	assert_int_equal(load.task[0].verdict, TASK_MEETS);
	assert_int_equal(load.task[1].verdict, TASK_MISSES);
	assert_int_equal(load.task[1].response_ns, UINT64_MAX);
	assert_false(load.task[1].has_slack);
	cpu_load_free(&load);
}

/* A CPU that is full never gets rid of what blocks it once. */
static void test_full_cpu_is_not_decided(void **state)
{
	struct task tasks[] = {
		{ .priority = 2, .wcet_ns = NS_PER_MS / 2,
		  .period_ns = NS_PER_MS },
		{ .priority = 1, .wcet_ns = NS_PER_SEC / 2,
		  .period_ns = NS_PER_SEC, .blocking_ns = 10,
		  .deadline_ns = 2 * NS_PER_SEC },
	};
	struct cpu_load load;

	(void)state;
	load = analysed(tasks, 2);
	assert_int_equal(load.task[0].verdict, TASK_MEETS);
	assert_int_equal(load.task[1].verdict, TASK_UNDECIDED);
	cpu_load_free(&load);
}

/* The same CPU misses a deadline that its first job shows. */
static void test_first_job_shows_a_miss(void **state)
{
	struct task tasks[] = {
		{ .priority = 2, .wcet_ns = NS_PER_MS / 2,
		  .period_ns = NS_PER_MS },
		{ .priority = 1, .wcet_ns = NS_PER_SEC / 2,
		  .period_ns = NS_PER_SEC, .blocking_ns = 10 },
	};
	struct cpu_load load;

	(void)state;
	load = analysed(tasks, 2);
	assert_int_equal(load.task[1].verdict, TASK_MISSES);
	assert_false(load.task[1].has_slack);
	cpu_load_free(&load);
}

/* Times that are as long as they may be do not overflow. */
static void test_longest_times(void **state)
{
	struct task tasks[] = {
		{ .priority = 2, .wcet_ns = 1, .period_ns = 1000,
		  .jitter_ns = TASK_TIME_MAX_NS },
		{ .priority = 1, .wcet_ns = TASK_TIME_MAX_NS / 2,
		  .period_ns = TASK_TIME_MAX_NS },
		{ .priority = 3, .wcet_ns = TASK_TIME_MAX_NS, .period_ns = 1 },
	};
	struct cpu_load load;

	(void)state;
	load = analysed(tasks, 2);
	assert_int_equal(load.task[1].verdict, TASK_MEETS);
	assert_in_range(load.task[1].response_ns, TASK_TIME_MAX_NS / 2,
			TASK_TIME_MAX_NS);
	cpu_load_free(&load);
	load = analysed(tasks, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(load.task[i].verdict, TASK_MISSES);
	cpu_load_free(&load);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_three_tasks),
		cmocka_unit_test(test_deadline_beyond_the_period),
		cmocka_unit_test(test_jitter_and_blocking),
		cmocka_unit_test(test_equal_priorities),
		cmocka_unit_test(test_deadline_tasks_come_first),
		cmocka_unit_test(test_overload_is_endless),
		cmocka_unit_test(test_full_cpu_is_not_decided),
		cmocka_unit_test(test_first_job_shows_a_miss),
		cmocka_unit_test(test_longest_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
