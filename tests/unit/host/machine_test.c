// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading the files of a machine, which may contain anything.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "doctor/check.h"
#include "files.h"
#include "host/machine.h"
#include "test.h"

static struct machine machine = { .root = files_root };

static void put(const char *content, size_t size)
{
	files_put_bytes("file", 0, content, size);
}

static void check_read(const char *content, size_t size, int error,
		       const char *expected)
{
	char text[8];

	put(content, size);
	assert_int_equal(machine_read(&machine, text, sizeof(text), "/%s",
				      "file"), error);
	assert_string_equal(text, expected);
}

static void test_read(void **state)
{
	char text[8];

	(void)state;
	check_read("a b\n", 4, 0, "a b");
	check_read("a\n\n\n", 4, 0, "a");
	check_read("\n", 1, 0, "");
	check_read("1234567", 7, 0, "1234567");
	check_read("12345678", 8, EFBIG, "");
	check_read("123456789", 9, EFBIG, "");
	check_read("", 0, ENODATA, "");
	check_read("a\0b", 3, EINVAL, "");
	put("123456789", 9);
	assert_int_equal(machine_read_start(&machine, text, sizeof(text),
					    "/file"), 0);
	assert_string_equal(text, "1234567");
	assert_int_equal(machine_read(&machine, text, sizeof(text), "/none"),
			 ENOENT);
	assert_int_equal(machine_read(&machine, text, sizeof(text), "/"),
			 EINVAL);
}

static void check_number(const char *content, int error, int64_t expected)
{
	int64_t number = 0;

	put(content, strlen(content));
	assert_int_equal(machine_number(&machine, &number, "/file"), error);
	if (!error)
		assert_int_equal(number, expected);
}

static void test_numbers(void **state)
{
	(void)state;
	check_number("5\n", 0, 5);
	check_number("-1", 0, -1);
	check_number("9223372036854775807", 0, INT64_MAX);
	check_number("9223372036854775808", EINVAL, 0);
	check_number("5 6", EINVAL, 0);
	check_number("\n", EINVAL, 0);
	check_number("1111111111111111111111111111111111", EFBIG, 0);
}

static void check_cpus(const char *content, int error, const char *expected)
{
	struct cpus cpus;
	char text[64];

	put(content, strlen(content));
	assert_int_equal(machine_cpus(&machine, &cpus, "/file"), error);
	assert_string_equal(cpus_format(&cpus, text, sizeof(text)), expected);
}

static void test_cpus(void **state)
{
	(void)state;
	check_cpus("0-3,5\n", 0, "0-3,5");
	check_cpus("\n", 0, "");
	check_cpus("(null)\n", 0, "");
	check_cpus("", ENODATA, "");
	check_cpus("0-3,", EINVAL, "");
	check_cpus("8192", EINVAL, "");
}

static void test_bytes(void **state)
{
	char bytes[4];

	(void)state;
	put("0123456", 7);
	assert_int_equal(machine_read_bytes(&machine, bytes, 4, 3, "/file"), 0);
	assert_memory_equal(bytes, "3456", 4);
	assert_int_equal(machine_read_bytes(&machine, bytes, 4, 4, "/file"),
			 ENODATA);
	assert_int_equal(machine_read_bytes(&machine, bytes, 4, 99, "/file"),
			 ENODATA);
}

static void test_load(void **state)
{
	size_t size = 0, large = 100000;
	char *content = malloc(large);
	char *text;

	(void)state;
	memset(content, 'x', large);
	put(content, large);
	text = machine_load(&machine, &size, "/file");
	assert_non_null(text);
	assert_int_equal(size, large);
	assert_int_equal(strlen(text), large);
	assert_memory_equal(text, content, large);
	free(text);
	free(content);
	put("", 0);
	text = machine_load(&machine, &size, "/file");
	assert_non_null(text);
	assert_int_equal(size, 0);
	assert_string_equal(text, "");
	free(text);
	assert_null(machine_load(&machine, &size, "/none"));
	assert_int_equal(errno, ENOENT);
}

/* /dev/zero never ends: reading is given up, and what was read is dropped. */
static void test_load_too_much(void **state)
{
	struct machine real = { .root = "" };
	size_t size;

	(void)state;
	errno = 0;
	assert_null(machine_load(&real, &size, "/dev/zero"));
	assert_int_equal(errno, EFBIG);
}

/* The pipe has no writer, and machine_read() does not wait for one. */
static void test_pipe(void **state)
{
	char path[64], text[8];

	(void)state;
	snprintf(path, sizeof(path), "%s/pipe", files_root);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(machine_read(&machine, text, sizeof(text), "/pipe"),
			 EINVAL);
}

