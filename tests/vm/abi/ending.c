// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of RTLA_IOC_END, which ends a session before it is closed: see
 * abi_test.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

#define SOON_US		10000000
#define PAUSE_US	20000

static short ready(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) < 0 ? POLLERR : poll_fd.revents;
}

/* RTLA_IOC_END does not wait: threads may still be there for a moment. */
static bool nothing_runs_soon(void)
{
	int waited = 0;

	for (; !nothing_runs() && waited < SOON_US; waited += PAUSE_US)
		usleep(PAUSE_US);
	return waited < SOON_US;
}

static bool is_refused(int fd)
{
	struct rtla_arm arm = { .size = sizeof(arm) };
	bool refused = ioctl(fd, RTLA_IOC_ARM, &arm) == -1 && errno == EINVAL;

	return refused && !cpu_state(fd).size && errno == EINVAL;
}

static void test_hit_at_end(void)
{
	struct rtla_start good = config(&cpu1);
	struct pollfd poll_fd = { .fd = session(), .events = POLLIN };
	struct rtla_hit hit = { 0 };
	int fd = poll_fd.fd;

	check(end_session(fd) == -1 && errno == EINVAL,
	      "ending a session before its start is EINVAL");
	good.timerlat.stop_ns[RTLA_CONTEXT_THREAD] = 1;
	start(fd, &good);
	check(poll(&poll_fd, 1, 5000) == 1 && !end_session(fd), "a session ends after a hit");
	check(nothing_runs_soon(),
	      "an ended session that is open leaves its CPUs");
	check(ready(fd) == (POLLIN | POLLHUP) &&
	      read(fd, &hit, sizeof(hit)) == sizeof(hit) && hit.cpu == 1,
	      "the hit of an ended session can still be read");
	check(ready(fd) == (POLLIN | POLLHUP) && !read(fd, &hit, sizeof(hit)),
	      "a read after the hit of an ended session says that there will be none");
	check(is_refused(fd),
	      "arming an ended session, or asking it for a CPU, is EINVAL");
	check(!end_session(fd), "ending an ended session again is no error");
	check(start_at_once(fd, &good) == -1 && errno == EBUSY && good.cpu == -1,
	      "starting an ended session again is EBUSY");
	close(fd);
}

/*
 * When a session has ended, another one can get its CPU. Ending the first
 * session again, or closing it, does not affect the other one.
 */
static void test_successor(void)
{
	struct rtla_start good = config(&cpu1);
	int fd = session(), second = session();
	uint64_t before;

	start(fd, &good);
	end_session(fd);
	check(!start(second, &good),
	      "a session gets the CPU of one that has ended and is open");
	end_session(fd);
	close(fd);
	before = cpu_state(second).activations;
	usleep(200000);
	check(cpu_state(second).state == RTLA_CPU_MEASURED &&
	      cpu_state(second).activations > before,
	      "a session goes on when the CPU's earlier one is ended again and closed");
	close(second);
}

/*
 * Fork a child that waits in a read, for a hit or as a workload. It exits with
 * 0 if the read ended as it has to when the session ends.
 */
static pid_t reader(int fd, bool workload)
{
	struct rtla_attach attach = { .size = sizeof(attach), .cpu = 1 };
	pid_t child = fork();
	struct rtla_hit hit;
	ssize_t got;

	if (child)
		return child;
	if (workload) {
		fd = open(RTLA_DEVICE_PATH, O_RDONLY);
		if (!pin(1) || ioctl(fd, RTLA_IOC_ATTACH, &attach))
			_exit(2);
	}
	do
		got = read(fd, &hit, sizeof(hit));
	while (workload && !got);
	_exit(workload ? got != -1 || errno != ENODEV : got != 0);
}

static void test_waiting(bool workload, const char *name)
{
	struct rtla_start good = config(&cpu1);
	int fd = open(RTLA_DEVICE_PATH, O_RDWR), status = -1;
	pid_t child;

	if (workload)
		good.flags = RTLA_START_NO_THREADS;
	start(fd, &good);
	child = reader(fd, workload);
	usleep(200000);
	end_session(fd);
	waitpid(child, &status, 0);
	check(!status, name);
	close(fd);
}

void test_end(void)
{
	test_hit_at_end();
	test_successor();
	test_waiting(false,
		     "a process that waits for a hit is woken by the end, and told that there is none");
	test_waiting(true,
		     "a workload that waits for its period is woken by the end, with ENODEV");
	check(nothing_runs_soon(), "closing ended sessions leaves no thread");
}
