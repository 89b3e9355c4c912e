// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of trace instances of the running kernel. They are skipped if the
 * kernel cannot offer any: not root, or tracefs is not mounted.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <event-parse.h>

#include "test.h"
#include "trace/instance.h"

#define INSTANCES	"/sys/kernel/tracing/instances"

static const struct cpus cpu0 = { .word = { 1 } };

/*
 * Return the path of a file of an instance of process @pid, until the next
 * call.
 */
static const char *path_of(pid_t pid, const char *purpose, const char *file)
{
	static char path[256];

	snprintf(path, sizeof(path), INSTANCES "/rtla.%d.%s/%s", pid, purpose,
		 file);
	return path;
}

static bool exists(pid_t pid, const char *purpose)
{
	return !access(path_of(pid, purpose, ""), F_OK);
}

static void expect_file(const char *file, const char *expected)
{
	char text[4096];
	FILE *in = fopen(path_of(getpid(), "test", file), "r");
	size_t got;

	assert_non_null(in);
	got = fread(text, 1, sizeof(text) - 1, in);
	fclose(in);
	text[got] = '\0';
	if (!strstr(text, expected))
		fail_msg("%s is \"%s\", without \"%s\"", file, text, expected);
}

static void test_settings(void **state)
{
	struct instance *instance;

	(void)state;
	assert_int_equal(instances_check(), RESULT_OK);
	assert_int_equal(instance_create(&instance, "test", &cpu0), RESULT_OK);
	assert_true(exists(getpid(), "test"));
	expect_file("tracing_on", "0");
	expect_file("trace_clock", "[mono]");
	expect_file("trace_options", "\noverwrite\n");
	expect_file("tracing_cpumask", "1\n");
	assert_int_equal(instance_on(instance), RESULT_OK);
	expect_file("tracing_on", "1");
	instance_off(instance);
	expect_file("tracing_on", "0");
	assert_true(instance_page_size(instance) >= 4096);
	instance_destroy(instance);
	assert_false(exists(getpid(), "test"));
}

static void test_descriptors(void **state)
{
	struct instance *instance;
	char text[4096];
	int fd;

	(void)state;
	assert_int_equal(instance_create(&instance, "test", &cpu0), RESULT_OK);
	fd = instance_open_raw(instance, 0);
	assert_true(fd >= 0);
	assert_int_equal(read(fd, text, sizeof(text)), -1);
	close(fd);
	fd = instance_open_text(instance);
	assert_true(read(fd, text, sizeof(text)) > 0);
	assert_int_equal(strncmp(text, "# tracer: nop", 13), 0);
	close(fd);
	instance_destroy(instance);
}

static void test_events_there(void **state)
{
	(void)state;
	assert_true(instances_have("sched", "sched_switch"));
	assert_true(instances_have("sched", NULL));
	assert_false(instances_have("sched", "sched_nothing"));
	assert_false(instances_have("nothing", NULL));
	assert_false(instances_have("nothing", "sched_switch"));
	assert_false(instances_have("", NULL));
	assert_false(instances_have("sched", ""));
	assert_false(instances_have("../events/sched", "sched_switch"));
	assert_false(instances_have("sched", "../sched/sched_switch"));
}

/*
 * Texts can be written to the files of events. If the kernel refuses a text,
 * @why has its reason.
 */
static void test_event_files(void **state)
{
	struct instance *instance;
	char why[128];

	(void)state;
	assert_int_equal(instance_create(&instance, "test", &cpu0), RESULT_OK);
	assert_true(instance_event_write(instance, "sched", "sched_switch",
					 "filter", "next_pid == 1", why,
					 sizeof(why)));
	expect_file("events/sched/sched_switch/filter", "next_pid == 1");
	assert_false(instance_event_write(instance, "sched", "sched_switch",
					  "filter", "next_pit == 1", why,
					  sizeof(why)));
	assert_string_equal(why, "Field not found");
	assert_false(instance_event_write(instance, "sched", "sched_switch",
					  "nothing", "1", why, sizeof(why)));
	assert_int_equal(instance_open_hist(instance, "sched", "nothing"), -1);
	instance_destroy(instance);
}

