// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the checks of `rtla doctor`: their findings if a property of a
 * machine is good, bad, or not there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor/checks.h"
#include "files.h"
#include "test.h"

/* Make the file @path of the machine, with @content as its only line. */
static void put(const char *path, const char *content)
{
	char line[1024];

	snprintf(line, sizeof(line), "%s\n", content);
	files_put(path + 1, line);
}

/* Remove the file or folder @path of the machine. */
static void drop(const char *path)
{
	char command[512];

	snprintf(command, sizeof(command), "rm -r '%s%s'", files_root, path);
	assert_int_equal(system(command), 0);
}

/* Test the finding of the check @name if the CPUs @list are measured. */
static void finds(const char *name, const char *list, enum check_status status,
		  const char *value)
{
	const struct finding *finding = NULL;
	struct findings findings;
	struct cpus cpus;

	assert_true(cpus_parse(&cpus, list));
	assert_true(checks_make(&findings, &cpus, files_root));
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

/* Make a machine with CPUs 0 and 1. */
static int set_up(void **state)
{
	assert_int_equal(files_begin(state), 0);
	put(CPUS_ROOT "/online", "0-1");
	return 0;
}

static void test_energy_preference(void **state)
{
	static const char name[] = "energy_preference";

	(void)state;
	finds(name, "0-1", CHECK_UNKNOWN,
	      "no cpufreq: firmware or a hypervisor controls it");
	put(CPUS_ROOT "/cpu0/cpufreq/scaling_governor", "performance");
	put(CPUS_ROOT "/cpu1/cpufreq/scaling_governor", "performance");
	finds(name, "0-1", CHECK_OK, "not in this cpufreq driver");
	put(CPUS_ROOT "/cpu0/cpufreq/energy_performance_preference",
	    "performance");
	finds(name, "0-1", CHECK_OK, "performance");
	put(CPUS_ROOT "/cpu1/cpufreq/energy_performance_preference",
	    "balance_power");
	finds(name, "0", CHECK_OK, "performance");
	finds(name, "0-1", CHECK_WARNING, "balance_power on CPU 1");
	put(CPUS_ROOT "/cpu0/cpufreq/energy_performance_preference", "");
	finds(name, "0-1", CHECK_UNKNOWN,
	      CPUS_ROOT "/cpuN/cpufreq: empty");
}

static void test_throttling(void **state)
{
	static const char name[] = "thermal_throttle";

	(void)state;
	finds(name, "0-1", CHECK_UNKNOWN,
	      "this kernel does not count it for these CPUs");
	put(CPUS_ROOT "/cpu0/thermal_throttle/core_throttle_count", "0");
	put(CPUS_ROOT "/cpu1/thermal_throttle/core_throttle_count", "2");
	put(CPUS_ROOT "/cpu1/thermal_throttle/package_throttle_count", "7");
	finds(name, "0", CHECK_OK, "never since boot");
	finds(name, "0-1", CHECK_WARNING, "7 times since boot, on CPU 1");
	drop(CPUS_ROOT "/online");
	drop(CPUS_ROOT "/cpu0");
	finds(name, "0", CHECK_UNKNOWN,
	      CPUS_ROOT "/cpuN/thermal_throttle: No such file or directory");
}

/* Flags of threads in /proc/PID/stat: PF_* of the kernel. */
#define PROGRAM		0x00400100
#define KERNEL		0x00208040
#define KERNEL_BOUND	0x04208060

/* Make the files of thread @id, which may run on the CPUs @list. */
static void put_thread(int id, const char *name, unsigned int flags,
		       int priority, int policy, const char *list)
{
	char path[64], content[256];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", id, id);
	snprintf(content, sizeof(content),
		 "%d (%s) S 0 0 0 0 -1 %u 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 1 %d %d 0",
		 id, name, flags, priority, policy);
	put(path, content);
	snprintf(path, sizeof(path), "/proc/%d/task/%d/status", id, id);
	snprintf(content, sizeof(content), "Name:\t%s\nCpus_allowed_list:\t%s",
		 name, list);
	put(path, content);
}

static void test_kernel_threads(void **state)
{
	static const char name[] = "kernel_threads";

	(void)state;
	finds(name, "1", CHECK_UNKNOWN, "/proc: No such file or directory");
	put_thread(1, "systemd", PROGRAM, 0, 0, "0-1");
	finds(name, "1", CHECK_UNKNOWN, "no kernel thread is visible in /proc");
	put_thread(17, "migration/1", KERNEL_BOUND, 99, 1, "1");
	finds(name, "1", CHECK_OK,
	      "0 of 0 that can be moved may run on measured CPUs");
	put_thread(2, "kthreadd", KERNEL, 0, 0, "0");
	finds(name, "1", CHECK_OK,
	      "0 of 1 that can be moved may run on measured CPUs");
	put_thread(30, "kswapd0", KERNEL, 0, 0, "0-1");
	finds(name, "1", CHECK_WARNING,
	      "1 of 2 that can be moved may run on measured CPUs: kswapd0 30");
	finds(name, "0-1", CHECK_OK, "2 that can be moved");
	for (int id = 31; id < 36; id++)
		put_thread(id, "rcuog", KERNEL, 1, 1, "0-1");
	finds(name, "1", CHECK_WARNING,
	      "6 of 7 that can be moved may run on measured CPUs: kswapd0 30, rcuog 31 SCHED_FIFO 1, rcuog 32 SCHED_FIFO 1, rcuog 33 SCHED_FIFO 1 ...");
	put_thread(34, "rcuog", KERNEL, 1, 1, "?");
	finds(name, "1", CHECK_UNKNOWN,
	      "/proc/PID/status: its content is not understood");
}

static void test_rt_programs(void **state)
{
	static const char name[] = "rt_programs";

	(void)state;
	finds(name, "1", CHECK_UNKNOWN, "/proc: No such file or directory");
	put_thread(1, "systemd", PROGRAM, 0, 0, "0-1");
	put_thread(17, "migration/1", KERNEL_BOUND, 99, 1, "1");
	put_thread(18, "batch", PROGRAM, 0, 3, "0-1");
	finds(name, "1", CHECK_OK, "none");
	put_thread(40, "fifo", PROGRAM, 50, 1, "0");
	finds(name, "1", CHECK_OK, "0 of 1 may run on measured CPUs");
	put_thread(41, "rr", PROGRAM, 20, 2, "0-1");
	put_thread(42, "edf", PROGRAM, 0, 6, "0-1");
	finds(name, "1", CHECK_WARNING,
	      "2 of 3 may run on measured CPUs: rr 41 SCHED_RR 20, edf 42 SCHED_DEADLINE");
	finds(name, "0-1", CHECK_OK,
	      "3: fifo 40 SCHED_FIFO 50, rr 41 SCHED_RR 20, edf 42 SCHED_DEADLINE");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_energy_preference, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_throttling, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_kernel_threads, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_rt_programs, set_up,
						files_end),
	};

	return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
