// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the list of tracers: that it is complete, and its rows, too.
 */
#include <string.h>

#include "stats/kind.h"
#include "test.h"
#include "trace/capabilities.h"
#include "tracer/tracer.h"
#include "tracer/tracers.h"

/* Return how many tracers of this name measure a kind. */
static int tracers_with(const char *name, enum kind kind)
{
	int count = 0;

	for (int i = 0; tracers[i]; i++)
		count += !strcmp(tracers[i]->name, name) &&
			 tracers[i]->measures_kind(kind);
	return count;
}

/* A word of --tracer stands for one tracer of a kind, and for one of any. */
static void expect_tracers_of(const char *word)
{
	int all = 0;

	for (enum kind kind = 0; kind < KINDS; kind++) {
		int count = tracers_with(word, kind);

		assert_in_range(count, 0, 1);
		all += count;
	}
	assert_int_not_equal(all, 0);
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
		expect_tracers_of(tracer_words[i]);
	for (int i = 0; tracers[i]; i++)
		if (!is_word(tracers[i]->name))
			fail_msg("--tracer does not have %s: add it to tracer_words", tracers[i]->name);
}

/* Return whether another tracer is tried before for a kind that this one measures. */
static bool may_stand_in(int tracer)
{
	for (enum kind kind = 0; kind < KINDS; kind++)
		for (int i = 0; i < tracer; i++)
			if (tracers[i]->measures_kind(kind) &&
			    tracers[tracer]->measures_kind(kind))
				return true;
	return false;
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
		assert_true(ops->stand_in || ops->only_user ||
			    !may_stand_in(i));
		assert_true(!ops->keeps_stats ||
			    (ops->count && ops->read_stats));
	}
}

/* The table of capabilities says which kinds they measure. */
static void test_capabilities(void **state)
{
	(void)state;
	for (enum kind kind = 0; kind < KINDS; kind++) {
		const struct capability *row = capabilities;

		while (row->title && strcmp(row->title, kind_row(kind)->name))
			row++;
		assert_non_null(row->title);
		assert_true(row->is_kind);
		for (int i = 0; i < RECORDERS; i++)
			assert_int_equal(!row->cell[i].why,
					 tracers_with(recorder_name(i), kind));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_capabilities),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
