// SPDX-License-Identifier: GPL-2.0
/*
 * Names of functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"
#include "symbols.h"

static struct symbols *load(const char *text)
{
	char path[] = "/tmp/symbols_test.XXXXXX";
	int fd = mkstemp(path);
	struct symbols *symbols;
	FILE *file;

	assert_true(fd >= 0);
	file = fdopen(fd, "w");
	fputs(text, file);
	fclose(file);
	symbols = symbols_load_from(path);
	unlink(path);
	return symbols;
}

static void test_find(void **state)
{
	struct symbols *symbols = load(
		"0000000000000000 A fixed_percpu_data\n"
		"ffffffff81000100 T second\n"
		"ffffffff81000000 T first\n"
		"ffffffff81000180 d data\n"
		"ffffffff81000200 t third.isra.0\n"
		"ffffffffc0000000 t in_module\t[rtla]\n");

	(void)state;
	assert_non_null(symbols);
	assert_string_equal(symbols_find(symbols, 0xffffffff81000000), "first");
	assert_string_equal(symbols_find(symbols, 0xffffffff810000ff), "first");
	assert_string_equal(symbols_find(symbols, 0xffffffff81000190), "second");
	assert_string_equal(symbols_find(symbols, 0xffffffff81000210),
			    "third.isra.0");
	assert_string_equal(symbols_find(symbols, 0xffffffffc0000004),
			    "in_module [rtla]");
	assert_null(symbols_find(symbols, 0xffffffff80ffffff));
	assert_null(symbols_find(symbols, 0xffffffff91000000));
	assert_null(symbols_find(symbols, 0));
	symbols_free(symbols);
}

/* With kptr_restrict all addresses are 0: then nothing is known. */
static void test_hidden(void **state)
{
	(void)state;
	assert_null(load("0000000000000000 T first\n"
			 "0000000000000000 t second\n"));
	assert_null(load(""));
	assert_null(symbols_load_from("/nonexistent/kallsyms"));
	assert_null(symbols_find(NULL, 1));
	symbols_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_hidden),
	};

	return cmocka_run_group_tests_name("symbols", tests, NULL, NULL);
}
