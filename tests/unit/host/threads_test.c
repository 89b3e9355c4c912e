// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading the threads of a machine, whose files may contain anything.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>

#include "files.h"
#include "host/machine.h"
#include "host/threads.h"
#include "test.h"

/* The columns between the state and the CPU; the flags are 0. */
#define MIDDLE	" 0 0 0 0 -1 0 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 "

static struct machine machine = { .root = files_root };

/* Write the file @name of thread 701 of process 700. */
static void put(const char *name, const char *content)
{
	char path[64];

	snprintf(path, sizeof(path), "proc/700/task/701/%s", name);
	files_put(path, content);
}

static void test_stat(void **state)
{
	struct thread thread;

	(void)state;
	put("stat", "701 (a) R (b c) S" MIDDLE "3 50 1 0");
	assert_true(thread_read(&machine, 700, 701, &thread));
	assert_int_equal(thread.pid, 700);
	assert_int_equal(thread.id, 701);
	assert_string_equal(thread.name, "a) R (b c");
	assert_int_equal(thread.state, 'S');
	assert_int_equal(thread.cpu, 3);
	assert_int_equal(thread.priority, 50);
	assert_int_equal(thread.policy, SCHED_FIFO);
	assert_false(thread.is_kernel || thread.is_bound);
	put("stat", "701 (k) I 2 0 0 0 -1 2097152 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 0 0 0");
	assert_true(thread_read(&machine, 700, 701, &thread));
	assert_true(thread.is_kernel && !thread.is_bound);
	put("stat", "701 (k) I 2 0 0 0 -1 69206016 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 0 0 0");
	assert_true(thread_read(&machine, 700, 701, &thread));
	assert_true(thread.is_kernel && thread.is_bound);
}

static void test_wrong_stat(void **state)
{
	static const char *const texts[] = {
		"", "701", "701 (a", "701 )(", "701 (a)", "701 (a) S 1",
		"701 (a) S" MIDDLE "3 50", "701 (a) S" MIDDLE "3 x 1",
	};
	struct thread thread;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		put("stat", texts[i]);
		assert_false(thread_read(&machine, 700, 701, &thread));
	}
	assert_false(thread_read(&machine, 700, 702, &thread));
}

static void check_cpus(const char *content, int error, const char *expected)
{
	const struct thread thread = { .pid = 700, .id = 701 };
	struct cpus cpus;
	char text[64];

	put("status", content);
	assert_int_equal(thread_cpus(&machine, &thread, &cpus), error);
	assert_string_equal(cpus_format(&cpus, text, sizeof(text)), expected);
}

static void test_cpus(void **state)
{
	const struct thread gone = { .pid = 700, .id = 702 };
	struct cpus cpus;

	(void)state;
	check_cpus("Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t0-1,3\nx",
		   0, "0-1,3");
	check_cpus("Name:\tx\nCpus_allowed_list:\t2", 0, "2");
	check_cpus("Name:\tx\nCpus_allowed_list:\t2-\n", EINVAL, "");
	check_cpus("Name:\tx\nCpus_allowed:\t2\n", EINVAL, "");
	check_cpus("", ENODATA, "");
	assert_int_equal(thread_cpus(&machine, &gone, &cpus), ENOENT);
}

static void test_all(void **state)
{
	struct thread_list threads;
	struct thread thread = { .id = 1 };

	(void)state;
	put("stat", "701 (a) S" MIDDLE "3 50 1 0");
	threads_read(&machine, &threads);
	assert_int_equal(threads.error, 0);
	assert_int_equal(threads.count, 1);
	assert_string_equal(threads.thread[0].name, "a");
	for (; thread.id < 1000; thread.id++)
		assert_true(threads_add(&threads, &thread));
	assert_int_equal(threads.count, 1000);
	assert_int_equal(threads.thread[0].id, 701);
	for (int i = 1; i < threads.count; i++)
		assert_int_equal(threads.thread[i].id, i);
	threads_free(&threads);
	threads_read(&(struct machine) { .root = "/nowhere" }, &threads);
	assert_int_equal(threads.error, ENOENT);
	assert_int_equal(threads.count, 0);
	threads_free(&threads);
}

static void check_policy(int policy, const char *expected, bool realtime)
{
	const struct thread thread = { .policy = policy, .priority = 7 };
	char text[32];

	thread_policy_print(&thread, text, sizeof(text));
	assert_string_equal(text, expected);
	assert_int_equal(thread_is_realtime(&thread), realtime);
}

static void test_policies(void **state)
{
	(void)state;
	check_policy(SCHED_FIFO, "SCHED_FIFO 7", true);
	check_policy(SCHED_RR, "SCHED_RR 7", true);
	check_policy(6, "SCHED_DEADLINE", true);
	assert_false(thread_is_realtime(&(struct thread) { .policy = SCHED_OTHER }));
	assert_false(thread_is_realtime(&(struct thread) { .policy = SCHED_IDLE }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stat),
		cmocka_unit_test(test_wrong_stat),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_policies),
	};

	return cmocka_run_group_tests_name("threads", tests, files_begin,
					   files_end);
}
