// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the looks at a measurement that goes on until it is decided.
 */
#include <math.h>

#include "gates/looks.h"
#include "test.h"

static void test_next(void **state)
{
	(void)state;
	assert_int_equal(looks_next(10, 100, 0), 10);
	assert_int_equal(looks_next(10, 100, 9), 10);
	assert_int_equal(looks_next(10, 100, 10), 20);
	assert_int_equal(looks_next(10, 100, 25), 40);
	assert_int_equal(looks_next(10, 100, 40), 80);
	assert_int_equal(looks_next(10, 100, 80), 100);
	assert_int_equal(looks_next(10, 100, 99), 100);
	assert_int_equal(looks_next(10, 100, 100), 0);
	assert_int_equal(looks_next(10, 100, UINT64_MAX), 0);
	assert_int_equal(looks_next(10, 10, 0), 10);
	assert_int_equal(looks_next(10, 10, 10), 0);
	assert_int_equal(looks_next(10, 20, 10), 20);
	/* The longest times that there are. */
	assert_true(looks_next(1, UINT64_MAX, UINT64_MAX / 2 + 1) ==
		    UINT64_MAX);
	assert_int_equal(looks_next(UINT64_MAX, UINT64_MAX, UINT64_MAX), 0);
}

/* Each look is later than the one before, the last one is at the end. */
static void test_count(void **state)
{
	(void)state;
	assert_int_equal(looks_count(10, 10), 1);
	assert_int_equal(looks_count(10, 11), 2);
	assert_int_equal(looks_count(10, 20), 2);
	assert_int_equal(looks_count(10, 21), 3);
	assert_int_equal(looks_count(10, 3600), 10);
	for (uint64_t most = 7; most < 200; most++) {
		uint64_t at = 0, last = 0;
		int count = 0;

		while ((at = looks_next(7, most, at))) {
			assert_true(at > last);
			last = at;
			count++;
		}
		assert_int_equal(last, most);
		assert_int_equal(looks_count(7, most), count);
	}
}

static void test_confidence(void **state)
{
	(void)state;
	assert_true(looks_confidence(0.95, 0) == 0.95);
	assert_true(looks_confidence(0.95, 1) == 0.95);
	assert_true(fabs(looks_confidence(0.95, 10) - 0.995) < 1e-12);
	assert_true(fabs(looks_confidence(0.99, 4) - 0.9975) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_next),
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_confidence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
