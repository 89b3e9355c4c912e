// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of times as people read them in a page.
 */
#include "base/human.h"
#include "report/readable.h"
#include "test.h"

#define US	"\302\265s"

static void check(uint64_t ns, const char *expected)
{
	char text[QUANTITY_LEN];

	assert_string_equal(readable_text(ns, text), expected);
}

static void test_units(void **state)
{
	(void)state;
	check(0, "0 ns");
	check(7, "7 ns");
	check(850, "850 ns");
	check(66566, "66.6 " US);
	check(719420, "719 " US);
	check(29791420, "29.8 ms");
	check(1234567890, "1.23 s");
	check(123456789012ULL, "123 s");
	check(UINT64_MAX, "18400000000 s");
}

static void test_exact(void **state)
{
	(void)state;
	check(1000, "1 " US);
	check(1500, "1.5 " US);
	check(1503, "1.50 " US);
	check(50000, "50 " US);
	check(50010, "50.0 " US);
	check(120000000, "120 ms");
}

/* Rounding may carry over into another unit. */
static void test_carries(void **state)
{
	(void)state;
	check(999499, "999 " US);
	check(999500, "1.00 ms");
	check(9995, "10.0 " US);
	check(999999999, "1.00 s");
}

static void check_pair(uint64_t ns, uint64_t other, const char *expected)
{
	char text[QUANTITY_LEN];

	assert_string_equal(readable_apart(ns, (uint64_t[]) { ns, other }, 2,
					   text), expected);
}

static void test_apart(void **state)
{
	(void)state;
	check_pair(66566, 50000, "66.6 " US);
	check_pair(50010, 50000, "50.01 " US);
	check_pair(50000, 50010, "50 " US);
	check_pair(50000, 50000, "50 " US);
	check_pair(30000001, 30000000, "30.000001 ms");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_exact),
		cmocka_unit_test(test_carries),
		cmocka_unit_test(test_apart),
	};

	return cmocka_run_group_tests_name("readable", tests, NULL, NULL);
}
