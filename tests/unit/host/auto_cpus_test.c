// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of "--cpus auto" on made-up machines with eight CPUs, of which N and N
 * + 4 share a core.
 */
#include <stdio.h>

#include "files.h"
#include "host/auto_cpus.h"
#include "test.h"
#include "host/machine.h"

#define CPU	"sys/devices/system/cpu/"

static int begin(void **state)
{
	if (files_begin(state))
		return -1;
	for (int cpu = 0; cpu < 8; cpu++) {
		char name[80], siblings[16];

		snprintf(name, sizeof(name), CPU "cpu%d/topology/thread_siblings_list",
			 cpu);
		snprintf(siblings, sizeof(siblings), "%d,%d\n", cpu % 4, cpu % 4 + 4);
		files_put(name, siblings);
	}
	/* As a kernel without nohz_full= says it. */
	files_put(CPU "isolated", "\n");
	files_put(CPU "nohz_full", "  (null)\n");
	return 0;
}

static void expect(const char *online, const char *house_keeping,
		   const char *list, const char *reason)
{
	const struct machine machine = { .root = files_root };
	struct cpus all, ours = { { 0 } }, chosen;
	char why[AUTO_CPUS_WHY_LEN], text[64];

	assert_true(cpus_parse(&all, online));
	if (*house_keeping)
		assert_true(cpus_parse(&ours, house_keeping));
	chosen = auto_cpus_choose(&machine, &all, &ours, why);
	assert_string_equal(cpus_format(&chosen, text, sizeof(text)), list);
	assert_string_equal(why, reason);
}

static void test_isolated(void **state)
{
	(void)state;
	files_put(CPU "isolated", "2-3,6-7\n");
	files_put(CPU "nohz_full", "1-3\n");
	expect("0-7", "", "2-3", "isolated, one of each core");
	expect("0-7", "2,6", "3", "isolated, one of each core");
	expect("0-2,4-7", "", "2,7", "isolated, one of each core");
	files_put(CPU "isolated", "2-3\n");
	expect("0-7", "", "2-3", "isolated");
	expect("0-7", "2-3", "", "isolated");
}

static void test_partitions(void **state)
{
	(void)state;
	files_put("sys/fs/cgroup/cpuset.cpus.isolated", "3,5,7\n");
	expect("0-7", "", "3,5", "isolated, one of each core");
	files_put(CPU "isolated", "1\n");
	expect("0-7", "", "1,3", "isolated, one of each core");
}

static void test_nohz_full(void **state)
{
	(void)state;
	files_put(CPU "nohz_full", "2-3\n");
	expect("0-7", "", "2-3", "of nohz_full, as none is isolated");
}

/* CPUs that are isolated but offline do not count. */
static void test_none(void **state)
{
	(void)state;
	expect("0-7", "", "0-3", "online, as none is isolated, one of each core");
	expect("0-7", "0", "1-4", "online, as none is isolated, one of each core");
	files_put(CPU "isolated", "7\n");
	expect("0-3", "", "0-3", "online, as none is isolated");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_isolated, begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_partitions, begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_nohz_full, begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_none, begin, files_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
