// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the synthetic event of an instance, in a folder that looks like
 * tracefs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "test.h"
#include "trace/synthetic.h"

#define INSTANCE	"rtla.5.wakeup-1"
#define EVENT		"rtla_5_wakeup_1"
#define DIR		"instances/" INSTANCE

static const char *const triggers[] = {
	DIR "/events/sched/sched_waking/trigger",
	DIR "/events/sched/sched_switch/trigger",
	DIR "/events/synthetic/" EVENT "/trigger",
};

static int dir = -1;

/*
 * Make an instance, and the list of all synthetic events, where others have
 * one, too.
 */
static int setup(void **state)
{
	if (files_begin(state))
		return -1;
	files_put("synthetic_events", "other u64 x\n");
	files_put(triggers[0], "hist:keys=pid\n");
	files_put(triggers[1], "hist:keys=next_pid\n");
	dir = open(files_path(DIR), O_RDONLY | O_DIRECTORY);
	return dir < 0;
}

static int teardown(void **state)
{
	close(dir);
	return files_end(state);
}

static void expect_text(const char *name, const char *expected)
{
	char text[256] = "";
	FILE *in = fopen(files_path("%s", name), "r");

	assert_non_null(in);
	text[fread(text, 1, sizeof(text) - 1, in)] = '\0';
	fclose(in);
	assert_string_equal(text, expected);
}

static void test_add(void **state)
{
	char name[SYNTHETIC_LEN];

	(void)state;
	assert_string_equal(synthetic_name(name, INSTANCE), EVENT);
	assert_int_equal(synthetic_add(dir, INSTANCE, "u64 lat; pid_t pid"), 0);
	expect_text("synthetic_events",
		    "other u64 x\n" EVENT " u64 lat; pid_t pid\n");
	unlink(files_path("synthetic_events"));
	assert_int_equal(synthetic_add(dir, INSTANCE, "u64 lat"), ENOENT);
}

/* The triggers go first, as the kernel keeps an event that one uses. */
static void test_remove(void **state)
{
	(void)state;
	files_put(triggers[2], "hist:keys=pid\n");
	assert_int_equal(synthetic_remove(dir, INSTANCE), 0);
	for (int i = 0; i < 3; i++)
		expect_text(triggers[i], "");
	expect_text("synthetic_events", "other u64 x\n!" EVENT "\n");
}

/* An instance without an event keeps its triggers: they may have another purpose. */
static void test_no_event(void **state)
{
	(void)state;
	assert_int_equal(synthetic_remove(dir, INSTANCE), 0);
	expect_text(triggers[0], "hist:keys=pid\n");
	expect_text("synthetic_events", "other u64 x\n");
}

static void test_failure(void **state)
{
	(void)state;
	files_put(triggers[2], "");
	unlink(files_path("synthetic_events"));
	assert_int_equal(synthetic_remove(dir, INSTANCE), ENOENT);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_add), TEST(test_remove), TEST(test_no_event),
		TEST(test_failure),
	};

	return cmocka_run_group_tests_name("synthetic", tests, NULL, NULL);
}
