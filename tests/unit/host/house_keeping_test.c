// SPDX-License-Identifier: GPL-2.0
/*
 * Where the tool keeps house; sysfs is a directory: CPU N shares its core with
 * CPU N + 4, and of CPU 3 nothing is known.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/house_keeping.h"
#include "test.h"

static char root[] = "/tmp/house_keeping_test.XXXXXX";

static int setup(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(root));
	for (int cpu = 0; cpu < 8; cpu++) {
		char path[128];
		FILE *file;

		if (cpu % 4 == 3)
			continue;
		snprintf(path, sizeof(path), "%s/cpu%d", root, cpu);
		mkdir(path, 0755);
		strcat(path, "/topology");
		mkdir(path, 0755);
		strcat(path, "/thread_siblings_list");
		file = fopen(path, "w");
		assert_non_null(file);
		fprintf(file, "%d,%d\n", cpu % 4, cpu % 4 + 4);
		fclose(file);
	}
	return 0;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", root);
	return system(command);
}

static void expect(const char *allowed, const char *measured,
		   const char *expected)
{
	struct cpus may, are, chosen;
	char text[64];

	assert_true(cpus_parse(&may, allowed));
	assert_true(cpus_parse(&are, measured));
	chosen = house_keeping_choose(root, &may, &are);
	assert_string_equal(cpus_format(&chosen, text, sizeof(text)),
			    expected);
}

static void test_siblings(void **state)
{
	(void)state;
	expect("0-7", "1", "0,2-4,6-7");
	expect("0-7", "5", "0,2-4,6-7");
	expect("0-7", "0-2", "3,7");
	expect("2-7", "1-2", "3-4,7");
}

/* A sibling is better than a measured one. */
static void test_only_siblings(void **state)
{
	(void)state;
	expect("0-2,4-6", "0-2", "4-6");
	expect("0-1,5", "0-1", "5");
}

static void test_nothing_free(void **state)
{
	(void)state;
	expect("0-7", "0-7", "0-7");
	expect("2", "2", "2");
	expect("2", "0-7", "2");
}

static void test_unknown(void **state)
{
	(void)state;
	expect("0-7", "3", "0-2,4-7");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_siblings),
		cmocka_unit_test(test_only_siblings),
		cmocka_unit_test(test_nothing_free),
		cmocka_unit_test(test_unknown),
	};

	return cmocka_run_group_tests_name("house_keeping", tests, setup,
					   teardown);
}
