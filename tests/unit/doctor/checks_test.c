// SPDX-License-Identifier: GPL-2.0
/*
 * Checks of the doctor: what they find where a property of a machine is good,
 * bad, or not there.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/checks.h"
#include "test.h"

#define CPU_ROOT	"/sys/devices/system/cpu"

static char root[] = "/tmp/checks_test.XXXXXX";

/* Run a command of the shell, which has to succeed. */
__attribute__((format(printf, 1, 2)))
static void shell(const char *format, ...)
{
	char command[1024];
	va_list args;

	va_start(args, format);
	assert_true(vsnprintf(command, sizeof(command), format, args) <
		    (int)sizeof(command));
	va_end(args);
	assert_int_equal(system(command), 0);
}

/* Make the file @path of the machine, with @content as its only line. */
static void put(const char *path, const char *content)
{
	shell("mkdir -p \"$(dirname '%s%s')\"; echo '%s' >'%s%s'", root, path,
	      content, root, path);
}

/* Remove the file or folder @path of the machine. */
static void drop(const char *path)
{
	shell("rm -r '%s%s'", root, path);
}

/* Check what the check @name finds if the CPUs @list are measured. */
static void finds(const char *name, const char *list, enum check_status status,
		  const char *value)
{
	const struct finding *finding = NULL;
	struct findings findings;
	struct cpus cpus;

	assert_true(cpus_parse(&cpus, list));
	assert_true(checks_make(&findings, &cpus, root));
	for (size_t i = 0; i < findings.count; i++)
		if (!strcmp(findings.finding[i].check->name, name))
			finding = &findings.finding[i];
	assert_non_null(finding);
	assert_string_equal(finding->value, value);
	assert_string_equal(finding_status(finding->status),
			    finding_status(status));
	assert_int_equal(!finding_advice(finding), status == CHECK_OK);
	findings_free(&findings);
}

/* A machine with CPUs 0 and 1. */
static int set_up(void **state)
{
	(void)state;
	strcpy(strrchr(root, '.'), ".XXXXXX");
	assert_non_null(mkdtemp(root));
	put(CPU_ROOT "/online", "0-1");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	drop("");
	return 0;
}

static void test_energy_preference(void **state)
{
	static const char name[] = "energy_preference";

	(void)state;
	finds(name, "0-1", CHECK_UNKNOWN,
	      "no cpufreq: firmware or a hypervisor controls it");
	put(CPU_ROOT "/cpu0/cpufreq/scaling_governor", "performance");
	put(CPU_ROOT "/cpu1/cpufreq/scaling_governor", "performance");
	finds(name, "0-1", CHECK_OK, "not in this cpufreq driver");
	put(CPU_ROOT "/cpu0/cpufreq/energy_performance_preference",
	    "performance");
	finds(name, "0-1", CHECK_OK, "performance");
	put(CPU_ROOT "/cpu1/cpufreq/energy_performance_preference",
	    "balance_power");
	finds(name, "0", CHECK_OK, "performance");
	finds(name, "0-1", CHECK_WARNING, "balance_power on CPUs 1");
	put(CPU_ROOT "/cpu0/cpufreq/energy_performance_preference", "");
	finds(name, "0-1", CHECK_UNKNOWN,
	      CPU_ROOT "/cpuN/cpufreq: empty");
}

static void test_throttling(void **state)
{
	static const char name[] = "thermal_throttle";

	(void)state;
	finds(name, "0-1", CHECK_UNKNOWN,
	      "this kernel does not count it for these CPUs");
	put(CPU_ROOT "/cpu0/thermal_throttle/core_throttle_count", "0");
	put(CPU_ROOT "/cpu1/thermal_throttle/core_throttle_count", "2");
	put(CPU_ROOT "/cpu1/thermal_throttle/package_throttle_count", "7");
	finds(name, "0", CHECK_OK, "never since boot");
	finds(name, "0-1", CHECK_WARNING, "7 times since boot, on CPUs 1");
	drop(CPU_ROOT "/online");
	drop(CPU_ROOT "/cpu0");
	finds(name, "0", CHECK_UNKNOWN,
	      CPU_ROOT "/cpuN/thermal_throttle: No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_energy_preference, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(test_throttling, set_up,
						tear_down),
	};

	return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
