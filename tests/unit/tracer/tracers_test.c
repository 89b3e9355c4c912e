// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the list of tracers: that it is complete, and its rows, too.
 */
#include <string.h>

#include "test.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

/* Return how many tracers of this name --tracer can ask for. */
static int tracers_with(const char *name)
{
	int count = 0;

	for (int i = 0; tracers[i]; i++)
		count += !tracers[i]->needs_no_module &&
			 !strcmp(tracers[i]->name, name);
	return count;
}

static bool is_word(const char *text)
{
	for (int i = 1; tracer_words[i]; i++)
		if (!strcmp(tracer_words[i], text))
			return true;
	return false;
}

static void test_words(void **state)
{
	(void)state;
	assert_string_equal(tracer_words[0], "auto");
	for (int i = 1; tracer_words[i]; i++)
		assert_int_equal(tracers_with(tracer_words[i]), 1);
	for (int i = 0; tracers[i]; i++)
		if (!tracers[i]->needs_no_module && !is_word(tracers[i]->name))
			fail_msg("--tracer does not have %s: add it to tracer_words", tracers[i]->name);
}

/* One that is tried after another says that it stands in for it. */
static void test_rows(void **state)
{
	(void)state;
	for (int i = 0; tracers[i]; i++) {
		const struct tracer_ops *ops = tracers[i];

		assert_non_null(ops->name);
		assert_non_null(ops->title);
		assert_non_null(ops->system);
		assert_non_null(ops->clock);
		assert_true(!i || ops->needs_no_module || ops->stand_in);
		assert_true(!ops->keeps_stats ||
			    (ops->count && ops->read_stats));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
