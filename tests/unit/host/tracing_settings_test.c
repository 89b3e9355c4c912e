// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading, writing and restoring the settings of the kernel's own
 * tracers. A folder stands in for tracefs; there, what is written last to a
 * file is what it holds.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "files.h"
#include "host/tracing_settings.h"
#include "host/undo.h"
#include "test.h"

static void holds(const char *name, const char *text)
{
	char *got = tracing_setting_read(files_root, name);

	assert_non_null(got);
	assert_string_equal(got, text);
	free(got);
}

static void test_names(void **state)
{
	(void)state;
	assert_true(tracing_setting_is("tracing_thresh"));
	assert_true(tracing_setting_is("osnoise/timerlat_period_us"));
	assert_false(tracing_setting_is("osnoise/"));
	assert_false(tracing_setting_is("osnoise/../tracing_on"));
	assert_false(tracing_setting_is("osnoise/per_cpu/cpu0"));
	assert_false(tracing_setting_is("tracing_thresh/x"));
	assert_false(tracing_setting_is("tracing_on"));
	assert_false(tracing_setting_is("/etc/passwd"));
}

static void test_write(void **state)
{
	const struct tracing_setting settings[] = {
		{ "osnoise/cpus", "0-3,5" }, { "osnoise/timerlat_align_us", "7" },
		{ "tracing_thresh", "" },
	};
	int failed = -1;

	(void)state;
	files_put("osnoise/cpus", "0\n");
	files_put("tracing_thresh", "5\n");
	assert_int_equal(tracing_settings_write(files_root, settings, 3,
						&failed),
			 0);
	holds("osnoise/cpus", "0-3,5");
	holds("tracing_thresh", "");
	/* This kernel does not have it. */
	assert_null(tracing_setting_read(files_root, "osnoise/timerlat_align_us"));
	assert_int_equal(errno, ENOENT);
}

/* Each option is written by itself; that some differ from the defaults is not. */
static void test_options(void **state)
{
	const struct tracing_setting settings[] = {
		{ "osnoise/options", "NO_DEFAULTS OSNOISE_WORKLOAD PANIC_ON_STOP " },
	};
	int failed;

	(void)state;
	files_put("osnoise/options", "DEFAULTS OSNOISE_WORKLOAD NO_PANIC_ON_STOP\n");
	assert_int_equal(tracing_settings_write(files_root, settings, 1,
						&failed),
			 0);
	holds("osnoise/options", "PANIC_ON_STOP");
}

static void test_refused(void **state)
{
	const struct tracing_setting settings[] = {
		{ "osnoise/cpus", "0" }, { "osnoise/period_us", "1" },
	};
	int failed = -1;

	(void)state;
	files_put("osnoise/cpus", "1\n");
	mkdir(files_path("osnoise/period_us"), 0700);
	assert_int_equal(tracing_settings_write(files_root, settings, 2,
						&failed),
			 EISDIR);
	assert_int_equal(failed, 1);
	holds("osnoise/cpus", "0");
}

/* ---- From an undo list --------------------------------------------------- */

static char lists[64];
static const struct undo_places places = {
	.lists = lists, .cpus = "/nowhere", .tracing = files_root,
};

static void note_some(struct undo_list *list)
{
	snprintf(lists, sizeof(lists), "%s", files_path("lists"));
	files_put("osnoise/cpus", "0\n");
	files_put("tracing_thresh", "5\n");
	files_put("tracing_on", "1\n");
	assert_int_equal(undo_list_open(list, &places, true, getpid()), 0);
	assert_int_equal(undo_setting(list, "osnoise/cpus", "0-1,4"), 0);
	assert_int_equal(undo_setting(list, "tracing_thresh", ""), 0);
	assert_int_equal(undo_setting(list, "tracing_on", "0"), 0);
	assert_int_equal(undo_setting(list, "osnoise/cpus", "1\ngroup 1"), EINVAL);
}

static void test_undo(void **state)
{
	struct undo_list list;

	(void)state;
	note_some(&list);
	assert_true(undo_all(&list));
	holds("osnoise/cpus", "0");
	assert_true(undo_settings(&list));
	holds("osnoise/cpus", "0-1,4");
	holds("tracing_thresh", "");
	holds("tracing_on", "1");
	undo_list_close(&list);
}

/* The list is that of a process which is gone. */
static void test_undo_left(void **state)
{
	struct undo_list list;
	struct capture capture;
	const char *said;

	(void)state;
	note_some(&list);
	rename(list.path, files_path("lists/999999999"));
	close(list.fd);
	capture_begin(&capture);
	undo_left(&places);
	said = capture_end(&capture);
	assert_non_null(strstr(said, "/999999999: that run and its guard were killed: restored 2 settings of the kernel's tracers\n"));
	holds("osnoise/cpus", "0-1,4");
	holds("tracing_on", "1");
	assert_int_equal(access(lists, F_OK), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test_setup_teardown(test_write, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_options, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_refused, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_undo, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_undo_left, files_begin,
						files_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
