// SPDX-License-Identifier: GPL-2.0
/*
 * Finding a cgroup, and moving to it; the hierarchy is a directory.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "host/cgroup.h"
#include "test.h"

static char root[] = "/tmp/cgroup_test.XXXXXX";
static char mounts[64], self[64];
static const struct cgroup_sources sources = { mounts, self };

static const char *in_root(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	return path;
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* A mount of version 1 and one of 2, whose path has a blank. */
static int setup(void **state)
{
	char text[512];

	(void)state;
	assert_non_null(mkdtemp(root));
	snprintf(mounts, sizeof(mounts), "%s/mounts", root);
	snprintf(self, sizeof(self), "%s/self", root);
	snprintf(text, sizeof(text),
		 "proc /proc proc rw 0 0\n"
		 "cgroup %s/one cgroup rw,cpu 0 0\n"
		 "cgroup2 %s/t\\040wo cgroup2 rw 0 0\n", root, root);
	put(mounts, text);
	put(self, "4:cpu:/of/one\n0::/own/child\n");
	mkdir(in_root("t wo"), 0755);
	mkdir(in_root("t wo/own"), 0755);
	mkdir(in_root("t wo/own/child"), 0755);
	put(in_root("t wo/cgroup.procs"), "");
	put(in_root("t wo/own/cgroup.procs"), "");
	put(in_root("t wo/own/child/cgroup.procs"), "");
	return 0;
}

static int teardown(void **state)
{
	static const char *const names[] = {
		"t wo/own/child/cgroup.procs", "t wo/own/child",
		"t wo/own/cgroup.procs", "t wo/own", "t wo/cgroup.procs",
		"t wo", "mounts", "self", ""
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		remove(in_root(names[i]));
	strcpy(root + strlen(root) - 6, "XXXXXX");
	return 0;
}

static void expect_found(const char *name, const char *procs)
{
	struct cgroup cgroup;

	assert_int_equal(cgroup_find(&cgroup, name, &sources), RESULT_OK);
	assert_string_equal(cgroup.procs, in_root(procs));
}

static void test_find(void **state)
{
	(void)state;
	expect_found("/own", "t wo/own/cgroup.procs");
	expect_found("own", "t wo/own/cgroup.procs");
	expect_found("own/child", "t wo/own/child/cgroup.procs");
	expect_found("/", "t wo/cgroup.procs");
	expect_found("", "t wo/own/child/cgroup.procs");
	put(self, "0::/\n");
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
		 root);
	expect_refused("/other", said);
	put(self, "4:cpu:/of/one\n");
	snprintf(said, sizeof(said),
		 "rtla: --cgroup: %s: the cgroup of this command is not in it: name a cgroup\n",
		 self);
	expect_refused("", said);
	put(mounts, "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n");
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

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_find),
		TEST(test_refused),
		TEST(test_move),
	};

	return cmocka_run_group_tests_name("cgroup", tests, NULL, NULL);
}