static int count_switches(struct tep_event *event, struct tep_record *record,
			  int cpu, void *context)
{
	(void)event;
	(void)record;
	assert_int_equal(cpu, 0);
	(*(int *)context)++;
	return 0;
}

static int switches_in(struct instance *instance)
{
	struct tep_handle *formats;
	int count = 0;

	assert_int_equal(instances_formats(&formats, "sched"), RESULT_OK);
	assert_true(instances_add_format(formats, "sched", "sched_switch"));
	assert_int_equal(instance_records(instance, formats, count_switches,
					  &count), RESULT_OK);
	tep_free(formats);
	return count;
}

/* Recorded events can be dropped, or read once. */
static void test_records(void **state)
{
	struct timespec pause = { .tv_nsec = 100000000 };
	struct instance *instance;
	cpu_set_t only_cpu0;

	(void)state;
	/*
	 * This process runs on CPU 0, so that its sleep causes switches there
	 * even if nothing else runs.
	 */
	CPU_ZERO(&only_cpu0);
	CPU_SET(0, &only_cpu0);
	assert_int_equal(sched_setaffinity(0, sizeof(only_cpu0), &only_cpu0),
			 0);
	assert_int_equal(instance_create(&instance, "test", &cpu0), RESULT_OK);
	assert_int_equal(instance_set_buffer(instance, 64), RESULT_OK);
	assert_int_equal(instance_events(instance, "sched", "sched_switch"),
			 RESULT_OK);
	instance_on(instance);
	nanosleep(&pause, NULL);
	instance_off(instance);
	assert_true(switches_in(instance) > 0);
	assert_int_equal(switches_in(instance), 0);
	instance_on(instance);
	nanosleep(&pause, NULL);
	instance_off(instance);
	assert_int_equal(instance_clear(instance), RESULT_OK);
	assert_int_equal(switches_in(instance), 0);
	instance_destroy(instance);
}

/* If the name of an instance is taken, the instance gets another name. */
static void test_name_taken(void **state)
{
	struct instance *first, *second;

	(void)state;
	assert_int_equal(instance_create(&first, "test", &cpu0), RESULT_OK);
	assert_int_equal(instance_create(&second, "test", &cpu0), RESULT_OK);
	assert_true(exists(getpid(), "test"));
	assert_true(exists(getpid(), "test-1"));
	instance_destroy(second);
	assert_true(exists(getpid(), "test"));
	assert_false(exists(getpid(), "test-1"));
	instance_destroy(first);
}

/* Start a process that creates an instance, and waits to be killed. */
static pid_t start_other(void)
{
	struct instance *instance;
	int ready[2];
	char byte = 0;
	pid_t pid;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		/* The process must not outlive a test that fails. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (!instance_create(&instance, "test", &cpu0) &&
		    write(ready[1], &byte, 1) == 1)
			pause();
		_exit(1);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

/*
 * The next run removes the instances of a killed run, but not those of a live
 * process, or with other names.
 */
static void test_left_over(void **state)
{
	struct instance *instance;
	pid_t killed, alive;

	(void)state;
	killed = start_other();
	alive = start_other();
	kill(killed, SIGKILL);
	waitpid(killed, NULL, 0);
	assert_true(exists(killed, "test"));
	assert_true(!mkdir(INSTANCES "/rtla.mine", 0755) || errno == EEXIST);
	assert_int_equal(instance_create(&instance, "test", &cpu0), RESULT_OK);
	assert_false(exists(killed, "test"));
	assert_true(exists(alive, "test"));
	assert_int_equal(rmdir(INSTANCES "/rtla.mine"), 0);
	instance_destroy(instance);
	kill(alive, SIGKILL);
	waitpid(alive, NULL, 0);
	assert_int_equal(instance_create(&instance, "test", &cpu0), RESULT_OK);
	assert_false(exists(alive, "test"));
	instance_destroy(instance);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_descriptors),
		cmocka_unit_test(test_events_there),
		cmocka_unit_test(test_event_files),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_name_taken),
		cmocka_unit_test(test_left_over),
	};

	if (geteuid() || access(INSTANCES, W_OK)) {
		puts("1..0 # SKIP not root, or no tracefs");
		return 0;
	}
	return cmocka_run_group_tests_name("instance", tests, NULL, NULL);
}
