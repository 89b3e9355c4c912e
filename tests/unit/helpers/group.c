// SPDX-License-Identifier: GPL-2.0
/*
 * Running a group of tests under names that say alone what failed: see test.h.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "repetitions.h"
#include "test.h"

static const struct CMUnitTest *tests, *now;	/* now: the one that runs */
static size_t next;
static bool passed;
static char program[4096];

/* cmocka tells that a test has failed before the next one begins. */
static void tell_alone(void)
{
	if (now && !passed)
		print_message("# run it alone: %sTEST=%s %s\n", is_long() ? "LONG=1 " : "",
			      strrchr(now->name, ' ') + 1, program);
}

static void begin(void)
{
	tell_alone();
	now = &tests[next++];
	passed = false;
}

static int set_up(void **state)
{
	begin();
	return now->setup_func(state);
}

static void test(void **state)
{
	now->test_func(state);
	passed = true;
}

static void begin_test(void **state)
{
	begin();
	test(state);
}

/* find_program - set the program's path, from the checkout on if it is in its build/ */
static void find_program(void)
{
	ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
	char *build;

	program[length > 0 ? length : 0] = '\0';
	build = strstr(program, "/build/unit");
	if (build)
		memmove(program, build + 1, strlen(build));
}

/*
 * path_of - return the part of a file's name that begins with the folder in
 * tests/unit
 *
 * The compiler names a file as it was called: by its whole path, or from
 * tests/unit on.
 */
static const char *path_of(const char *file)
{
	const char *path = strrchr(file, '/');

	while (path && path > file && path[-1] != '/')
		path--;
	return path ? path : file;
}

int group_run(const char *file, const struct CMUnitTest *all, size_t count,
	      CMFixtureFunction group_set_up, CMFixtureFunction group_tear_down)
{
	struct CMUnitTest *named = calloc(count, sizeof(*named));
	struct CMUnitTest *called = calloc(count, sizeof(*called));
	const char *path = path_of(file);
	const char *only = getenv("TEST");
	int length = strlen(path) - strlen("_test.c"), failed;
	size_t left = 0, i;
	char *name, *group;

	find_program();
	if (asprintf(&group, "unit/%s", path) < 0)
		abort();
	for (i = 0; i < count; i++) {
		if (only && strcmp(only, all[i].name))
			continue;
		if (asprintf(&name, "unit/%.*s: %s", length, path, all[i].name) < 0)
			abort();
		named[left] = all[i];
		named[left].name = name;
		called[left] = named[left];
		called[left].setup_func = all[i].setup_func ? set_up : NULL;
		called[left].test_func = all[i].setup_func ? test : begin_test;
		left++;
	}
	if (!left) {
		fprintf(stderr, "TEST=%s: %s has no such test\n", only, program);
		return 1;
	}
	tests = named;
	failed = _cmocka_run_group_tests(group, called, left, group_set_up,
					 group_tear_down);
	tell_alone();
	while (left)
		free((char *)named[--left].name);
	free(called);
	free(named);
	free(group);
	return failed;
}
