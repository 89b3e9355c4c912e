// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of names of functions, from lists like /proc/kallsyms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/kernel_symbols.h"
#include "test.h"

static char root[] = "/tmp/kernel_symbols_test.XXXXXX";

/* The kernel's own functions by address, and modules in no order. */
static const char list[] =
	"0000000000000000 A fixed_percpu_data\n"
	"ffffffff81000000 T _text\n"
	"ffffffff81000100 t first\n"
	"ffffffff81000200 T second\n"
	"ffffffff81000200 T second_alias\n"
	"ffffffff81000280 D data\n"
	"ffffffff81000300 W third\n"
	"ffffffff81000400 t last\n"
	"ffffffffc0300000 t high_module\t[high]\n"
	"ffffffffc0100000 t low_module\t[low]\n"
	"ffffffffc0400000 t above\t[high]\n"
	"ffffffffc0200100 t middle_2\t[middle]\n"
	"ffffffffc0200000 t middle_1\t[middle]\n"
	"ffffff8000000100 t below_the_kernel\t[below]\n";

static int write_list(const char *text)
{
	FILE *out = fopen("proc/kallsyms", "w");

	fputs(text, out);
	return fclose(out);
}

static int make_root(void **state)
{
	(void)state;
	return !mkdtemp(root) || chdir(root) || mkdir("proc", 0700);
}

static int remove_root(void **state)
{
	(void)state;
	return unlink("proc/kallsyms") || rmdir("proc") || rmdir(root);
}

static void is_name(struct kernel_symbols *symbols, uint64_t address,
		    const char *wanted)
{
	char name[32] = "";

	assert_int_equal(kernel_symbols_find(symbols, address, name,
					     sizeof(name)),
			 wanted[0] != '\0');
	assert_string_equal(name, wanted);
}

static const struct {
	uint64_t address;
	const char *name;
} wanted[] = {
	{ 0xffffffff81000100, "first" },
	{ 0xffffffff810001ff, "first" },
	{ 0xffffffff81000200, "second" },
	{ 0xffffffff81000290, "second" },
	{ 0xffffffff810003ff, "third" },
	{ 0xffffffff81000010, "_text" },
	{ 0xffffffffc0200050, "middle_1 [middle]" },
	{ 0xffffffffc0200150, "middle_2 [middle]" },
	{ 0xffffffffc0100050, "low_module [low]" },
	{ 0xffffffffc0300050, "high_module [high]" },
	{ 0xffffffff81000500, "last" },
	{ 0xffffff8000000150, "below_the_kernel [below]" },
	{ 0x1000, "" },
	{ 0xffffffffa0000000, "" },	/* far above "last" */
};

/* Each of them first, and after all others. */
static void test_names(void **state)
{
	struct kernel_symbols *all;

	(void)state;
	write_list(list);
	all = kernel_symbols_load(root);
	assert_non_null(all);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		struct kernel_symbols *one = kernel_symbols_load(root);

		is_name(one, wanted[i].address, wanted[i].name);
		is_name(all, wanted[i].address, wanted[i].name);
		is_name(all, wanted[0].address, wanted[0].name);
		kernel_symbols_free(one);
	}
	kernel_symbols_free(all);
}

/* Others than root see no addresses, but zeros. */
static void test_hidden(void **state)
{
	struct kernel_symbols *symbols;

	(void)state;
	write_list("0000000000000000 T _text\n0000000000000000 t first\n");
	symbols = kernel_symbols_load(root);
	is_name(symbols, 0xffffffff81000100, "");
	kernel_symbols_free(symbols);
	assert_null(kernel_symbols_load("/nowhere"));
	kernel_symbols_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_hidden),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
