// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of an array that grows, element by element.
 */
#include <stdlib.h>

#include "base/array.h"
#include "test.h"

static void test_grows(void **state)
{
	int *array = NULL, moved = 0;

	(void)state;
	for (int count = 0; count < 1000; count++) {
		int *grown = array_grow(array, count, sizeof(*array));

		assert_non_null(grown);
		moved += grown != array;
		array = grown;
		array[count] = count;
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(array[i], i);
	/*
	 * The array has had room for 1, 2, 4 and so on to 1024 elements, so it
	 * was moved at most 11 times.
	 */
	assert_in_range(moved, 1, 11);
	free(array);
}

static void test_too_large(void **state)
{
	char one[1] = "a";

	(void)state;
	assert_null(array_grow(one, (size_t)1 << 62, 8));
	assert_int_equal(*one, 'a');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grows),
		cmocka_unit_test(test_too_large),
	};

	return cmocka_run_group_tests_name("array", tests, NULL, NULL);
}
