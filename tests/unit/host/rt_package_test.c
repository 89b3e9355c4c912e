// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what is known of the kernels of distributions, and of interrupts
 * that the kernel places.
 */
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "host/machine.h"
#include "host/managed_irq.h"
#include "host/rt_package.h"
#include "test.h"

static void expect(const char *os_release, const char *release,
		   const char *command)
{
	struct machine machine = { .root = files_root };
	char found[RT_PACKAGE_LEN];

	files_put("etc/os-release", os_release);
	snprintf(machine.release, sizeof(machine.release), "%s", release);
	assert_int_equal(rt_package_find(&machine, found), !!*command);
	assert_string_equal(found, command);
}

static void test_packages(void **state)
{
	(void)state;
	expect("PRETTY_NAME=\"Debian GNU/Linux 13\"\nID=debian\n", "6.12.48+deb13-amd64",
	       "apt install linux-image-rt-amd64");
	expect("ID=debian\n", "6.12.48+deb13-cloud-amd64",
	       "apt install linux-image-rt-amd64");
	expect("ID=debian\n", "6.12.48+deb13-arm64",
	       "apt install linux-image-rt-arm64");
	/* A kernel of somebody's own does not say for which machine it is. */
	expect("ID=debian\n", "6.12.48", "");
	expect("ID=debian\n", "6.12.48-mine", "");
	expect("ID=\"rhel\"\nVERSION_ID=\"9.4\"\n", "5.14.0-427.el9.x86_64",
	       "dnf install kernel-rt");
	expect("ID_LIKE=debian\nID=ubuntu\n", "6.8.0-45-generic",
	       "pro enable realtime-kernel");
	expect("ID_LIKE=debian\n", "6.8.0-amd64", "");
	expect("ID=other\n", "6.8.0", "");
	expect("\n", "6.8.0", "");
}

static void test_managed(void **state)
{
	const struct machine machine = { .root = files_root };

	(void)state;
	assert_int_equal(managed_irq_find(&machine, 24, "nvme0q3"), MANAGED_YES);
	assert_int_equal(managed_irq_find(&machine, 24, "nvme0q0"), MANAGED_UNKNOWN);
	files_put("sys/kernel/debug/irq/irqs/24", "IRQD_ACTIVATED\n");
	assert_int_equal(managed_irq_find(&machine, 24, "nvme0q3"), MANAGED_NO);
	files_put("sys/kernel/debug/irq/irqs/24", "IRQD_AFFINITY_MANAGED\n");
	assert_int_equal(managed_irq_find(&machine, 24, "eth0"), MANAGED_YES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_packages, files_begin,
						files_end),
		cmocka_unit_test_setup_teardown(test_managed, files_begin,
						files_end),
	};

	return cmocka_run_group_tests_name("rt_package", tests, NULL, NULL);
}
