// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of lists of CPUs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "test.h"

static void expect(const char *text, const char *normal, int count)
{
	struct cpus cpus;
	char list[64];

	assert_true(cpus_parse(&cpus, text));
	assert_string_equal(cpus_format(&cpus, list, sizeof(list)), normal);
	assert_int_equal(cpus_count(&cpus), count);
}

static void test_good(void **state)
{
	(void)state;
	expect("0", "0", 1);
	expect("0-3", "0-3", 4);
	expect("0-3,5", "0-3,5", 5);
	expect("5,0-3", "0-3,5", 5);
	expect("1,1,1-1", "1", 1);
	expect("62-65", "62-65", 4);
	expect("0-1,2-3", "0-3", 4);
	expect("8191", "8191", 1);
	expect("007", "7", 1);
}

static void test_bad(void **state)
{
	static const char *const texts[] = {
		"", "-1", "abc", "1-", "-", "3-1", "1,", ",1", "1,,2", "0-3x",
		"0 3", " 1", "1 ", "0x1", "1.5", "8192", "0-8192", "1--2",
		"99999999999999999999", "+1", "0-3-5"
	};
	struct cpus cpus;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (cpus_parse(&cpus, texts[i]))
			fail_msg("\"%s\" was taken", texts[i]);
}

static void test_where(void **state)
{
	(void)state;
	assert_int_equal(cpus_wrong("0-3,5"), 0);
	assert_int_equal(cpus_wrong(""), 1);
	assert_int_equal(cpus_wrong("abc"), 1);
	assert_int_equal(cpus_wrong("1-"), 3);
	assert_int_equal(cpus_wrong("0-3x"), 4);
	assert_int_equal(cpus_wrong("0,,2"), 3);
	assert_int_equal(cpus_wrong("3-1"), 4);
}

static void test_walk(void **state)
{
	static const int expected[] = { 0, 63, 64, 8191 };
	struct cpus cpus;
	int seen = 0;
	int cpu;

	(void)state;
	assert_true(cpus_parse(&cpus, "0,63-64,8191"));
	cpus_for_each(cpu, &cpus)
		assert_int_equal(cpu, expected[seen++]);
	assert_int_equal(seen, 4);
	assert_int_equal(cpus_last(&cpus), 8191);
	assert_true(cpus_has(&cpus, 63));
	assert_false(cpus_has(&cpus, 62));
	assert_false(cpus_has(&cpus, -1));
	assert_false(cpus_has(&cpus, CPUS_MAX));
}

static void test_empty(void **state)
{
	struct cpus cpus = { .word = { 0 } };
	char list[8] = "x";

	(void)state;
	assert_true(cpus_empty(&cpus));
	assert_int_equal(cpus_last(&cpus), -1);
	assert_int_equal(cpus_next(&cpus, 0), -1);
	assert_string_equal(cpus_format(&cpus, list, sizeof(list)), "");
	cpus_add(&cpus, 70);
	assert_false(cpus_empty(&cpus));
	assert_int_equal(cpus_next(&cpus, 0), 70);
}

static void test_without(void **state)
{
	struct cpus from, less, rest;
	char list[16];

	(void)state;
	assert_true(cpus_parse(&from, "0-7,100"));
	assert_true(cpus_parse(&less, "2-3,9"));
	rest = cpus_without(&from, &less);
	assert_string_equal(cpus_format(&rest, list, sizeof(list)),
			    "0-1,4-7,100");
	rest = cpus_both(&from, &less);
	assert_string_equal(cpus_format(&rest, list, sizeof(list)), "2-3");
	cpus_add_all(&less, &from);
	assert_string_equal(cpus_format(&less, list, sizeof(list)),
			    "0-7,9,100");
}

/* A list that does not fit is cut; nothing is written beyond its room. */
static void test_cut(void **state)
{
	struct cpus cpus;
	char list[12];

	(void)state;
	memset(list, 'x', sizeof(list));
	assert_true(cpus_parse(&cpus, "1,3,5,7,9,11,13,15,17,19"));
	cpus_format(&cpus, list, sizeof(list) - 2);
	assert_string_equal(list, "1,3,5,7,9");
	assert_int_equal(list[10], 'x');
}

static void test_machine(void **state)
{
	struct cpus present, online, gone;

	(void)state;
	cpus_present(&present);
	cpus_online(&online);
	assert_false(cpus_empty(&online));
	gone = cpus_without(&online, &present);
	assert_true(cpus_empty(&gone));
}

static void test_mask(void **state)
{
	char text[CPUS_MASK_SIZE];
	struct cpus cpus;

	(void)state;
	assert_true(cpus_parse_mask(&cpus, "3,0000000C"));
	assert_string_equal(cpus_format(&cpus, text, sizeof(text)), "2-3,32-33");
	cpus_format_mask(&cpus, "0,ffffffff", text);
	assert_string_equal(text, "3,0000000c");
	cpus_format_mask(&cpus, "f", text);
	assert_string_equal(text, "c");
	assert_false(cpus_parse_mask(&cpus, ""));
	assert_false(cpus_parse_mask(&cpus, ","));
	assert_false(cpus_parse_mask(&cpus, "0x3"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_where),
		cmocka_unit_test(test_walk),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_without),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_mask),
	};

	return cmocka_run_group_tests_name("cpus", tests, NULL, NULL);
}
