// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of labels, as they are given by options and by the environment.
 */
#include <stddef.h>
#include <stdio.h>

#include "base/labels.h"
#include "test.h"

static void expect(const struct labels *labels, int index, const char *key,
		   const char *value)
{
	assert_string_equal(labels->label[index].key, key);
	assert_string_equal(labels->label[index].value, value);
}

static void test_add(void **state)
{
	struct labels labels = { .count = 0 };

	(void)state;
	assert_null(labels_add(&labels, "board=rack3"));
	assert_null(labels_add(&labels, "_b2=a=b, c"));
	assert_null(labels_add(&labels, "empty="));
	assert_null(labels_add(&labels, "board=rack4"));
	assert_int_equal(labels.count, 3);
	expect(&labels, 0, "board", "rack4");
	expect(&labels, 1, "_b2", "a=b, c");
	expect(&labels, 2, "empty", "");
	/* "boar" is a key of its own, although "board" begins with it. */
	assert_null(labels_add(&labels, "boar=d"));
	assert_int_equal(labels.count, 4);
}

static void test_refused(void **state)
{
	static const char *const wrong[] = {
		"", "=", "a", "=v", "2a=v", "a b=v", "\xc3\xa4=v", "a=v\n",
		"a=\x7f",
	};
	struct labels labels = { .count = 0 };
	char text[LABEL_KEY_LEN + LABEL_VALUE_LEN + 2];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_non_null(labels_add(&labels, wrong[i]));
	snprintf(text, sizeof(text), "%0*d=v", LABEL_KEY_LEN, 0);
	text[0] = 'k';
	assert_non_null(labels_add(&labels, text));
	snprintf(text, sizeof(text), "k=%0*d", LABEL_VALUE_LEN, 0);
	assert_non_null(labels_add(&labels, text));
	text[LABEL_VALUE_LEN + 1] = '\0';
	assert_null(labels_add(&labels, text));
	assert_int_equal(labels.count, 1);
}

static void test_most(void **state)
{
	struct labels labels = { .count = 0 };
	char text[16];

	(void)state;
	for (int i = 0; i < LABELS_MAX; i++) {
		snprintf(text, sizeof(text), "k%d=v", i);
		assert_null(labels_add(&labels, text));
	}
	assert_non_null(labels_add(&labels, "more=v"));
	assert_null(labels_add(&labels, "k0=other"));
	assert_int_equal(labels.count, LABELS_MAX);
}

static void test_missing(void **state)
{
	struct labels labels = { .count = 0 };

	(void)state;
	assert_null(labels_add(&labels, "a=option"));
	assert_null(labels_add_missing(&labels, ",a=environment,b=2,,c=3,"));
	assert_int_equal(labels.count, 3);
	expect(&labels, 0, "a", "option");
	expect(&labels, 1, "b", "2");
	expect(&labels, 2, "c", "3");
	assert_null(labels_add_missing(&labels, ""));
	assert_non_null(labels_add_missing(&labels, "d=4,e"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_add),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_most),
		cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
