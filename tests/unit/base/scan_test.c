// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading values by a pattern.
 */
#include "base/scan.h"
#include "test.h"

static void test_values(void **state)
{
	char word[SCAN_WORD_LEN];
	uint64_t number, time;
	uint32_t half;
	int id;

	(void)state;
	assert_string_equal(scan("#12  context    irq took   5 ns t 3.05 x -7 rest",
				 "#%n context %w took %u ns t %t x %d",
				 &half, word, &number, &time, &id), " rest");
	assert_int_equal(half, 12);
	assert_string_equal(word, "irq");
	assert_int_equal(number, 5);
	assert_int_equal(time, 3050000000);
	assert_int_equal(id, -7);
	assert_string_equal(scan("5 99.99 6", "%u %_ %u", &time, &number), "");
	assert_int_equal(number, 6);
}

static void test_others(void **state)
{
	char word[SCAN_WORD_LEN];
	uint64_t number;
	int id;

	(void)state;
	assert_null(scan("x", "%u", &number));
	assert_null(scan("-5", "%u", &number));
	assert_null(scan("-", "%d", &id));
	assert_null(scan("a 5", "b %u", &number));
	assert_null(scan("", "%w", word));
	assert_null(scan("a-word-of-sixteen", "%w", word));
	assert_null(scan("5 6", "%u %$", &number));
	assert_non_null(scan("5  ", "%u %$", &number));
}

static void test_seconds(void **state)
{
	uint64_t ns;

	(void)state;
	assert_string_equal(scan_seconds("100.000003: x", &ns), ": x");
	assert_true(ns == 100000003000ULL);
	assert_non_null(scan_seconds("7.1234567891", &ns));
	assert_true(ns == 7123456789ULL);
	assert_null(scan_seconds("100", &ns));
	assert_null(scan_seconds("100.", &ns));
	assert_null(scan_seconds(".5", &ns));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_seconds),
	};

	return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
