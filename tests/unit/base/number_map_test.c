// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of maps from numbers to numbers.
 */
#include "base/number_map.h"
#include "test.h"

#define MANY	100000

static void test_empty(void **state)
{
	struct number_map map = { .count = 0 };
	int64_t value = 5;

	(void)state;
	assert_false(number_map_find(&map, 0, &value));
	assert_int_equal(value, 5);
	number_map_free(&map);
}

/* Numbers in a row, as ids of threads are, and such that differ in high bits only. */
static uint64_t number(uint64_t i)
{
	return i % 2 ? i : i << 40;
}

static void test_many(void **state)
{
	struct number_map map = { .count = 0 };
	int64_t value;

	(void)state;
	for (uint64_t i = 0; i < MANY; i++)
		assert_true(number_map_put(&map, number(i), -(int64_t)i));
	for (uint64_t i = 0; i < MANY; i += 2)
		assert_true(number_map_put(&map, number(i), i));
	assert_int_equal(map.count, MANY);
	for (uint64_t i = 0; i < MANY; i++) {
		assert_true(number_map_find(&map, number(i), &value));
		assert_int_equal(value, i % 2 ? -(int64_t)i : (int64_t)i);
	}
	assert_false(number_map_find(&map, MANY + 1, &value));
	number_map_free(&map);
	assert_false(number_map_find(&map, 1, &value));
}

static void test_text(void **state)
{
	(void)state;
	assert_int_equal(number_of_text("kworker/1:0"), number_of_text("kworker/1:0"));
	assert_true(number_of_text("kworker/1:0") != number_of_text("kworker/0:1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
