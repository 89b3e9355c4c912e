// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of finding the words that were meant by misspelt ones.
 */
#include <stddef.h>

#include "base/spelling.h"
#include "test.h"

static const char *meant(const char *word)
{
	static const char *const names[] = {
		"top", "hist", "timerlat", "osnoise", "hwnoise", "doctor",
		"a name that is much longer than any word one may misspell",
	};
	struct spelling spelling = { .word = word };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		spelling_try(&spelling, names[i]);
	return spelling.best;
}

static void test_near(void **state)
{
	(void)state;
	assert_string_equal(meant("doctr"), "doctor");
	assert_string_equal(meant("doctorr"), "doctor");
	assert_string_equal(meant("docter"), "doctor");
	assert_string_equal(meant("hits"), "hist");
	assert_string_equal(meant("tpo"), "top");
	assert_string_equal(meant("timrelat"), "timerlat");
	/* Of two names that are equally near, the first one is meant. */
	assert_string_equal(meant("hsnoise"), "osnoise");
	assert_string_equal(meant("hwnois"), "hwnoise");
	assert_string_equal(meant("top"), "top");
}

static void test_far(void **state)
{
	(void)state;
	assert_null(meant("cyclictest"));
	assert_null(meant(""));
	assert_null(meant("xyz"));
	assert_null(meant("hat"));
	assert_null(meant("a name that is much longer than any word one may misspel"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_near),
		cmocka_unit_test(test_far),
	};

	return cmocka_run_group_tests_name("spelling", tests, NULL, NULL);
}
