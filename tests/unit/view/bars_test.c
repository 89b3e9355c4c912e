// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of distributions in one line.
 */
#include <string.h>

#include "test.h"
#include "stats/distribution.h"
#include "view/bars.h"

static struct distribution distribution;

static int teardown(void **state)
{
	(void)state;
	distribution_free(&distribution);
	return 0;
}

static void add(uint64_t value, uint64_t count)
{
	assert_true(distribution_add(&distribution, value, count));
}

static void expect(uint64_t low, uint64_t high, int width, bool blocks,
		   const char *expected)
{
	const struct axis axis = { low, high };
	char text[BARS_LEN];

	assert_string_equal(bars_text(&distribution, &axis, width, blocks,
				      text),
			    expected);
}

static void test_empty(void **state)
{
	(void)state;
	expect(1, 1000, 4, true, "    ");
}

/* Each power of ten has the same width; one value of a million is still seen. */
static void test_logarithmic(void **state)
{
	(void)state;
	add(1500, 1000000);
	add(15000, 1000);
	add(900000, 1);
	expect(1000, 1000000, 3, false, "@=.");
	expect(1000, 1000000, 3, true, "\u2588\u2584\u2581");
	expect(1000, 1000000, 6, false, "@ =  .");
}

/* Samples outside of the axis are at its ends. */
static void test_outside(void **state)
{
	(void)state;
	add(10, 5);
	add(2000000, 5);
	expect(1000, 1000000, 3, false, "@ @");
	expect(0, 100, 3, false, " @@");
}

static void test_widest(void **state)
{
	const struct axis axis = { 1, 1000 };
	char text[BARS_LEN];

	(void)state;
	for (uint64_t value = 1; value < 1000; value++)
		add(value, value);
	bars_text(&distribution, &axis, 1000, true, text);
	assert_in_range(strlen(text), BARS_WIDTH_MAX, BARS_LEN - 1);
}

static void test_level(void **state)
{
	(void)state;
	assert_int_equal(bars_level(0, 10, 8), 0);
	assert_int_equal(bars_level(1, 1, 8), 8);
	assert_int_equal(bars_level(1, 2, 8), 1);
	assert_int_equal(bars_level(10, 10, 8), 8);
	assert_int_equal(bars_level(UINT64_MAX, UINT64_MAX, 8), 8);
	assert_int_equal(bars_level(1, UINT64_MAX, 8), 1);
	assert_int_equal(bars_level(3, 10, 1), 1);
}

#define TEST(name)	cmocka_unit_test_teardown(name, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_empty),
		TEST(test_logarithmic),
		TEST(test_outside),
		TEST(test_widest),
		TEST(test_level),
	};

	return cmocka_run_group_tests_name("bars", tests, NULL, NULL);
}
