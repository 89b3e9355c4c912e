// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of cache_size.c: which of a CPU's caches is meant, and how large it is.
 */
#include <stdio.h>

#include "files.h"
#include "host/cache_size.h"
#include "test.h"
#include "host/machine.h"

static void put_cache(int cpu, int index, const char *level, const char *type,
		      const char *size)
{
	char name[128];
	const struct {
		const char *name;
		const char *text;
	} all[] = { { "level", level }, { "type", type }, { "size", size } };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		snprintf(name, sizeof(name), "sys/devices/system/cpu/cpu%d/cache/index%d/%s",
			 cpu, index, all[i].name);
		files_put(name, all[i].text);
	}
}

static void test_sizes(void **state)
{
	const struct machine machine = { .root = files_root };
	struct cpus cpus = { .word = { 0x7 } };

	(void)state;
	put_cache(0, 0, "1\n", "Data\n", "48K\n");
	put_cache(0, 1, "1\n", "Instruction\n", "32K\n");
	put_cache(0, 2, "2\n", "Unified\n", "2048K\n");
	put_cache(1, 0, "2\n", "Instruction\n", "32K\n");
	put_cache(1, 1, "2\n", "Data\n", "4M\n");
	put_cache(2, 0, "2\n", "Unified\n", "large\n");
	assert_int_equal(cache_size(&machine, 0, 1), 48 << 10);
	assert_int_equal(cache_size(&machine, 0, 2), 2 << 20);
	assert_int_equal(cache_size(&machine, 0, 3), 0);
	assert_int_equal(cache_size(&machine, 1, 2), 4 << 20);
	assert_int_equal(cache_size(&machine, 2, 2), 0);
	assert_int_equal(cache_size(&machine, 3, 2), 0);
	assert_int_equal(cache_size_largest(&machine, &cpus, 2), 4 << 20);
	put_cache(2, 0, "2\n", "Unified\n", "512KB\n");
	assert_int_equal(cache_size(&machine, 2, 2), 0);
	put_cache(2, 0, "2\n", "Unified\n", "-1K\n");
	assert_int_equal(cache_size(&machine, 2, 2), 0);
	put_cache(2, 0, "2\n", "Unified\n", "65536\n");
	assert_int_equal(cache_size(&machine, 2, 2), 65536);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_sizes, files_begin,
						files_end),
	};

	return cmocka_run_group_tests_name("cache_size", tests, NULL, NULL);
}
