// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of texts in lines of a given width, and of tables.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grid.h"
#include "base/wrap.h"
#include "test.h"

#define MICRO	"\302\265"

static FILE *out;
static char *text;
static size_t size;

static int begin(void **state)
{
	(void)state;
	out = open_memstream(&text, &size);
	return !out;
}

static int end(void **state)
{
	(void)state;
	free(text);
	text = NULL;
	return 0;
}

static void expect(const char *expected)
{
	fclose(out);
	assert_string_equal(text, expected);
}

static void test_words(void **state)
{
	(void)state;
	wrap_print(out, "one two three", fprintf(out, "12: "), 12);
	expect("12: one two\n    three\n");
}

static void test_long_word(void **state)
{
	(void)state;
	wrap_print(out, "one abcdefghijkl", fprintf(out, "12: "), 12);
	expect("12: one\n    abcdefgh\n    ijkl\n");
}

static void test_characters(void **state)
{
	(void)state;
	wrap_print(out, MICRO MICRO MICRO " " MICRO MICRO MICRO MICRO " a", 0, 8);
	expect(MICRO MICRO MICRO " " MICRO MICRO MICRO MICRO "\na\n");
}

static void test_quoted_command(void **state)
{
	(void)state;
	wrap_print(out, "the kernel's module: run 'modprobe -r rtla', or do not",
		   0, 30);
	expect("the kernel's module: run\n'modprobe -r rtla', or do not\n");
}

static void test_long_quoted_command(void **state)
{
	(void)state;
	wrap_print(out, "first run 'modprobe -r rtla; modprobe rtla', and then measure",
		   fprintf(out, "-> "), 24);
	expect("-> first run\n"
	       "   'modprobe -r \\\n"
	       "     rtla; modprobe \\\n"
	       "     rtla', and then\n"
	       "   measure\n");
}

static void test_command(void **state)
{
	(void)state;
	wrap_command(out, "taskset -pc 0-3 1234; echo 'a   b' > /proc/file",
		     fprintf(out, "    "), 26);
	expect("    taskset -pc 0-3 \\\n"
	       "      1234; echo 'a   b' \\\n"
	       "      > /proc/file\n");
}

static void test_short_command(void **state)
{
	(void)state;
	wrap_command(out, "rtla doctor", 0, 11);
	expect("rtla doctor\n");
}

static void test_lines(void **state)
{
	struct wrapped wrapped;
	FILE *lines = wrapped_begin(&wrapped, out, 12);

	(void)state;
	fputs("short\n\n  one two three four\n1234567890   2\n", lines);
	wrapped_end(&wrapped);
	expect("short\n\n  one two\n    three\n    four\n1234567890\n  2\n");
}

static void test_path_in_a_line(void **state)
{
	(void)state;
	wrap_line(out, "BASE /a/long/path: two", 12);
	expect("BASE\n  /a/long/path:\n  two\n");
}

static void test_unit(void **state)
{
	(void)state;
	wrap_print(out, "it took 3.50 us, or 12 used 7 %", 0, 13);
	expect("it took\n3.50 us, or\n12 used 7 %\n");
}

static void test_option(void **state)
{
	(void)state;
	wrap_print(out, "measure with -e irq, or -P f:95 - now", 0, 14);
	expect("measure with\n-e irq, or\n-P f:95 - now\n");
}

/* ---- Tables -------------------------------------------------------------- */

static void put_row(struct grid *grid, const char *name, const char *number,
		    const char *rest)
{
	grid_row(grid);
	grid_put(grid, GRID_LEFT, name);
	grid_put(grid, GRID_RIGHT, number);
	grid_put(grid, GRID_LEFT, rest);
}

static void test_table(void **state)
{
	struct grid grid = { .cells = 0 };

	(void)state;
	put_row(&grid, "name", "us", "why");
	put_row(&grid, "a", "12.50", "");
	grid_row(&grid);
	grid_put(&grid, GRID_ACROSS, "a line across the table");
	put_row(&grid, "b\033[31m", "1.00", "x");
	assert_true(grid_print(out, &grid));
	expect("name          us  why\n"
	       "a          12.50\n"
	       "a line across the table\n"
	       "b\\x1b[31m   1.00  x\n");
}

#define WIDE	"123456789012345678901234567890123456789"

static void test_close_columns(void **state)
{
	struct grid grid = { .cells = 0 };

	(void)state;
	put_row(&grid, WIDE, "1234567890123456789", "12345678901234567890");
	assert_true(grid_print(out, &grid));
	expect(WIDE " 1234567890123456789 12345678901234567890\n");
}

static void test_rows_of_two_lines(void **state)
{
	struct grid grid = { .cells = 0 };

	(void)state;
	put_row(&grid, "a", WIDE, "b");
	put_row(&grid, WIDE, "2", "123456789");
	assert_true(grid_print(out, &grid));
	expect("a                                       " WIDE "\n"
	       "      b\n"
	       WIDE "                                       2\n"
	       "      123456789\n");
}

static void test_long_text(void **state)
{
	struct grid grid = { .cells = 0 };

	(void)state;
	put_row(&grid, "a", "1", "commit=1 board=two who=somebody what=something where=there and=more");
	put_row(&grid, "a", "1", "commit=1 board=two who=somebody what=something where=there and=more why=1 x=2");
	assert_true(grid_print(out, &grid));
	expect("a  1  commit=1 board=two who=somebody what=something where=there and=more\n"
	       "a  1  commit=1 board=two who=somebody what=something where=there and=more why=1\n"
	       "      x=2\n");
}

#define TEST(function) \
	cmocka_unit_test_setup_teardown(function, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_words),
		TEST(test_long_word),
		TEST(test_characters),
		TEST(test_quoted_command),
		TEST(test_long_quoted_command),
		TEST(test_command),
		TEST(test_short_command),
		TEST(test_lines),
		TEST(test_path_in_a_line),
		TEST(test_option),
		TEST(test_unit),
		TEST(test_table),
		TEST(test_close_columns),
		TEST(test_rows_of_two_lines),
		TEST(test_long_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
