// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading times and sizes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/amount.h"
#include "base/parse.h"
#include "test.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static void expect_time(const char *text, int64_t bare, int64_t wanted)
{
	int64_t ns = -1;
	const char *reason = parse_time(text, bare, &ns);

	if (reason)
		fail_msg("\"%s\" was refused: %s", text, reason);
	assert_int_equal(ns, wanted);
}

static void expect_reason(const char *text, const char *wanted)
{
	int64_t ns;

	assert_string_equal(parse_amount(text, amount_times, NS_PER_US,
					 NS_PER_US, &ns) ?: "taken", wanted);
}

static void test_units(void **state)
{
	static const struct {
		const char *name;
		int64_t ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "\xc2\xb5s", 1000 },
		{ "\xce\xbcs", 1000 }, { "MS", 1000000 }, { "s", NS_PER_SEC },
		{ "sec", NS_PER_SEC }, { "m", 60 * NS_PER_SEC },
		{ "M", 60 * NS_PER_SEC }, { "min", 60 * NS_PER_SEC },
		{ "h", 3600 * NS_PER_SEC }, { "hour", 3600 * NS_PER_SEC },
		{ "Hours", 3600 * NS_PER_SEC }, { "d", 86400 * NS_PER_SEC },
		{ "D", 86400 * NS_PER_SEC }, { "days", 86400 * NS_PER_SEC },
	};
	char text[32];

	(void)state;
	for (size_t i = 0; i < COUNT(units); i++) {
		snprintf(text, sizeof(text), "3%s", units[i].name);
		expect_time(text, 0, 3 * units[i].ns);
	}
}

static void test_bare(void **state)
{
	int64_t ns;

	(void)state;
	expect_time("5", NS_PER_US, 5000);
	expect_time("5", NS_PER_SEC, 5 * NS_PER_SEC);
	expect_time("0", NS_PER_SEC, 0);
	expect_time("007", 1, 7);
	assert_string_equal(parse_time("5", 0, &ns), "no unit");
}

static void test_decimals(void **state)
{
	(void)state;
	expect_time("0.5ms", 0, 500000);
	expect_time("1.5h", 0, 5400 * NS_PER_SEC);
	expect_time("1.000000001s", 0, NS_PER_SEC + 1);
	expect_time("2.50000000000000000000s", 0, 2500 * NS_PER_MS);
	expect_reason("0.5ms", "taken");
	expect_reason("1.5", "not a whole number of the unit");
	expect_reason("500ns", "not a whole number of the unit");
	expect_reason("0.0001us", "not a whole number of the unit");
	expect_reason("0.00000000000001us", "too many digits");
}

static void test_large(void **state)
{
	int64_t ns;

	(void)state;
	expect_time("9223372036854775807ns", 0, INT64_MAX);
	assert_string_equal(parse_time("9223372036854775808ns", 0, &ns),
			    "too large");
	expect_reason("99999999999999999999999", "too large");
	expect_reason("9223372036854775807", "too large");
	expect_reason("106752d", "too large");
	expect_reason("106751d", "taken");
}

static void test_negative(void **state)
{
	(void)state;
	expect_time("-1.5us", 0, -1500);
	expect_time("-5", 1, -5);
}

static void test_none(void **state)
{
	static const char *const none[] = {
		"", "s", "-", "--1s", "+1s", " 1s", ".5s", "abc", "- 1s"
	};
	static const char *const unknown[] = {
		"1x", "1ss", "1s ", "1 s", "1m30s", "1D2", "1.s", "1e3", "0x10",
		"1.5.5s", "1\xb5s", "1s\x1b", "1k"
	};

	(void)state;
	for (size_t i = 0; i < COUNT(none); i++)
		expect_reason(none[i], "not a number");
	for (size_t i = 0; i < COUNT(unknown); i++)
		expect_reason(unknown[i], "unknown unit");
}

static void test_sizes(void **state)
{
	static const struct {
		const char *text;
		int64_t kb;
	} sizes[] = {
		{ "5", 5 }, { "5k", 5 }, { "5kB", 5 }, { "5KiB", 5 },
		{ "10M", 10240 }, { "10MB", 10240 }, { "0.5MiB", 512 },
		{ "2g", 2 << 20 }, { "2GiB", 2 << 20 }, { "-1k", -1 },
	};
	static const char *const bad[] = { "1.5k", "5T", "5s", "M", "512B" };
	int64_t kb;

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		assert_null(parse_amount(sizes[i].text, amount_sizes, 1, 1, &kb));
		assert_int_equal(kb, sizes[i].kb);
	}
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!parse_amount(bad[i], amount_sizes, 1, 1, &kb))
			fail_msg("\"%s\" was taken", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_bare),
		cmocka_unit_test(test_decimals),
		cmocka_unit_test(test_large),
		cmocka_unit_test(test_negative),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_sizes),
	};

	return cmocka_run_group_tests_name("amounts", tests, NULL, NULL);
}
