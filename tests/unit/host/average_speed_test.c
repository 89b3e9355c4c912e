// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the average frequency of CPUs during a measurement. The test stands
 * in for the registers, as two of them share bytes in a file.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "base/cpus.h"
#include "host/average_speed.h"
#include "host/machine.h"
#include "test.h"

#define SECOND	2000000000ULL	/* of a CPU at its base frequency */

static const struct cpus some = { .word = { 0x3 } };	/* CPUs 0 and 1 */

static uint64_t mperf[2], aperf[2];
static int readings;
static bool refused;

int machine_read_bytes(const struct machine *machine, void *bytes, size_t size,
		       off_t offset, const char *format, ...)
{
	va_list args;
	int cpu;

	assert_string_equal(machine->root, files_root);
	assert_string_equal(format, "/dev/cpu/%d/msr");
	va_start(args, format);
	cpu = va_arg(args, int);
	va_end(args);
	assert_int_equal(size, 8);
	readings++;
	assert_true(offset == 0xe7 || offset == 0xe8);
	if (!refused)
		memcpy(bytes, offset == 0xe7 ? &mperf[cpu] : &aperf[cpu], size);
	return refused ? EIO : 0;
}

static int begin(void **state)
{
	for (int cpu = 0; cpu < 2; cpu++)
		mperf[cpu] = aperf[cpu] = 5000;
	readings = 0;
	refused = false;
	return files_begin(state);
}

static void put_machine(const char *flags)
{
	char text[64];

	snprintf(text, sizeof(text), "processor\t: 0\nflags\t\t: %s\n", flags);
	files_put("proc/cpuinfo", text);
	files_put("dev/cpu/0/msr", "");
}

/* Return what is known of CPU 0 after these ticks. */
static double speed_after(uint64_t base, uint64_t real)
{
	struct average_speeds *speeds = average_speeds_begin(files_root, &some);
	double speed;

	assert_true(average_speed_of(speeds, 0) == 0);
	mperf[0] += base;
	aperf[0] += real;
	average_speeds_end(speeds);
	assert_true(average_speed_of(speeds, 1) == 0);
	assert_true(average_speed_of(speeds, 5) == 0);
	speed = average_speed_of(speeds, 0);
	average_speeds_free(speeds);
	return speed;
}

static void test_speed(void **state)
{
	(void)state;
	put_machine("fpu msr aperfmperf tsc");
	assert_true(fabs(speed_after(SECOND, SECOND * 62 / 100) - 0.62) < 1e-6);
	assert_true(fabs(speed_after(SECOND, SECOND * 3 / 2) - 1.5) < 1e-6);
}

/* A CPU that was idle has counted too little, and one that was offline begins anew. */
static void test_not_known(void **state)
{
	(void)state;
	put_machine("fpu msr aperfmperf tsc");
	assert_true(speed_after(SECOND / 1000, SECOND / 1000) == 0);
	assert_true(speed_after(SECOND, -4000) == 0);
	assert_true(speed_after(-4000, SECOND) == 0);
	assert_true(speed_after(SECOND, 10) == 0);
	assert_true(speed_after(SECOND / 50, SECOND) == 0);
	refused = true;
	assert_true(speed_after(SECOND, SECOND) == 0);
}

/* Where the CPU does not say that it has the registers, they are not read. */
static void test_no_counters(void **state)
{
	(void)state;
	put_machine("fpu msr tsc");
	assert_true(speed_after(SECOND, SECOND) == 0);
	assert_int_equal(readings, 0);
	average_speeds_end(NULL);
	assert_true(average_speed_of(NULL, 0) == 0);
	average_speeds_free(NULL);
}

static void test_no_driver(void **state)
{
	(void)state;
	files_put("proc/cpuinfo", "processor\t: 0\nflags\t\t: aperfmperf\n");
	assert_true(speed_after(SECOND, SECOND) == 0);
	assert_int_equal(readings, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_speed, begin, files_end),
		cmocka_unit_test_setup_teardown(test_not_known, begin, files_end),
		cmocka_unit_test_setup_teardown(test_no_counters, begin, files_end),
		cmocka_unit_test_setup_teardown(test_no_driver, begin, files_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
