// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the files of the kernel in an undo list: which are noted, and what
 * is written back, also by the next run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "files.h"
#include "host/kernel_file.h"
#include "host/machine.h"
#include "host/undo.h"
#include "test.h"

static char lists[64];
static const struct undo_places places = {
	.lists = lists, .cpus = "/nowhere", .tracing = "/nowhere",
	.root = files_root,
};

static void holds(const char *name, const char *text)
{
	const struct machine machine = { .root = files_root };
	char path[64], got[128];

	snprintf(path, sizeof(path), "/%s", name);
	assert_int_equal(kernel_file_read(&machine, got, sizeof(got), path), 0);
	assert_string_equal(got, text);
}

static void note_files(struct undo_list *list)
{
	snprintf(lists, sizeof(lists), "%s", files_path("lists"));
	files_put("proc/sys/a", "1\t2\n");
	files_put("sys/b", "x [y] z\n");
	files_put("etc/c", "1\n");
	assert_int_equal(undo_list_open(list, &places, true, getpid()), 0);
	assert_int_equal(undo_file(list, files_path("proc/sys/a"), "1 2"), 0);
	assert_int_equal(undo_file(list, files_path("sys/b"), "y"), 0);
	assert_int_equal(undo_file(list, files_path("sys/gone"), "1"), 0);
	files_put("proc/sys/a", "3\n");
	files_put("sys/b", "z\n");
}

static void test_refused(void **state)
{
	struct undo_list list;

	(void)state;
	note_files(&list);
	assert_int_equal(undo_file(&list, files_path("etc/c"), "2"), EINVAL);
	assert_int_equal(undo_file(&list, files_path("sys/../etc/c"), "2"), EINVAL);
	assert_int_equal(undo_file(&list, files_path("sys/b b"), "2"), EINVAL);
	assert_int_equal(undo_file(&list, files_path("sys/b"), "2\ngroup 1"), EINVAL);
	assert_int_equal(undo_file(&list, "/sys/b", "2"), EINVAL);
	undo_list_close(&list);
}

static void test_written_back(void **state)
{
	struct undo_list list;

	(void)state;
	note_files(&list);
	assert_true(undo_all(&list));
	holds("proc/sys/a", "1 2");
	holds("sys/b", "y");
	undo_list_close(&list);
}

/* Whatever a list names, no file elsewhere is written. */
static void test_only_kernel_files(void **state)
{
	struct undo_list list;
	const char *line;

	(void)state;
	note_files(&list);
	line = files_path("etc/c");
	assert_true(dprintf(list.fd, "file %s 7\n", line) > 0);
	assert_true(undo_all(&list));
	holds("etc/c", "1");
	undo_list_close(&list);
}

static void test_files_left(void **state)
{
	struct undo_list list;
	struct capture capture;
	const char *said;

	(void)state;
	note_files(&list);
	rename(list.path, files_path("lists/999999999"));
	close(list.fd);
	capture_begin(&capture);
	undo_left(&places);
	said = capture_end(&capture);
	assert_non_null(strstr(said, "/999999999: that run and its guard were killed: restored 2 settings of the kernel\n"));
	holds("proc/sys/a", "1 2");
	holds("sys/b", "y");
	assert_int_equal(access(lists, F_OK), -1);
}

/* The boot that has come since then has undone it. */
static void test_other_boot(void **state)
{
	struct undo_list list;
	struct capture capture;

	(void)state;
	files_put("proc/sys/kernel/random/boot_id", "first\n");
	note_files(&list);
	rename(list.path, files_path("lists/999999999"));
	close(list.fd);
	files_put("proc/sys/kernel/random/boot_id", "second\n");
	capture_begin(&capture);
	undo_left(&places);
	assert_string_equal(capture_end(&capture), "");
	holds("proc/sys/a", "3");
	assert_int_equal(access(lists, F_OK), -1);
}

/* A file that cannot be written back stays in the list for the next run. */
static void test_not_written(void **state)
{
	struct undo_list list;
	struct capture capture;
	const char *said;

	(void)state;
	note_files(&list);
	unlink(files_path("sys/b"));
	files_put("sys/b/now_a_folder", "");
	assert_false(undo_all(&list));
	rename(list.path, files_path("lists/999999999"));
	close(list.fd);
	capture_begin(&capture);
	undo_left(&places);
	said = capture_end(&capture);
	assert_non_null(strstr(said, "1 settings of the kernel cannot be restored: see there what they were\n"));
	assert_int_equal(access(files_path("lists/999999999"), F_OK), 0);
	holds("proc/sys/a", "1 2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_refused, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_written_back, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_only_kernel_files,
						files_begin, files_end),
		cmocka_unit_test_setup_teardown(test_files_left, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_other_boot, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_not_written, files_begin,
						files_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