static void test_long_path(void **state)
{
	char name[5000], text[8];
	struct names names;

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(machine_read(&machine, text, sizeof(text), "/%s", name),
			 ENAMETOOLONG);
	assert_int_equal(machine_access(&machine, F_OK, "/%s", name),
			 ENAMETOOLONG);
	assert_int_equal(machine_names(&machine, &names, "/%s", name),
			 ENAMETOOLONG);
	names_free(&names);
}

static void test_names(void **state)
{
	static const char *const all[] = { "10", "9", ".9", "-1", "x", "99999999999" };
	static const struct {
		const char *name;
		int number;
	} expected[] = {
		{ "-1", -1 }, { "9", 9 }, { "10", 10 },
		{ "99999999999", -1 }, { "x", -1 },
	};
	struct names names;
	char path[64];

	(void)state;
	snprintf(path, sizeof(path), "%s/names", files_root);
	assert_int_equal(mkdir(path, 0700), 0);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		snprintf(path, sizeof(path), "%s/names/%s", files_root, all[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	assert_int_equal(machine_names(&machine, &names, "/names"), 0);
	assert_int_equal(names.count, sizeof(expected) / sizeof(expected[0]));
	for (int i = 0; i < names.count; i++) {
		assert_string_equal(names.entry[i]->d_name, expected[i].name);
		assert_int_equal(names_number(&names, i), expected[i].number);
	}
	names_free(&names);
	assert_int_equal(machine_names(&machine, &names, "/none"), ENOENT);
	names_free(&names);
}

static void check_option(const char *line, const char *name, bool found,
			 const char *expected)
{
	char value[8];

	snprintf(machine.command_line, sizeof(machine.command_line), "%s", line);
	assert_int_equal(machine_boot_option(&machine, name, value,
					     sizeof(value)), found);
	assert_string_equal(value, expected);
}

static void test_boot_options(void **state)
{
	(void)state;
	check_option("a=1 b c=2", "a", true, "1");
	check_option("a=1 b c=2", "b", true, "");
	check_option("a=1 b c=2", "c", true, "2");
	check_option("a=1 b c=2", "d", false, "");
	check_option("", "a", false, "");
	check_option(" aa=1  xa=2 ", "a", false, "");
	check_option("a=1 a=2", "a", true, "2");
	check_option("a=1 a", "a", true, "");
	check_option("a=", "a", true, "");
	check_option("a=1 -- a=2", "a", true, "1");
	check_option("a-b=1", "a_b", true, "1");
	check_option("a=123456789", "a", true, "1234567");
}

static void test_config(void **state)
{
	static const char config[] =
		"CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C=m\nCONFIG_DD=y\nCONFIG_E=y";

	(void)state;
	assert_true(config_has(config, "A"));
	assert_false(config_has(config, "B"));
	assert_false(config_has(config, "C"));
	assert_false(config_has(config, "D"));
	assert_true(config_has(config, "DD"));
	assert_true(config_has(config, "E"));
}

/*
 * The text of a file can neither control a terminal nor break JSON, once it is
 * in a finding.
 */
static void test_fact_is_clean(void **state)
{
	static struct finding finding;
	static char much[8192];

	(void)state;
	finding_set(&finding, CHECK_OK, NULL, "%s",
		    "a\tb\nc\033[2J\302\233\x7f");
	assert_string_equal(finding.value, "a b c?[2J???");
	memset(much, 'x', sizeof(much) - 1);
	finding_set(&finding, CHECK_WARNING, much, "%s", much);
	assert_int_equal(strlen(finding.value), sizeof(finding.value) - 1);
	assert_string_equal(finding.value + sizeof(finding.value) - 5, "x...");
	assert_int_equal(strlen(finding.remedy), sizeof(finding.remedy) - 1);
}

static void test_chosen(void **state)
{
	char chosen[6];

	(void)state;
	assert_true(chosen_word("a [b] c", "[]", chosen, sizeof(chosen)));
	assert_string_equal(chosen, "b");
	assert_true(chosen_word("(12345)", "()", chosen, sizeof(chosen)));
	assert_string_equal(chosen, "12345");
	assert_false(chosen_word("(123456)", "()", chosen, sizeof(chosen)));
	assert_false(chosen_word("a b", "[]", chosen, sizeof(chosen)));
	assert_false(chosen_word("]a[", "[]", chosen, sizeof(chosen)));
	assert_false(chosen_word("[]", "[]", chosen, sizeof(chosen)));
	assert_false(chosen_word("", "[]", chosen, sizeof(chosen)));
	assert_true(has_word("a bc\nd", "bc"));
	assert_true(has_word("a bc\nd", "d"));
	assert_false(has_word("abc bcd", "bc"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_load_too_much),
		cmocka_unit_test(test_pipe),
		cmocka_unit_test(test_long_path),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_boot_options),
		cmocka_unit_test(test_config),
		cmocka_unit_test(test_fact_is_clean),
		cmocka_unit_test(test_chosen),
	};

	return cmocka_run_group_tests_name("machine", tests, files_begin,
					   files_end);
}
