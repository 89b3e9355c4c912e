// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the description of the machine, which is read from files that may be
 * missing.
 */
#include <string.h>

#include "files.h"
#include "host/host_info.h"
#include "test.h"

static void test_nothing(void **state)
{
	struct host_info info;

	(void)state;
	host_info_read(files_root, &info);
	assert_string_equal(info.name, "");
	assert_string_equal(info.machine_id, "");
	assert_string_equal(info.cpu_model, "");
	assert_string_equal(info.board, "");
}

static void test_arm(void **state)
{
	struct host_info info;

	(void)state;
	files_put("proc/cpuinfo", "processor\t: 0\nCPU part\t: 0xd08\n");
	files_put_bytes("proc/device-tree/model", 0, "Some Board 4\0", 13);
	host_info_read(files_root, &info);
	assert_string_equal(info.cpu_model, "0xd08");
	assert_string_equal(info.board, "Some Board 4");
}

static void test_pc(void **state)
{
	struct host_info info, other;

	(void)state;
	files_put("proc/sys/kernel/hostname", "rack3.example.org\n");
	files_put("etc/machine-id", "0123456789abcdef0123456789abcdef\n");
	files_put("proc/cpuinfo", "processor\t: 0\nmodel name\t: A CPU @ 2 GHz\n");
	files_put("sys/class/dmi/id/sys_vendor", "To Be Filled By O.E.M.\n");
	files_put("sys/class/dmi/id/product_name", "Default string\n");
	files_put("sys/class/dmi/id/board_vendor", "Maker\n");
	files_put("sys/class/dmi/id/board_name", "X1\n");
	host_info_read(files_root, &info);
	assert_string_equal(info.name, "rack3");
	assert_string_equal(info.cpu_model, "A CPU @ 2 GHz");
	assert_string_equal(info.board, "Maker X1");
	/*
	 * The hashed machine id has the length of a SHA-256 hash, does not
	 * contain the id, and is the same each time.
	 */
	assert_int_equal(strlen(info.machine_id), 43);
	assert_null(strstr(info.machine_id, "01234567"));
	host_info_read(files_root, &other);
	assert_string_equal(other.machine_id, info.machine_id);
	files_put("etc/machine-id", "0123456789abcdef0123456789abcdee\n");
	files_put("sys/class/dmi/id/sys_vendor", "Vendor\n");
	files_put("sys/class/dmi/id/product_name", "Server 9\n");
	host_info_read(files_root, &other);
	assert_string_not_equal(other.machine_id, info.machine_id);
	assert_string_equal(other.board, "Vendor Server 9");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_arm),
		cmocka_unit_test(test_pc),
	};

	return cmocka_run_group_tests_name("host_info", tests, files_begin,
					   files_end);
}
