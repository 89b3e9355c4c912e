// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of finding a cgroup, and of moving a process to it. A directory stands
 * in for the cgroup hierarchy.
 */
#include <stdio.h>

#include "capture.h"
#include "files.h"
#include "host/cgroup.h"
#include "test.h"

static char mounts[64], self[64];
static const struct cgroup_sources sources = { mounts, self };

/* Mount version 1, and also version 2, with a blank in its path. */
static int setup(void **state)
{
	char text[512];

	assert_int_equal(files_begin(state), 0);
	snprintf(mounts, sizeof(mounts), "%s", files_path("mounts"));
	snprintf(self, sizeof(self), "%s", files_path("self"));
	snprintf(text, sizeof(text),
		 "proc /proc proc rw 0 0\n"
		 "cgroup %s/one cgroup rw,cpu 0 0\n"
		 "cgroup2 %s/t\\040wo cgroup2 rw 0 0\n", files_root, files_root);
	files_put("mounts", text);
	files_put("self", "4:cpu:/of/one\n0::/own/child\n");
	files_put("t wo/cgroup.procs", "");
	files_put("t wo/own/cgroup.procs", "");
	files_put("t wo/own/child/cgroup.procs", "");
	return 0;
}

static void expect_found(const char *name, const char *procs)
{
	struct cgroup cgroup;

	assert_int_equal(cgroup_find(&cgroup, name, &sources), RESULT_OK);
	assert_string_equal(cgroup.procs, files_path(procs));
}

static void test_find(void **state)
{
	(void)state;
	expect_found("/own", "t wo/own/cgroup.procs");
	expect_found("own", "t wo/own/cgroup.procs");
	expect_found("own/child", "t wo/own/child/cgroup.procs");
	expect_found("/", "t wo/cgroup.procs");
	expect_found("", "t wo/own/child/cgroup.procs");
	files_put("self", "0::/\n");
	expect_found("", "t wo/cgroup.procs");
}

static void expect_refused(const char *name, const char *said)
{
	struct capture capture;
	struct cgroup cgroup;

	capture_begin(&capture);
	assert_int_equal(cgroup_find(&cgroup, name, &sources), RESULT_CANNOT);
	assert_string_equal(capture_end(&capture), said);
}

static void test_refused(void **state)
{
	char said[256];

	(void)state;
	snprintf(said, sizeof(said),
		 "rtla: --cgroup other: %s/t wo/other/cgroup.procs: No such file or directory: name an existing cgroup, or create it with mkdir\n",
		 files_root);
	expect_refused("/other", said);
	files_put("self", "4:cpu:/of/one\n");
	snprintf(said, sizeof(said),
		 "rtla: --cgroup: %s: the cgroup of this command is not in it: name a cgroup\n",
		 self);
	expect_refused("", said);
	files_put("mounts", "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n");
	expect_refused("/own", "rtla: --cgroup: cgroup version 2 is not mounted: mount it with 'mount -t cgroup2 none /sys/fs/cgroup', or omit --cgroup\n");
}

static void test_move(void **state)
{
	struct cgroup cgroup;
	char text[32] = "";
	FILE *file;

	(void)state;
	assert_int_equal(cgroup_find(&cgroup, "own", &sources), RESULT_OK);
	assert_int_equal(cgroup_move(&cgroup, 4711), 0);
	file = fopen(cgroup.procs, "r");
	assert_non_null(fgets(text, sizeof(text), file));
	fclose(file);
	assert_string_equal(text, "4711");
	remove(cgroup.procs);
	assert_int_not_equal(cgroup_move(&cgroup, 0), 0);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, files_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_find),
		TEST(test_refused),
		TEST(test_move),
	};

	return cmocka_run_group_tests_name("cgroup", tests, NULL, NULL);
}
