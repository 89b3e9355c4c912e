// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the checks of `rtla doctor`: their findings if a property of a
 * machine is good, bad, or not there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

#define TRACING		"/sys/kernel/tracing"
#define LEFT		TRACING "/instances/osnoise_top"

/* Let process @pid have the file @path open. */
static void put_open_file(int pid, const char *path)
{
	char name[64];

	snprintf(name, sizeof(name), "proc/%d/fd/1", pid);
	files_put(name, "");
	snprintf(name, sizeof(name), "%s", files_path("proc/%d/fd/4", pid));
	unlink(name);
	assert_int_equal(symlink(path, name), 0);
}

static void test_left_threads(void **state)
{
	static const char name[] = "left_threads";

	(void)state;
	finds(name, "0-1", CHECK_UNKNOWN,
	      TRACING ": No such file or directory");
	put(TRACING "/current_tracer", "nop");
	finds(name, "0-1", CHECK_OK, "none");
	put(TRACING "/instances/other/current_tracer", "function");
	put_thread(90, "osnoise/0", KERNEL_BOUND, 0, 0, "0");
	put_thread(91, "osnoise/1", KERNEL_BOUND, 0, 0, "1");
	put_thread(92, "timerlat/x", KERNEL_BOUND, 0, 0, "1");
	/* The module's threads have the same names. */
	finds(name, "0-1", CHECK_OK, "none");
	put(LEFT "/current_tracer", "osnoise");
	finds(name, "0-1", CHECK_WARNING,
	      "osnoise/0-1 in osnoise_top: their command is gone");
	put_open_file(700, "/sys/kernel/debug/tracing/instances/osnoise_to/trace");
	finds(name, "0-1", CHECK_WARNING,
	      "osnoise/0-1 in osnoise_top: their command is gone");
	put_open_file(700, "/sys/kernel/debug/tracing/instances/osnoise_top/trace");
	finds(name, "0-1", CHECK_WARNING,
	      "osnoise/0-1 in osnoise_top for process 700");
	put(TRACING "/current_tracer", "timerlat");
	finds(name, "0-1", CHECK_WARNING,
	      "timerlat in the top-level instance: their command is gone");
	put_open_file(701, TRACING "/trace_pipe");
	finds(name, "0-1", CHECK_WARNING,
	      "timerlat in the top-level instance for process 701, osnoise/0-1 in osnoise_top for process 700");
}

/* A run of rtla that goes on is no other tool, and one that is gone is. */
static void test_left_by_rtla(void **state)
{
	static const char name[] = "left_threads";

	(void)state;
	put(TRACING "/current_tracer", "nop");
	put(TRACING "/instances/rtla.800.samples/current_tracer", "timerlat");
	finds(name, "0-1", CHECK_WARNING,
	      "timerlat in rtla.800.samples: their command is gone");
	put_thread(800, "rtla", PROGRAM, 0, 0, "0-1");
	finds(name, "0-1", CHECK_OK, "none");
}

/* The remedy of left_threads ends with the last folder. */
static void test_left_remedy(void **state)
{
	struct findings findings;

	(void)state;
	put(TRACING "/current_tracer", "osnoise");
	put(LEFT "/current_tracer", "osnoise");
	assert_true(checks_make(&findings, NULL, files_root));
	for (size_t i = 0; i < findings.count; i++)
		if (!strcmp(findings.finding[i].check->name, "left_threads"))
			assert_string_equal(finding_advice(&findings.finding[i]),
					    "echo nop > " TRACING "/current_tracer; echo nop > " LEFT "/current_tracer; rmdir " LEFT);
	findings_free(&findings);
}

/* A single check, as the analysis of a hit asks for it. */
static void test_single(void **state)
{
	struct cpus cpus;

	(void)state;
	cpus_parse(&cpus, "1");
	put("/proc/sys/vm/stat_interval", "1");
	assert_true(checks_warn("stat_interval", &cpus, files_root));
	put("/proc/sys/vm/stat_interval", "10");
	assert_false(checks_warn("stat_interval", &cpus, files_root));
	/* A setting that is not known is no warning, nor is an unknown check. */
	assert_false(checks_warn("timer_migration", &cpus, files_root));
	assert_false(checks_warn("nothing", &cpus, files_root));
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
		cmocka_unit_test_setup_teardown(test_left_threads, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_left_by_rtla, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_left_remedy, set_up,
						files_end),
		cmocka_unit_test_setup_teardown(test_single, set_up, files_end),
	};

	return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
