// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what a group of tests prints: this program runs itself with "made",
 * and has made-up tests then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static void good(void **state)
{
	(void)state;
}

static void bad(void **state)
{
	(void)state;
	assert_int_equal(1, 2);
}

static int bad_set_up(void **state)
{
	(void)state;
	return -1;
}

static int run_made(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good),
		cmocka_unit_test(bad),
		{ "not_set_up", good, bad_set_up, NULL, NULL },
		cmocka_unit_test(good),
		{ "last", bad, NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * said - return the lines about results of the made-up tests in this
 * environment
 *
 * The program's path is as it is in a build without BUILD.
 */
static const char *said(const char *environment)
{
	static char text[4096];
	char command[8192], line[512], *path;
	FILE *out;

	snprintf(command, sizeof(command),
		 "unset TEST LONG; "
		 "%s CMOCKA_MESSAGE_OUTPUT=TAP exec /proc/%d/exe made 2>&1",
		 environment, getpid());
	out = popen(command, "r");
	assert_non_null(out);
	*text = '\0';
	while (fgets(line, sizeof(line), out)) {
		path = strstr(line, " /");
		if (!path)
			path = strstr(line, " build/");
		if (path)
			strcpy(path, " PROGRAM\n");
		path = strstr(line, " Could not run");
		if (path)
			strcpy(path, "\n");
		if (strstr(line, "ok ") || strstr(line, "TEST="))
			strcat(text, line);
	}
	pclose(out);
	return text;
}

static void test_names(void **state)
{
	(void)state;
	assert_string_equal(said(""),
			    "ok 1 - unit/helpers/group: good\n"
			    "not ok 2 - unit/helpers/group: bad\n"
			    "# run it alone: TEST=bad PROGRAM\n"
			    "not ok 3 - unit/helpers/group: not_set_up\n"
			    "# run it alone: TEST=not_set_up PROGRAM\n"
			    "ok 4 - unit/helpers/group: good\n"
			    "not ok 5 - unit/helpers/group: last\n"
			    "# not ok - unit/helpers/group_test.c\n"
			    "# run it alone: TEST=last PROGRAM\n");
}

static void test_alone(void **state)
{
	(void)state;
	assert_string_equal(said("TEST=last"),
			    "not ok 1 - unit/helpers/group: last\n"
			    "# not ok - unit/helpers/group_test.c\n"
			    "# run it alone: TEST=last PROGRAM\n");
	assert_string_equal(said("LONG=1 TEST=last"),
			    "not ok 1 - unit/helpers/group: last\n"
			    "# not ok - unit/helpers/group_test.c\n"
			    "# run it alone: LONG=1 TEST=last PROGRAM\n");
	assert_string_equal(said("TEST=none"), "TEST=none: PROGRAM\n");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_alone),
	};

	if (argc == 2 && !strcmp(argv[1], "made"))
		return run_made();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
