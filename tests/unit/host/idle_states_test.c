// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of limiting idle states, and of undoing it. A directory stands in for
 * sysfs.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "capture.h"
#include "files.h"
#include "host/idle_states.h"
#include "host/undo.h"
#include "test.h"

#define STATES	4

static const struct cpus both = { .word = { 3 } };
static const struct undo_list no_list = { .fd = -1 };

static const char *file_of(int cpu, int state)
{
	return files_path("cpu%d/cpuidle/state%d/disable", cpu, state);
}

static void put(int cpu, int state, char value)
{
	char name[64];

	snprintf(name, sizeof(name), "cpu%d/cpuidle/state%d/disable", cpu,
		 state);
	files_put(name, (char []) { value, '\n', '\0' });
}

/* Check what the files of a CPU hold, like "0010": state 2 is disabled. */
static void expect(int cpu, const char *values)
{
	char got[STATES + 1] = "";

	for (int i = 0; i < STATES; i++) {
		FILE *file = fopen(file_of(cpu, i), "r");

		assert_non_null(file);
		got[i] = fgetc(file);
		fclose(file);
	}
	assert_string_equal(got, values);
}

static void make_cpu(int cpu, const char *values)
{
	for (int i = 0; i < STATES; i++)
		put(cpu, i, values[i]);
}

/* CPU 0 has all states enabled; on CPU 1, another tool has disabled state 2. */
static int setup(void **state)
{
	assert_int_equal(files_begin(state), 0);
	make_cpu(0, "0000");
	make_cpu(1, "0010");
	return 0;
}

static void check_limit(int64_t deepest, const char *cpu0, const char *cpu1)
{
	struct idle_states states = { .count = 0 };

	assert_int_equal(idle_states_limit(&states, files_root, &both, deepest,
					   &no_list),
			 RESULT_OK);
	expect(0, cpu0);
	expect(1, cpu1);
	idle_states_restore(&states);
	expect(0, "0000");
	expect(1, "0010");
	idle_states_restore(&states);
}

static void test_limit(void **state)
{
	(void)state;
	check_limit(-1, "1111", "1111");
	check_limit(0, "0111", "0111");
	check_limit(1, "0011", "0011");
	check_limit(2, "0001", "0011");
	check_limit(3, "0000", "0010");
	check_limit(1000000000000, "0000", "0010");
}

/* Only measured CPUs are limited, or none if one of them has no idle states. */
static void test_other_cpus(void **state)
{
	struct cpus more = { .word = { 5 } };
	struct idle_states states = { .count = 0 };
	struct capture capture;

	(void)state;
	capture_begin(&capture);
	assert_int_equal(idle_states_limit(&states, files_root, &more, 1,
					   &no_list),
			 RESULT_CANNOT);
	assert_string_equal(capture_end(&capture),
			    "rtla: --deepest-idle-state: CPU 2 has no idle states: run as root on a machine with cpuidle, or omit --deepest-idle-state\n");
	expect(0, "0000");
	expect(1, "0010");
	idle_states_restore(&states);
	expect(0, "0000");
}

/* The undo list has the old values, so that undo_all() can restore them. */
static void test_list(void **state)
{
	struct undo_places places = { .lists = "/nowhere", .cpus = files_root };
	struct idle_states states = { .count = 0 };
	struct undo_list list;

	(void)state;
	assert_int_equal(undo_list_open(&list, &places, false, getpid()), 0);
	assert_int_equal(idle_states_limit(&states, files_root, &both, 1,
					   &list),
			 RESULT_OK);
	expect(0, "0011");
	expect(1, "0011");
	assert_true(undo_all(&list));
	expect(0, "0000");
	expect(1, "0010");
	idle_states_restore(&states);
	undo_list_close(&list);
}

/* Idle states stay as they are if the undo list has no room for the values. */
static void test_full_list(void **state)
{
	struct undo_places places = { .lists = "/nowhere", .cpus = files_root };
	struct undo_list full = {
		.places = &places, .fd = open("/dev/full", O_WRONLY),
	};
	struct idle_states states = { .count = 0 };
	struct capture capture;

	(void)state;
	capture_begin(&capture);
	assert_int_equal(idle_states_limit(&states, files_root, &both, 1,
					   &full),
			 RESULT_CANNOT);
	assert_string_equal(capture_end(&capture),
			    "rtla: --deepest-idle-state: /nowhere: No space left on device: the values to restore cannot be written there: make room, or leave --deepest-idle-state out\n");
	expect(0, "0000");
	expect(1, "0010");
	idle_states_restore(&states);
	undo_list_close(&full);
}

static void test_unreadable(void **state)
{
	struct idle_states states = { .count = 0 };
	struct capture capture;

	(void)state;
	put(1, 3, 'x');
	capture_begin(&capture);
	assert_int_equal(idle_states_limit(&states, files_root, &both, 2,
					   &no_list),
			 RESULT_CANNOT);
	assert_string_equal(capture_end(&capture),
			    "rtla: --deepest-idle-state: CPU 1: Input/output error: run as root on a machine with cpuidle, or omit --deepest-idle-state\n");
	idle_states_restore(&states);
	expect(0, "0000");
	expect(1, "001x");
}

static void test_gone(void **state)
{
	struct idle_states states = { .count = 0 };
	struct capture capture;
	char said[256];

	(void)state;
	assert_int_equal(idle_states_limit(&states, files_root, &both, 2,
					   &no_list), RESULT_OK);
	remove(file_of(0, 3));
	rmdir(files_path("cpu0/cpuidle/state3"));
	snprintf(said, sizeof(said),
		 "rtla: %s: No such file or directory: write 0 there to undo --deepest-idle-state\n",
		 file_of(0, 3));
	capture_begin(&capture);
	idle_states_restore(&states);
	assert_string_equal(capture_end(&capture), said);
	expect(1, "0010");
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, files_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_limit),
		TEST(test_other_cpus),
		TEST(test_list),
		TEST(test_full_list),
		TEST(test_unreadable),
		TEST(test_gone),
	};

	return cmocka_run_group_tests_name("idle_states", tests, NULL, NULL);
}
