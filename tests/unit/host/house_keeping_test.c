// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the choice of house-keeping CPUs. A directory stands in for sysfs:
 * CPU N shares its core with CPU N + 4, but nothing is known of the cores of
 * CPUs 3 and 7.
 */
#include <stdio.h>

#include "files.h"
#include "host/house_keeping.h"
#include "test.h"

static int setup(void **state)
{
	assert_int_equal(files_begin(state), 0);
	for (int cpu = 0; cpu < 8; cpu++) {
		char name[64], siblings[16];

		if (cpu % 4 == 3)
			continue;
		snprintf(name, sizeof(name),
			 "cpu%d/topology/thread_siblings_list", cpu);
		snprintf(siblings, sizeof(siblings), "%d,%d\n", cpu % 4,
			 cpu % 4 + 4);
		files_put(name, siblings);
	}
	return 0;
}

static void expect(const char *allowed, const char *measured,
		   const char *expected)
{
	struct cpus may, are, chosen;
	char text[64];

	assert_true(cpus_parse(&may, allowed));
	assert_true(cpus_parse(&are, measured));
	chosen = house_keeping_choose(files_root, &may, &are);
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

/*
 * If no other CPUs are left, siblings of measured CPUs are chosen, not the
 * measured CPUs themselves.
 */
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
					   files_end);
}
