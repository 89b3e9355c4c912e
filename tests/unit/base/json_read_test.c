// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading JSON from files that are none, or have no end.
 */
#include <stdio.h>

#include "base/json_read.h"
#include "capture.h"
#include "test.h"

/* Let @name be a file that a shell command writes. Returns its stream. */
static FILE *written_by(const char *command, char name[32])
{
	FILE *written = popen(command, "re");

	assert_non_null(written);
	snprintf(name, 32, "/proc/self/fd/%d", fileno(written));
	return written;
}

/* Read the file, and expect that it is refused with this message. */
static void refused(const char *name, const char *message)
{
	struct capture capture;
	char expected[128];
	json_t *document;

	capture_begin(&capture);
	document = json_read_file(name, "give another");
	capture_end(&capture);
	assert_null(document);
	snprintf(expected, sizeof(expected), "rtla: %s: %s\n", name, message);
	assert_string_equal(capture.text, expected);
}

static void test_files(void **state)
{
	char name[32];
	FILE *written = written_by("echo '{\"a\":'; echo ' 7}'", name);
	json_t *document = json_read_file(name, "give another");

	(void)state;
	assert_int_equal(json_read_ns(document, "a"), 7);
	json_decref(document);
	pclose(written);
	written = written_by("printf '{\"a\":'", name);
	refused(name, "line 1, column 5: unexpected token near end of file: give another");
	pclose(written);
	refused("/", "Is a directory: give another");
	refused("/nowhere/at/all", "No such file or directory: give another");
}

/* A whole document before an endless rest is refused, too: the rest may be wrong. */
static void test_endless(void **state)
{
	char name[32];
	FILE *written = written_by("echo '{}'; exec yes ''", name);

	(void)state;
	refused(name, "File too large: give another");
	pclose(written);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_endless),
	};

	return cmocka_run_group_tests_name("json_read", tests, NULL, NULL);
}
