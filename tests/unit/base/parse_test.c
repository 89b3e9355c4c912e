// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of parsing numbers, ids and priorities.
 */
#include <sched.h>
#include <stdlib.h>

#include "base/parse.h"
#include "test.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static void test_numbers(void **state)
{
	static const char *const bad[] = {
		"", "abc", "-", "--1", "- 1", "+1", " 1", "1 ", "1x", "0x10", "1.5", "1e3",
		"9223372036854775808", "-9223372036854775808",
		"99999999999999999999999"
	};
	int64_t value;

	(void)state;
	assert_null(parse_number("0", &value));
	assert_int_equal(value, 0);
	assert_null(parse_number("0100", &value));
	assert_int_equal(value, 100);
	assert_null(parse_number("9223372036854775807", &value));
	assert_true(value == INT64_MAX);
	assert_null(parse_number("-1", &value));
	assert_int_equal(value, -1);
	assert_null(parse_number("-0", &value));
	assert_int_equal(value, 0);
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!parse_number(bad[i], &value))
			fail_msg("\"%s\" was taken", bad[i]);
}

static void test_ids(void **state)
{
	static const char *const bad[] = {
		"", "0", "0x0", "00", "-1", "+1", " 1", "1 ", "1x", "x", "08",
		"101", "0x65", "4294967297", "99999999999999999999999"
	};
	int id;

	(void)state;
	assert_null(parse_id("1", 100, &id));
	assert_int_equal(id, 1);
	assert_null(parse_id("100", 100, &id));
	assert_int_equal(id, 100);
	assert_null(parse_id("0xf", 100, &id));
	assert_int_equal(id, 15);
	assert_null(parse_id("017", 100, &id));
	assert_int_equal(id, 15);
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!parse_id(bad[i], 100, &id))
			fail_msg("\"%s\" was taken", bad[i]);
	assert_int_equal(id, 15);
}

static struct priority good(const char *text)
{
	struct priority priority = { .given = false };
	const char *reason = parse_priority(text, &priority);

	if (reason)
		fail_msg("\"%s\" was refused: %s", text, reason);
	assert_true(priority.given);
	return priority;
}

static void test_nice(void **state)
{
	(void)state;
	assert_int_equal(good("o:0").policy, SCHED_OTHER);
	assert_int_equal(good("o:-20").nice, -20);
	assert_int_equal(good("O:19").nice, 19);
	assert_int_equal(good("o:-0").nice, 0);
}

static void test_realtime(void **state)
{
	(void)state;
	assert_int_equal(good("f:1").policy, SCHED_FIFO);
	assert_int_equal(good("F:99").priority, 99);
	assert_int_equal(good("r:1").policy, SCHED_RR);
	assert_int_equal(good("R:50").priority, 50);
}

static void test_deadline(void **state)
{
	struct priority priority = good("d:100us:1ms");

	(void)state;
	assert_int_equal(priority.policy, 6);
	assert_int_equal(priority.runtime_ns, 100000);
	assert_int_equal(priority.period_ns, 1000000);
	priority = good("D:5000ns:1S");
	assert_int_equal(priority.runtime_ns, 5000);
	assert_int_equal(priority.period_ns, 1000000000);
	assert_int_equal(good("d:1ms:1ms").runtime_ns, 1000000);
}

static void test_bad_priorities(void **state)
{
	static const char *const bad[] = {
		"", "o", "o:", "o:20", "o:-21", "o:x", "o:1x", "o:--1", "o:+1",
		"f:0", "f:100", "f:-1", "f:", "r:0", "r:100", "f95", "x:1",
		"f:5 ", "f: 5", "95", "ff:5",
		"d:", "d:100us", "d:100us:", "d::1ms", "d:100:1000",
		"d:100000:1000000", "d:100us:1000", "d:2ms:1ms", "d:0us:1ms",
		"d:100us:1ms:2ms", "d:100us:1msx", "d:100us:1y", "d:-1us:1ms",
		"d:100000000000000000000us:1ms"
	};
	struct priority priority = { .given = false };

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!parse_priority(bad[i], &priority))
			fail_msg("\"%s\" was taken", bad[i]);
	assert_false(priority.given);
}

/*
 * On the kernel's scale of priorities, lower numbers are more urgent, and
 * deadline threads come before all others.
 */
static void test_in_kernel(void **state)
{
	struct priority none = { .given = false };
	struct priority priority;

	(void)state;
	assert_int_equal(priority_in_kernel(&none, 4), 4);
	priority = good("f:95");
	assert_int_equal(priority_in_kernel(&priority, 0), 4);
	priority = good("r:1");
	assert_int_equal(priority_in_kernel(&priority, 0), 98);
	priority = good("o:0");
	assert_int_equal(priority_in_kernel(&priority, 0), 120);
	priority = good("o:-20");
	assert_int_equal(priority_in_kernel(&priority, 0), 100);
	priority = good("d:1us:1ms");
	assert_int_equal(priority_in_kernel(&priority, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_ids),
		cmocka_unit_test(test_nice),
		cmocka_unit_test(test_realtime),
		cmocka_unit_test(test_deadline),
		cmocka_unit_test(test_bad_priorities),
		cmocka_unit_test(test_in_kernel),
	};

	return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
