// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the processes of the user-space workload: what happens when their
 * read() ends. The test replaces read() and the functions of the scheduler:
 * each read() of the descriptor of a workload takes the next step of a script.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "host/cgroup.h"
#include "host/scheduling.h"
#include "host/undo.h"
#include "run/user_workload.h"
#include "test.h"
#include "tracer/tracer.h"
#include "tracer/tracer_config.h"

/* A descriptor that no other file gets. */
#define WORKLOAD_FD	500

/* Memory that the test shares with the processes. */
static struct shared {
	int reads;
	int attached;
	int bound;
	pid_t pid;
} *shared;

static const struct cgroup no_cgroup;

/*
 * The errors of read(), in turn; 0: it succeeds after a period. After the last
 * one, read() waits for ever.
 */
static const int *script;
static int script_length;

/* The errors of the calls before read(), in turn; 0: no error. */
static int bind_errors[4], attach_errors[4];

ssize_t read(int fd, void *buffer, size_t size)
{
	int step;

	if (fd != WORKLOAD_FD)
		return syscall(SYS_read, fd, buffer, size);
	step = shared->reads++;
	if (step >= script_length)
		for (;;)
			pause();
	errno = script[step];
	return script[step] ? -1 : 0;
}

int scheduling_bind(const struct cpus *cpus)
{
	assert_int_equal(cpus_count(cpus), 1);
	return bind_errors[shared->bound++];
}

/* A killed process is moved to the CPUs of the command, so that it can end. */
int scheduling_bind_process(pid_t pid, const struct cpus *cpus)
{
	assert_true(pid > 0);
	assert_true(cpus_count(cpus) >= 1);
	return 0;
}

int scheduling_set(const struct priority *priority)
{
	assert_true(priority->given);
	return 0;
}

static int attach(int cpu)
{
	(void)cpu;
	shared->pid = getpid();
	errno = attach_errors[shared->attached++];
	return errno ? -1 : dup2(STDIN_FILENO, WORKLOAD_FD);
}

static const struct tracer_ops ops = { .attach = attach };

static const struct undo_list no_list = { .fd = -1 };

static struct user_workload *start(const int *steps, int length)
{
	static struct tracer_config config;
	struct user_workload *workload;

	cpus_add(&config.cpus, 3);
	script = steps;
	script_length = length;
	assert_int_equal(user_workload_start(&workload, &ops, NULL,
					     &config, &no_cgroup, &no_list),
			 RESULT_OK);
	assert_int_equal(user_workload_count(workload), 1);
	return workload;
}

static bool has_ended(const struct user_workload *workload, int ms)
{
	struct pollfd fds = {
		.fd = user_workload_fd(workload, 0), .events = POLLIN,
	};

	return poll(&fds, 1, ms) == 1;
}

static void expect_end(struct user_workload *workload, const char *said)
{
	struct capture capture;

	assert_true(has_ended(workload, 5000));
	capture_begin(&capture);
	user_workload_ended(workload, 0);
	assert_string_equal(capture_end(&capture), said);
	user_workload_stop(workload);
}

static int setup(void **state)
{
	(void)state;
	memset(shared, 0, sizeof(*shared));
	memset(bind_errors, 0, sizeof(bind_errors));
	memset(attach_errors, 0, sizeof(attach_errors));
	return 0;
}

/* Neither signals nor periods end a process; user_workload_stop() does. */
static void test_measure(void **state)
{
	static const int steps[] = { 0, 0, EINTR, 0 };
	struct user_workload *workload = start(steps, 4);

	(void)state;
	assert_false(has_ended(workload, 300));
	assert_int_equal(shared->reads, 5);
	assert_int_equal(shared->attached, 1);
	assert_int_equal(kill(shared->pid, 0), 0);
	user_workload_stop(workload);
	assert_int_equal(kill(shared->pid, 0), -1);
}

static void test_moved(void **state)
{
	static const int steps[] = { 0, EXDEV };

	(void)state;
	expect_end(start(steps, 2),
		   "rtla: CPU 3: its workload ended: it was moved to another CPU: it is not measured any more\n");
	assert_int_equal(shared->attached, 1);
}

/*
 * The CPU goes offline for a while: at first the process cannot be bound to it.
 * Then the session has not taken the CPU back yet, and does so later.
 */
static void test_offline(void **state)
{
	static const int steps[] = { 0, ENODEV, 0, 0 };
	struct user_workload *workload;

	(void)state;
	bind_errors[1] = EINVAL;
	attach_errors[1] = ENODEV;
	workload = start(steps, 4);
	assert_false(has_ended(workload, 1500));
	assert_int_equal(shared->bound, 4);
	assert_int_equal(shared->attached, 3);
	assert_int_equal(shared->reads, 5);
	user_workload_stop(workload);
}

/* When the CPU is back, another workload measures it. */
static void test_taken(void **state)
{
	static const int steps[] = { ENODEV };

	(void)state;
	attach_errors[1] = EBUSY;
	expect_end(start(steps, 1),
		   "rtla: CPU 3: its workload cannot measure: Device or resource busy: another workload measures it: end that\n");
}

static void test_killed(void **state)
{
	struct user_workload *workload = start(NULL, 0);

	(void)state;
	assert_int_equal(kill(shared->pid, SIGKILL), 0);
	expect_end(workload,
		   "rtla: CPU 3: its workload ended by signal 9: it is not measured any more\n");
}

/*
 * A process has none of its parent's descriptors but the standard ones and a
 * pipe.
 */
static void test_descriptors(void **state)
{
	int extra = open("/dev/null", O_RDONLY);
	struct user_workload *workload = start(NULL, 0);
	char path[64];

	(void)state;
	assert_true(extra >= 3);
	for (int fd = 3; fd < 64; fd++) {
		snprintf(path, sizeof(path), "/proc/%d/fd/%d", shared->pid, fd);
		assert_int_equal(access(path, F_OK), fd == 3 ? 0 : -1);
	}
	user_workload_stop(workload);
	close(extra);
}

static void test_name(void **state)
{
	struct user_workload *workload = start(NULL, 0);
	char path[64], name[32] = "";
	FILE *file;

	(void)state;
	snprintf(path, sizeof(path), "/proc/%d/comm", shared->pid);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(name, sizeof(name), file));
	fclose(file);
	assert_string_equal(name, "timerlatu/3\n");
	user_workload_stop(workload);
}

#define TEST(name)	cmocka_unit_test_setup(name, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_measure),
		TEST(test_moved),
		TEST(test_offline),
		TEST(test_taken),
		TEST(test_killed),
		TEST(test_descriptors),
		TEST(test_name),
	};

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 1;
	return cmocka_run_group_tests_name("user_workload", tests, NULL, NULL);
}
