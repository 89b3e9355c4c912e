// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading line by line.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/line_reader.h"
#include "test.h"

static void test_lines(void **state)
{
	static char text[] = "one\n\ntwo";
	struct line_reader reader = { .in = fmemopen(text, strlen(text), "r") };

	(void)state;
	assert_true(line_read(&reader));
	assert_string_equal(reader.line, "one\n");
	assert_true(line_read(&reader));
	assert_string_equal(reader.line, "\n");
	assert_true(line_read(&reader));
	assert_string_equal(reader.line, "two");
	assert_int_equal(reader.number, 3);
	assert_false(line_read(&reader));
	assert_int_equal(reader.error, 0);
	assert_int_equal(reader.number, 3);
	line_reader_free(&reader);
	fclose(reader.in);
}

/* Lines of all lengths, wherever they are in what is read at once. */
static void test_many(void **state)
{
	size_t size = 0, room = 4 << 20;
	char *text = malloc(room), expected[1024];
	struct line_reader reader;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		memset(text + size, 'a' + i % 26, i % 1000);
		size += i % 1000;
		text[size++] = '\n';
	}
	reader = (struct line_reader) { .in = fmemopen(text, size, "r") };
	for (int i = 0; i < 5000; i++) {
		memset(expected, 'a' + i % 26, i % 1000);
		strcpy(expected + i % 1000, "\n");
		assert_true(line_read(&reader));
		assert_string_equal(reader.line, expected);
		assert_int_equal(reader.length, i % 1000 + 1);
		/* The caller may change it. */
		reader.line[0] = '!';
	}
	assert_false(line_read(&reader));
	assert_int_equal(reader.error, 0);
	line_reader_free(&reader);
	fclose(reader.in);
	free(text);
}

/* The longest line that is taken, and one that is longer by a byte. */
static void test_long(void **state)
{
	size_t size = 2 * LINE_BYTES_MAX + 2;
	char *text = malloc(size);
	struct line_reader reader;

	(void)state;
	memset(text, 'x', size);
	text[LINE_BYTES_MAX - 1] = '\n';
	text[size - 2] = '\n';
	reader = (struct line_reader) { .in = fmemopen(text, size, "r") };
	assert_true(line_read(&reader));
	assert_int_equal(strlen(reader.line), LINE_BYTES_MAX);
	assert_false(line_read(&reader));
	assert_int_equal(reader.error, EMSGSIZE);
	assert_int_equal(reader.number, 2);
	line_reader_free(&reader);
	fclose(reader.in);
	free(text);
}

/* A file without an end, and a folder. */
static void test_others(void **state)
{
	struct line_reader zeros = { .in = fopen("/dev/zero", "re") };
	struct line_reader folder = { .in = fopen("/", "re") };

	(void)state;
	assert_false(line_read(&zeros));
	assert_int_equal(zeros.error, EMSGSIZE);
	assert_false(line_read(&folder));
	assert_int_equal(folder.error, EISDIR);
	line_reader_free(&zeros);
	line_reader_free(&folder);
	fclose(zeros.in);
	fclose(folder.in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests_name("line_reader", tests, NULL, NULL);
}
