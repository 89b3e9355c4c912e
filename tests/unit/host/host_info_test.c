// SPDX-License-Identifier: GPL-2.0
/*
 * Which machine this is, out of files that may not be there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/host_info.h"
#include "test.h"

static char root[] = "/tmp/host_info_test.XXXXXX";

/* Write @size bytes to a file below the root, and make its folders. */
static void put(const char *name, const char *content, size_t size)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	for (char *at = strchr(path + sizeof(root), '/'); at;
	     at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0755);
		*at = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(content, 1, size, file), size);
	fclose(file);
}

static void put_text(const char *name, const char *text)
{
	put(name, text, strlen(text));
}

static void test_nothing(void **state)
{
	struct host_info info;

	(void)state;
	host_info_read(root, &info);
	assert_string_equal(info.name, "");
	assert_string_equal(info.machine_id, "");
	assert_string_equal(info.cpu_model, "");
	assert_string_equal(info.board, "");
}

static void test_arm(void **state)
{
	struct host_info info;

	(void)state;
	put_text("proc/cpuinfo", "processor\t: 0\nCPU part\t: 0xd08\n");
	put("proc/device-tree/model", "Some Board 4\0", 13);
	host_info_read(root, &info);
	assert_string_equal(info.cpu_model, "0xd08");
	assert_string_equal(info.board, "Some Board 4");
}

static void test_pc(void **state)
{
	struct host_info info, other;

	(void)state;
	put_text("proc/sys/kernel/hostname", "rack3.example.org\n");
	put_text("etc/machine-id", "0123456789abcdef0123456789abcdef\n");
	put_text("proc/cpuinfo", "processor\t: 0\nmodel name\t: A CPU @ 2 GHz\n");
	put_text("sys/class/dmi/id/sys_vendor", "To Be Filled By O.E.M.\n");
	put_text("sys/class/dmi/id/product_name", "Default string\n");
	put_text("sys/class/dmi/id/board_vendor", "Maker\n");
	put_text("sys/class/dmi/id/board_name", "X1\n");
	host_info_read(root, &info);
	assert_string_equal(info.name, "rack3");
	assert_string_equal(info.cpu_model, "A CPU @ 2 GHz");
	assert_string_equal(info.board, "Maker X1");
	/* It does not change, has the length of SHA-256, and is not the id. */
	assert_int_equal(strlen(info.machine_id), 43);
	assert_null(strstr(info.machine_id, "01234567"));
	host_info_read(root, &other);
	assert_string_equal(other.machine_id, info.machine_id);
	put_text("etc/machine-id", "0123456789abcdef0123456789abcdee\n");
	put_text("sys/class/dmi/id/sys_vendor", "Vendor\n");
	put_text("sys/class/dmi/id/product_name", "Server 9\n");
	host_info_read(root, &other);
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
	char command[64];
	int failed;

	if (!mkdtemp(root))
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	snprintf(command, sizeof(command), "rm -r %s", root);
	return system(command) || failed;
}
