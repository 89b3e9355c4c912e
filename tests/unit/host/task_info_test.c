// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the information on tasks: on this process, on a thread of it, and on
 * a process that has ended.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/task_info.h"
#include "test.h"

/*
 * Read this process's cgroup of version 2. The text is empty if that is the
 * root, or if there is none.
 */
static void read_cgroup(char *cgroup, size_t size)
{
	FILE *file = fopen("/proc/self/cgroup", "r");
	char line[CGROUP_LEN];

	assert_non_null(file);
	*cgroup = '\0';
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "0::/", 4) && line[4])
			snprintf(cgroup, size, "%s", line + 3);
	}
	fclose(file);
}

static void test_this_process(void **state)
{
	struct cpus allowed = { };
	struct task_info info;
	cpu_set_t set;
	char cgroup[CGROUP_LEN];

	(void)state;
	read_cgroup(cgroup, sizeof(cgroup));
	assert_int_equal(setpriority(PRIO_PROCESS, 0, 7), 0);
	assert_true(task_info_read(getpid(), &info));
	assert_int_equal(info.policy, SCHED_OTHER);
	assert_int_equal(info.nice, 7);
	assert_int_equal(info.priority, 0);
	assert_non_null(strchr(info.cgroup, '/'));
	if (*cgroup)
		assert_string_equal(info.cgroup, cgroup);
	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	for (int cpu = 0; cpu < CPU_SETSIZE && cpu < CPUS_MAX; cpu++)
		if (CPU_ISSET(cpu, &set))
			cpus_add(&allowed, cpu);
	assert_true(cpus_meet(&info.cpus, &allowed));
	allowed = cpus_without(&allowed, &info.cpus);
	assert_true(cpus_empty(&allowed));
}

static pthread_barrier_t barrier;

static void *be_batch(void *pid)
{
	struct sched_param none = { 0 };

	sched_setscheduler(0, SCHED_BATCH, &none);
	*(pid_t *)pid = gettid();
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	return NULL;
}

/*
 * The information on a thread can be read, although a listing of /proc has
 * processes only.
 */
static void test_thread(void **state)
{
	struct task_info info;
	pthread_t thread;
	pid_t pid;

	(void)state;
	pthread_barrier_init(&barrier, NULL, 2);
	assert_int_equal(pthread_create(&thread, NULL, be_batch, &pid), 0);
	pthread_barrier_wait(&barrier);
	assert_int_not_equal(pid, getpid());
	assert_true(task_info_read(pid, &info));
	pthread_barrier_wait(&barrier);
	pthread_join(thread, NULL);
	assert_int_equal(info.policy, SCHED_BATCH);
}

static void test_ended(void **state)
{
	struct task_info info;
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_false(task_info_read(pid, &info));
	assert_false(task_info_read(0, &info));
}

static void expect(struct task_info info, const char *expected)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	task_info_print(out, &info);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void test_text(void **state)
{
	(void)state;
	expect((struct task_info) { .policy = SCHED_FIFO, .priority = 95,
				     .cgroup = "/machine.slice" },
	       "SCHED_FIFO 95, cgroup /machine.slice");
	expect((struct task_info) { .policy = SCHED_RR, .priority = 1 },
	       "SCHED_RR 1");
	expect((struct task_info) { .policy = SCHED_OTHER, .nice = -5,
				     .cgroup = "/" },
	       "SCHED_OTHER nice -5, cgroup /");
	expect((struct task_info) { .policy = SCHED_IDLE }, "SCHED_IDLE");
	expect((struct task_info) { .policy = 6 }, "SCHED_DEADLINE");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_this_process),
		cmocka_unit_test(test_thread),
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests_name("task_info_read", tests, NULL, NULL);
}
