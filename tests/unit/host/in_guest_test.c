// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of whether a machine is a guest. The files are like those of the
 * kernel.
 */
#include "files.h"
#include "host/in_guest.h"
#include "host/machine.h"
#include "test.h"

static bool is_guest(void)
{
	struct machine machine;

	machine_init(&machine, files_root, NULL);
	return in_guest(&machine);
}

static void test_flags(void **state)
{
	(void)state;
	assert_false(is_guest());
	files_put("proc/cpuinfo", "flags\t\t: fpu hypervisors\n");
	assert_false(is_guest());
	files_put("proc/cpuinfo", "flags\t\t: fpu hypervisor lahf_lm\n");
	assert_true(is_guest());
}

static void test_type(void **state)
{
	(void)state;
	files_put("proc/cpuinfo", "processor\t: 0\n");
	assert_false(is_guest());
	files_put("sys/hypervisor/type", "xen\n");
	assert_true(is_guest());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_type),
	};

	return cmocka_run_group_tests(tests, files_begin, files_end);
}
