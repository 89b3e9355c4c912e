// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of user-space workloads: see abi_test.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abi.h"

static int open_user(void)
{
	return open(RTLA_DEVICE_PATH, O_RDONLY | O_CLOEXEC);
}

static int attach(int fd, uint32_t cpu)
{
	struct rtla_attach attach = { .size = sizeof(attach), .cpu = cpu };

	errno = 0;
	return ioctl(fd, RTLA_IOC_ATTACH, &attach);
}

/* Wait for the next period; return 0, or -1 with errno. */
static int next_period(int fd)
{
	char byte;

	errno = 0;
	return read(fd, &byte, 1);
}

/* Start a session on CPU 1 that waits for a workload; return its descriptor. */
static int waiting_session(void)
{
	struct rtla_start good = config(&cpu1);
	int fd = session();

	good.flags = RTLA_START_NO_THREADS;
	good.timerlat.period_ns = 10000000;
	if (start(fd, &good))
		check(false, "a session without threads starts");
	return fd;
}

static void unpin(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	CPU_SET(1, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void *read_elsewhere(void *fd)
{
	return (void *)(long)(next_period(*(int *)fd) == -1 && errno == EPERM);
}

static void test_refused(void)
{
	struct rtla_start threads = config(&cpu1);
	int fd = open_user(), owner;

	pin(1);
	check(attach(fd, 1) == -1 && errno == ENODEV,
	      "attaching without a session is ENODEV");
	check(next_period(fd) == -1 && errno == EINVAL,
	      "reading before attaching is EINVAL");
	owner = session();
	start(owner, &threads);
	check(attach(fd, 1) == -1 && errno == ENODEV,
	      "attaching to a session with threads is ENODEV");
	close(owner);

	owner = waiting_session();
	check(attach(owner, 1) == -1 && errno == EINVAL,
	      "attaching with a session's descriptor is EINVAL");
	check(attach(fd, 99999) == -1 && errno == ENODEV,
	      "attaching to a CPU that does not exist is ENODEV");
	unpin();
	check(attach(fd, 1) == -1 && errno == EPERM,
	      "attaching without being bound is EPERM");
	pin(0);
	check(attach(fd, 1) == -1 && errno == EPERM,
	      "attaching from another CPU is EPERM");
	check(cpu_state(owner).state == RTLA_CPU_WAITING,
	      "the CPU waits while attaching is refused");
	close(fd);
	close(owner);
}

static void test_cycle(void)
{
	int owner = waiting_session(), fd = open_user(), second = open_user();
	struct rtla_cpu cpu;
	pthread_t thread;
	void *refused;
	double began;
	bool ok;

	pin(1);
	check(!attach(fd, 1), "a bound thread attaches");
	check(attach(fd, 1) == -1 && errno == EINVAL,
	      "attaching again is EINVAL");
	check(attach(second, 1) == -1 && errno == EBUSY,
	      "a second workload is EBUSY");
	began = now_ns() / 1e9;
	ok = true;
	for (int i = 0; i < 20; i++)
		ok = ok && !next_period(fd);
	check(ok && now_ns() / 1e9 - began > 0.15, "each read waits for a period");
	cpu = cpu_state(owner);
	check(cpu.state == RTLA_CPU_MEASURED && cpu.pid == getpid() &&
	      cpu.activations == 20, "activations of a workload are counted");
	pthread_create(&thread, NULL, read_elsewhere, &fd);
	pthread_join(thread, &refused);
	check(refused, "another thread's read is EPERM");
	close(fd);
	cpu = cpu_state(owner);
	check(cpu.state == RTLA_CPU_WAITING && !cpu.pid && cpu.detached == 1 &&
	      cpu.activations == 20,
	      "closing the workload's descriptor leaves the CPU waiting");
	check(!attach(second, 1) && !next_period(second),
	      "the next workload can attach when the first one has left");
	close(owner);
	check(next_period(second) == -1 && errno == ENODEV,
	      "a workload's read after the session's end is ENODEV");
	close(second);
}

static void test_hit(void)
{
	struct rtla_arm arm = { .size = sizeof(arm),
				.stop_ns[RTLA_CONTEXT_USER] = 1 };
	int owner = waiting_session(), fd = open_user();
	struct pollfd poll_fd = { .fd = owner, .events = POLLIN };
	struct rtla_hit hit = { 0 };

	pin(1);
	attach(fd, 1);
	ioctl(owner, RTLA_IOC_ARM, &arm);
	next_period(fd);
	check(!poll(&poll_fd, 1, 50),
	      "no user latency hits before the workload returns");
	next_period(fd);
	check(poll(&poll_fd, 1, 1000) == 1 &&
	      read(owner, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_CONTEXT_USER && hit.seqnum == 1 &&
	      hit.latency_ns > 50000000, "the user latency hits, with the time in user space");
	close(fd);
	close(owner);
}

/*
 * A hit of all three latencies is told with the last one, or when the workload
 * has not ended its period for long: the host may stand still for as long.
 */
static void test_hit_put_off(void)
{
	struct rtla_arm arm = {
		.size = sizeof(arm),
		.stop_ns = { [RTLA_CONTEXT_IRQ] = 1, [RTLA_CONTEXT_THREAD] = 1,
			     [RTLA_CONTEXT_USER] = 1 },
	};
	int owner = waiting_session(), fd = open_user();
	struct pollfd poll_fd = { .fd = owner, .events = POLLIN };
	struct rtla_hit hit = { .context = RTLA_CONTEXTS };

	pin(1);
	attach(fd, 1);
	for (int i = 0; i < 5 && hit.context != RTLA_CONTEXT_USER; i++) {
		next_period(fd);
		ioctl(owner, RTLA_IOC_ARM, &arm);
		next_period(fd);
		next_period(fd);
		if (poll(&poll_fd, 1, 1000) != 1 ||
		    read(owner, &hit, sizeof(hit)) != sizeof(hit))
			break;
	}
	check(hit.context == RTLA_CONTEXT_USER,
	      "a hit of all latencies is told with the user latency");
	ioctl(owner, RTLA_IOC_ARM, &arm);
	next_period(fd);
	check(poll(&poll_fd, 1, 1000) == 1 &&
	      read(owner, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_CONTEXT_THREAD,
	      "a hit of all latencies is told with the thread latency if the workload does not return");
	close(fd);
	close(owner);
}

static void on_alarm(int signal)
{
	(void)signal;
}

static void test_signal(void)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct itimerval timer = { .it_value.tv_usec = 2000 };
	int owner = waiting_session(), fd = open_user();
	bool interrupted = false;

	pin(1);
	attach(fd, 1);
	next_period(fd);
	sigaction(SIGALRM, &action, NULL);
	for (int i = 0; i < 20 && !interrupted; i++) {
		setitimer(ITIMER_REAL, &timer, NULL);
		interrupted = next_period(fd) == -1 && errno == EINTR;
	}
	check(interrupted, "a signal interrupts a read");
	check(!next_period(fd),
	      "a read after one that a signal interrupted waits for the period");
	close(fd);
	close(owner);
}

static void test_moved(void)
{
	int owner = waiting_session(), fd = open_user();

	pin(1);
	attach(fd, 1);
	next_period(fd);
	pin(0);
	check(next_period(fd) == -1 && errno == EXDEV,
	      "a read from another CPU is EXDEV");
	check(cpu_state(owner).state == RTLA_CPU_WAITING,
	      "a read from another CPU detaches a workload");
	pin(1);
	check(next_period(fd) == -1 && errno == ENODEV,
	      "a detached workload's read from its old CPU is ENODEV");
	close(fd);
	fd = open_user();
	attach(fd, 1);
	next_period(fd);
	pin(0);
	pin(1);
	check(next_period(fd) == -1 && errno == EXDEV,
	      "a read after the workload has moved away and back is EXDEV");
	close(fd);
	close(owner);
}

/*
 * Fork a child that is the workload of CPU 1. With @helper, the child first
 * forks a process that keeps a copy of the descriptor; *@helper becomes its id.
 */
static pid_t start_child(int owner, pid_t *helper)
{
	pid_t child = fork();
	int fd;

	if (child) {
		for (int i = 0; i < 200 && !cpu_state(owner).activations; i++)
			usleep(10000);
		return child;
	}
	close(owner);
	pin(1);
	fd = open_user();
	attach(fd, 1);
	if (helper) {
		pid_t copy = fork();

		while (!copy)
			pause();
		*helper = copy;
	}
	for (;;)
		next_period(fd);
}

static void test_death(int signal, const char *signal_name)
{
	int owner = waiting_session();
	pid_t child = start_child(owner, NULL);

	check(cpu_state(owner).pid == child,
	      named("a child is the workload before %s", signal_name));
	kill(child, signal);
	waitpid(child, NULL, 0);
	check(cpu_state(owner).state == RTLA_CPU_WAITING &&
	      cpu_state(owner).detached == 1,
	      named("%s detaches a workload", signal_name));
	close(owner);
}

static void test_death_with_copy(void)
{
	pid_t *helper = mmap(NULL, sizeof(*helper), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int owner = waiting_session(), fd = open_user();
	pid_t child = start_child(owner, helper);

	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	check(cpu_state(owner).state == RTLA_CPU_WAITING,
	      "a workload's death detaches it, though a copy of the descriptor is open");
	pin(1);
	check(!attach(fd, 1) && !next_period(fd),
	      "a workload can attach while a dead one's descriptor is open");
	kill(*helper, SIGKILL);
	close(fd);
	close(owner);
}

/* Attach to CPU 1, and begin a period which goes on for twenty more. */
static struct rtla_cpu miss_periods(int owner, int fd)
{
	pin(1);
	if (attach(fd, 1) || next_period(fd))
		check(false, "a workload of user space attaches");
	usleep(200000);
	return cpu_state(owner);
}

/*
 * Test that periods which pass unmeasured count on when nobody is left to count
 * them.
 */
static void test_skipped_at_end(void)
{
	int owner = waiting_session(), fd = open_user();
	struct rtla_cpu before, left, offline;

	before = miss_periods(owner, fd);
	close(fd);
	left = cpu_state(owner);
	printf("# %llu periods skipped, then %llu\n", before.skipped, left.skipped);
	check(before.skipped > 10 && left.skipped >= before.skipped &&
	      left.skipped < before.skipped + 1000,
	      "periods that a workload has skipped still count when it has left");
	fd = open_user();
	before = miss_periods(owner, fd);
	check(before.skipped > left.skipped + 10,
	      "skipped periods of the next workload count with those of the first");
	pin(0);
	offline = set_online("0") ? cpu_state(owner) : left;
	check(offline.state == RTLA_CPU_OFFLINE && offline.skipped >= before.skipped,
	      "periods that a workload has skipped still count when its CPU is offline");
	close(fd);
	set_online("1");
	close(owner);
}

static void test_hotplug(void)
{
	int owner = waiting_session(), fd = open_user();
	pid_t child;
	int status;

	pin(1);
	attach(fd, 1);
	next_period(fd);
	child = fork();
	if (!child) {
		pin(0);
		_exit(!set_online("0"));
	}
	while (!next_period(fd))
		;
	check(errno == ENODEV, "a read is ENODEV when the CPU goes offline");
	waitpid(child, &status, 0);
	check(!status && cpu_state(owner).state == RTLA_CPU_OFFLINE,
	      "the session tells that a workload's CPU went offline");
	close(fd);
	unpin();
	check(set_online("1") && cpu_state(owner).state == RTLA_CPU_WAITING,
	      "a CPU that comes back online waits for a workload");
	pin(1);
	fd = open_user();
	check(!attach(fd, 1) && !next_period(fd),
	      "a workload can attach to a CPU that came back online");
	close(fd);
	close(owner);
}

static void test_suspended(void)
{
	struct rtla_arm arm = {
		.size = sizeof(arm),
		.stop_ns[RTLA_CONTEXT_IRQ] = 800000000,
		.stop_ns[RTLA_CONTEXT_THREAD] = 800000000,
		.stop_ns[RTLA_CONTEXT_USER] = 800000000,
	};
	int owner = waiting_session();
	struct pollfd poll_fd = { .fd = owner, .events = POLLIN };
	pid_t child = start_child(owner, NULL);
	struct rtla_cpu cpu;
	uint64_t before;

	ioctl(owner, RTLA_IOC_ARM, &arm);
	pin(0);
	before = cpu_state(owner).activations;
	check(suspend(), "the system suspends with a workload of user space");
	usleep(300000);
	cpu = cpu_state(owner);
	check(cpu.state == RTLA_CPU_MEASURED && cpu.pid == child &&
	      cpu.suspended == 1 && cpu.activations > before + 5,
	      "a workload of user space goes on after a suspend");
	check(!poll(&poll_fd, 1, 0),
	      "the second of a suspend is no latency of a workload");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	close(owner);
}

void test_users(void)
{
	test_refused();
	test_cycle();
	test_hit();
	test_hit_put_off();
	test_signal();
	test_moved();
	test_death(SIGKILL, "SIGKILL");
	test_death(SIGTERM, "SIGTERM");
	test_death(SIGSEGV, "SIGSEGV");
	test_death_with_copy();
	test_hotplug();
	test_skipped_at_end();
	if (may_suspend("the system suspends with a workload of user space"))
		test_suspended();
	unpin();
}

/*
 * If the CPU of a workload does not come back from a suspend, the workload's
 * thread goes on elsewhere; nothing may wait for the CPU.
 */
void test_suspended_user(void)
{
	int owner = waiting_session(), fd = open_user(), status;
	pid_t child = start_child(owner, NULL);

	pin(0);
	check(suspend_without_cpu1(),
	      "a CPU with a workload of user space fails to come back");
	check(cpu_state(owner).state == RTLA_CPU_OFFLINE &&
	      cpu_state(owner).offline == 1,
	      "the session tells that the CPU which failed to come back is offline");
	check(waitpid(child, &status, WNOHANG) == 0,
	      "the workload of a CPU that failed to come back lives");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	check(bring_back() && cpu_state(owner).state == RTLA_CPU_WAITING,
	      "a CPU that failed to come back waits for a workload once it is online");
	pin(1);
	check(!attach(fd, 1) && !next_period(fd),
	      "a workload can attach to a CPU that failed to come back, once it is online");
	close(fd);
	close(owner);
	unpin();
}
