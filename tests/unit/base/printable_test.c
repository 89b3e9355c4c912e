// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of texts that are made printable, and of all ways to a terminal.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/message.h"
#include "base/output.h"
#include "base/printable.h"
#include "capture.h"
#include "test.h"

/* Colours, C1 as UTF-8 and as a byte, DEL, a new line, a change of direction. */
#define HOSTILE	"\033[31m\302\2339\233\177\r\nb\tc\342\200\256d"
#define TEXT	"?[31m??9???\nb\tc???d"
#define LINE	"?[31m??9????b\tc???d"

/* The same as people see it. */
#define VISIBLE_BEGIN	"\\x1b[31m\\u009b9\\x9b\\u007f\\x0d"
#define VISIBLE_END	"b\tc\\u202ed"
#define VISIBLE		VISIBLE_BEGIN "\n" VISIBLE_END
#define VISIBLE_ONE	VISIBLE_BEGIN "\\x0a" VISIBLE_END

#define GOOD	"79 \302\265s \342\226\210 \360\237\230\200 \303\244"

static void test_text(void **state)
{
	char text[] = HOSTILE, bytes[] = "a\0b", good[] = GOOD;

	(void)state;
	printable_text(text, strlen(text));
	assert_string_equal(text, TEXT);
	printable_text(bytes, 3);
	assert_string_equal(bytes, "a?b");
	printable_text(good, strlen(good));
	assert_string_equal(good, GOOD);
}

static void test_line(void **state)
{
	char line[] = HOSTILE, cut[] = "a\303", none[] = "";

	(void)state;
	printable_line(line);
	assert_string_equal(line, LINE);
	printable_line(cut);
	assert_string_equal(cut, "a?");
	printable_line(none);
	assert_string_equal(none, "");
}

static void test_put(void **state)
{
	const char *at = HOSTILE GOOD;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	while (*at)
		at += printable_put(out, at);
	fclose(out);
	assert_string_equal(text, LINE GOOD);
	free(text);
}

static void test_width(void **state)
{
	(void)state;
	assert_int_equal(printable_width(""), 0);
	assert_int_equal(printable_width(GOOD), 11);
}

static void test_visible(void **state)
{
	char text[256], cut[8];

	(void)state;
	assert_int_equal(visible_text(text, sizeof(text), HOSTILE GOOD,
				      strlen(HOSTILE GOOD)),
			 strlen(VISIBLE GOOD));
	assert_string_equal(text, VISIBLE GOOD);
	assert_int_equal(visible_text(text, sizeof(text), "a\0b", 3), 6);
	assert_string_equal(text, "a\\x00b");
	visible_line(text, sizeof(text), HOSTILE GOOD);
	assert_string_equal(text, VISIBLE_ONE GOOD);
	/* Only whole characters, and whole forms of others, are left of it. */
	visible_line(cut, sizeof(cut), "abcd\033e");
	assert_string_equal(cut, "abcd");
	visible_line(cut, sizeof(cut), "abcde\302\265\302\265");
	assert_string_equal(cut, "abcde\302\265");
}

static void expect_printed(int width, const char *line, const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int columns = visible_print(out, width, line);

	fclose(out);
	assert_string_equal(text, expected);
	assert_int_equal(columns, printable_width(expected));
	free(text);
}

static void test_columns(void **state)
{
	(void)state;
	expect_printed(8, "\302\265\033", "   \302\265\\x1b");
	expect_printed(-8, "\302\265\n", "\302\265\\x0a   ");
	expect_printed(2, "\033", "\\x1b");
	expect_printed(0, "", "");
}

static void test_messages(void **state)
{
	struct capture capture;

	(void)state;
	capture_begin(&capture);
	fail(RESULT_ERROR, "%s: it is wrong", HOSTILE);
	note("%s", HOSTILE);
	debug(true, "%s", GOOD);
	assert_string_equal(capture_end(&capture),
			    "rtla: " VISIBLE_ONE ": it is wrong\n"
			    "rtla: " VISIBLE_ONE "\nrtla: " GOOD "\n");
	capture_begin(&capture);
	message_line(HOSTILE);
	assert_string_equal(capture_end(&capture), VISIBLE_ONE);
	message_line(NULL);
}

/* A character may be printed in parts, and the last one may not be whole. */
static void test_output(void **state)
{
	int kept = memfd_create("output", 0);
	FILE *out = output_stream(dup(kept));
	char text[128] = "";

	(void)state;
	fputs(HOSTILE, out);
	for (const char *at = GOOD; *at; at++) {
		fputc(*at, out);
		assert_int_equal(fflush(out), 0);
	}
	fputs("\342\226", out);
	assert_int_equal(fclose(out), 0);
	assert_true(pread(kept, text, sizeof(text) - 1, 0) > 0);
	assert_string_equal(text, TEXT GOOD "??");
	close(kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_put),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_visible),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_output),
	};

	return cmocka_run_group_tests_name("printable", tests, NULL, NULL);
}
