// SPDX-License-Identifier: GPL-2.0
/*
 * Running a group of tests under names that say alone what failed: see test.h.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static const struct CMUnitTest *tests, *now;	/* now: the one that runs */
static size_t next;
static bool passed;
static int top_length;		/* of the checkout's path, with the last '/' */
static char program[4096];

/* cmocka tells that a test has failed before the next one begins. */
static void tell_alone(void)
{
	if (now && !passed)
		print_message("# run it alone: TEST=%s %s\n",
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

void group_skip(const char *file, int line)
{
	passed = true;
	_skip(file, line);
}

/* find_program - set the program's path, from the checkout on if it is in it */
static void find_program(const char *file)
{
	ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);

	program[length > 0 ? length : 0] = '\0';
	if (!strncmp(program, file, top_length))
		memmove(program, program + top_length,
			strlen(program + top_length) + 1);
}

int group_run(const char *file, const struct CMUnitTest *all, size_t count,
	      CMFixtureFunction group_set_up, CMFixtureFunction group_tear_down)
{
	struct CMUnitTest *named = calloc(count, sizeof(*named));
	struct CMUnitTest *called = calloc(count, sizeof(*called));
	const char *path = strstr(file, "/tests/unit/") + strlen("/tests/");
	const char *only = getenv("TEST");
	int length = strlen(path) - strlen("_test.c"), failed;
	size_t left = 0, i;
	char *name;

	top_length = path - file - strlen("tests/");
	find_program(file);
	for (i = 0; i < count; i++) {
		if (only && strcmp(only, all[i].name))
			continue;
		if (asprintf(&name, "%.*s: %s", length, path, all[i].name) < 0)
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
	failed = _cmocka_run_group_tests(path, called, left, group_set_up,
					 group_tear_down);
	tell_alone();
	while (left)
		free((char *)named[--left].name);
	free(called);
	free(named);
	return failed;
}
