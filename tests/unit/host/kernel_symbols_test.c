// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of names of functions, from lists like /proc/kallsyms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/kernel_symbols.h"
#include "test.h"

static char path[] = "/tmp/kernel_symbols_test.XXXXXX";

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

static int write_list(void **state)
{
	FILE *out = fdopen(mkstemp(path), "w");

	(void)state;
	fputs(list, out);
	return fclose(out);
}

static int remove_list(void **state)
{
	(void)state;
	return unlink(path);
}

static void is_name(struct kernel_symbols *symbols, uint64_t address,
		    const char *wanted)
{
	char name[32] = "";

	assert_int_equal(kernel_symbols_find(symbols, address, name, sizeof(name)),
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
	{ 0xffffffffc0200050, "middle_1" },
	{ 0xffffffffc0200150, "middle_2" },
	{ 0xffffffffc0100050, "low_module" },
	{ 0xffffffffc0300050, "high_module" },
	{ 0xffffffff81000500, "last" },
	{ 0xffffff8000000150, "below_the_kernel" },
	{ 0x1000, "" },
};

/* Each of them first, and after all others. */
static void test_names(void **state)
{
	struct kernel_symbols *all = kernel_symbols_open(path);

	(void)state;
	assert_non_null(all);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		struct kernel_symbols *one = kernel_symbols_open(path);

		is_name(one, wanted[i].address, wanted[i].name);
		is_name(all, wanted[i].address, wanted[i].name);
		is_name(all, wanted[0].address, wanted[0].name);
		kernel_symbols_close(one);
	}
	kernel_symbols_close(all);
}

/* Others than root see no addresses, but zeros. */
static void test_hidden(void **state)
{
	struct kernel_symbols *symbols;
	FILE *out = fopen(path, "w");

	(void)state;
	fputs("0000000000000000 T _text\n0000000000000000 t first\n", out);
	fclose(out);
	symbols = kernel_symbols_open(path);
	is_name(symbols, 0xffffffff81000100, "");
	kernel_symbols_close(symbols);
	assert_null(kernel_symbols_open("/nowhere"));
	kernel_symbols_close(NULL);
}

/* The list is read only as far as the name needs it. */
static void test_reads_little(void **state)
{
	int ends[2];
	char pipe_path[32];
	struct kernel_symbols *symbols;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	snprintf(pipe_path, sizeof(pipe_path), "/proc/self/fd/%d", ends[0]);
	dprintf(ends[1], "0000000000000010 t first\n0000000000000020 t second\n");
	symbols = kernel_symbols_open(pipe_path);
	assert_non_null(symbols);
	/* With the end of the pipe still open, reading on would never return. */
	alarm(10);
	is_name(symbols, 0x18, "first");
	alarm(0);
	kernel_symbols_close(symbols);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_hidden),
		cmocka_unit_test(test_reads_little),
	};

	return cmocka_run_group_tests(tests, write_list, remove_list);
}
