// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of whole numbers of 128 bits: where the compiler has them, too, both
 * agree; and examples, which also a machine without such a type can test.
 */
#include "base/wide.h"
#include "random.h"
#include "test.h"

#define ROUNDS	20000

static struct wide wide(uint64_t high, uint64_t low)
{
	return (struct wide) { .low = low, .high = high };
}

static void expect(struct wide is, uint64_t high, uint64_t low)
{
	assert_true(is.high == high && is.low == low);
}

static void test_examples(void **state)
{
	uint64_t max = UINT64_MAX, rest;

	(void)state;
	expect(wide_number(max), 0, max);
	expect(wide_add(wide(1, max), wide(2, 1)), 4, 0);
	expect(wide_subtract(wide(4, 0), wide(2, 1)), 1, max);
	expect(wide_product(max, max), max - 1, 1);
	expect(wide_product(1000000000, 3000000000), 0, 3000000000000000000);
	expect(wide_times(wide(1, 1ULL << 63), 6), 9, 0);
	expect(wide_divide(wide(0, 100), 7, &rest), 0, 14);
	assert_int_equal(rest, 2);
	expect(wide_divide(wide(9, 5), 6, &rest), 1, 1ULL << 63);
	assert_int_equal(rest, 5);
	expect(wide_divide(wide(max, max), max, NULL), 1, 1);
	assert_int_equal(wide_quotient_up(max, 6, max), 6);
	assert_int_equal(wide_quotient_up(max, 5, 10), 1ULL << 63);
	assert_int_equal(wide_compare(wide(1, 0), wide(0, max)), 1);
	assert_int_equal(wide_compare(wide(0, max), wide(1, 0)), -1);
	assert_int_equal(wide_compare(wide(1, 2), wide(1, 3)), -1);
	assert_int_equal(wide_compare(wide(1, 3), wide(1, 2)), 1);
	assert_int_equal(wide_compare(wide(1, 2), wide(1, 2)), 0);
	assert_int_equal(wide_root(wide(0, 0)), 0);
	assert_int_equal(wide_root(wide(0, 8)), 2);
	assert_int_equal(wide_root(wide(0, 9)), 3);
	assert_true(wide_root(wide(max - 1, 0)) == max - 1);
	assert_true(wide_root(wide(max - 1, 1)) == max);
	assert_true(wide_root(wide(max, max)) == max);
}

#ifdef __SIZEOF_INT128__
static unsigned __int128 whole(struct wide number)
{
	return (unsigned __int128)number.high << 64 | number.low;
}

/* A number of any length: 0, a few bits, or all, and often next to a power of 2. */
static uint64_t any(struct random *random)
{
	uint64_t bits = random_bits(random) << 32 ^ random_bits(random);
	int length = random_bits(random) % 65;

	bits = length ? bits >> (64 - length) : 0;
	switch (random_bits(random) % 4) {
	case 0:
		return length ? UINT64_MAX >> (64 - length) : 0;
	case 1:
		return length ? 1ULL << (length - 1) : 0;
	}
	return bits;
}

static void test_agrees_with_compiler(void **state)
{
	struct random random = { .state = 12345 };

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t a = any(&random), by = any(&random) ?: 1, rest;
		struct wide x = wide(any(&random), a);
		struct wide y = wide(any(&random), any(&random));
		unsigned __int128 root = wide_root(x);

		assert_true(whole(wide_add(x, y)) == whole(x) + whole(y));
		assert_true(whole(wide_subtract(x, y)) == whole(x) - whole(y));
		assert_int_equal(wide_compare(x, y),
				 (whole(x) > whole(y)) - (whole(x) < whole(y)));
		assert_true(whole(wide_product(a, by)) ==
			    (unsigned __int128)a * by);
		assert_true(whole(wide_times(y, a)) == whole(y) * a);
		assert_true(whole(wide_divide(x, by, &rest)) == whole(x) / by);
		assert_true(rest == whole(x) % by);
		assert_true(root * root <= whole(x));
		assert_true(root == UINT64_MAX ||
			    (root + 1) * (root + 1) > whole(x));
	}
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_examples),
#ifdef __SIZEOF_INT128__
		cmocka_unit_test(test_agrees_with_compiler),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
