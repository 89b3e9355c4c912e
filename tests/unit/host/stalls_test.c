// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of counting SMIs and throttling during a measurement. The files are
 * like those of the kernel.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "files.h"
#include "base/cpus.h"
#include "host/stalls.h"
#include "test.h"

static const struct cpus some = { .word = { 0x7 } };	/* CPUs 0, 1, 2 */

static void put_smis(int cpu, uint64_t count)
{
	char name[64];

	snprintf(name, sizeof(name), "dev/cpu/%d/msr", cpu);
	files_put_bytes(name, 0x34, &count, sizeof(count));
}

static void put_throttled(int cpu, const char *kind, const char *count)
{
	char name[128];

	snprintf(name, sizeof(name),
		 "sys/devices/system/cpu/cpu%d/thermal_throttle/%s_throttle_count",
		 cpu, kind);
	files_put(name, count);
}

static void put_vendor(const char *vendor)
{
	char text[64];

	snprintf(text, sizeof(text), "processor\t: 0\nvendor_id\t: %s\n", vendor);
	files_put("proc/cpuinfo", text);
}

static void expect_note(const struct stalls *stalls, const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	stalls_note(out, stalls);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void test_unknown(void **state)
{
	struct stalls *stalls = stalls_begin(files_root, &some);

	(void)state;
	stalls_end(stalls);
	assert_int_equal(stalls_of(stalls, 1, STALL_SMI), -1);
	assert_int_equal(stalls_of(stalls, 1, STALL_THROTTLED), -1);
	assert_int_equal(stalls_of(stalls, 5, STALL_SMI), -1);
	expect_note(stalls, "");
	stalls_free(stalls);
	stalls_end(NULL);
	assert_int_equal(stalls_of(NULL, 1, STALL_SMI), -1);
	expect_note(NULL, "");
	stalls_free(NULL);
}

static void test_counts(void **state)
{
	struct stalls *stalls;

	(void)state;
	put_vendor("GenuineIntel");
	for (int cpu = 0; cpu < 3; cpu++)
		put_smis(cpu, 100 + cpu);
	put_throttled(0, "core", "4\n");
	put_throttled(0, "package", "9\n");
	put_throttled(1, "core", "7\n");
	stalls = stalls_begin(files_root, &some);
	put_smis(0, 103);
	put_smis(1, 101);
	put_smis(2, 90);
	put_throttled(0, "core", "12\n");
	put_throttled(1, "core", "nothing\n");
	stalls_end(stalls);
	assert_int_equal(stalls_of(stalls, 0, STALL_SMI), 3);
	assert_int_equal(stalls_of(stalls, 1, STALL_SMI), 0);
	assert_int_equal(stalls_of(stalls, 2, STALL_SMI), -1);
	assert_int_equal(stalls_of(stalls, 0, STALL_THROTTLED), 3);
	assert_int_equal(stalls_of(stalls, 1, STALL_THROTTLED), -1);
	assert_int_equal(stalls_of(stalls, 2, STALL_THROTTLED), -1);
	expect_note(stalls,
		    "SMIs of the firmware, which count as hardware or unexplained, came during the measurement: CPU 0 (3)\n"
		    "CPUs were throttled because they were too hot: CPU 0 (3)\n");
	stalls_free(stalls);
}

/* The register that counts SMIs is not read if the maker is not Intel. */
static void test_others(void **state)
{
	struct stalls *stalls;

	(void)state;
	put_vendor("AuthenticAMD");
	put_smis(0, 1);
	stalls = stalls_begin(files_root, &some);
	put_smis(0, 2);
	stalls_end(stalls);
	assert_int_equal(stalls_of(stalls, 0, STALL_SMI), -1);
	stalls_free(stalls);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests_name("stalls", tests, files_begin,
					   files_end);
}
