// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the privileges that /dev/rtla requires: see abi_test.c, and
 * Documentation/security.md.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

#define NOBODY		65534
#define NONE		0ULL
#define ADMIN		(1ULL << CAP_SYS_ADMIN)
#define PERFMON		(1ULL << CAP_PERFMON)
#define ALL_BUT_ADMIN	(((1ULL << (CAP_LAST_CAP + 1)) - 1) & ~ADMIN)

/* Make the calling process another user's, with these capabilities only. */
static bool become(uint64_t capabilities)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ .effective = capabilities, .permitted = capabilities },
		{ .effective = capabilities >> 32, .permitted = capabilities >> 32 },
	};

	return !prctl(PR_SET_KEEPCAPS, 1) && !setresgid(NOBODY, NOBODY, NOBODY) &&
	       !setresuid(NOBODY, NOBODY, NOBODY) &&
	       !syscall(SYS_capset, &header, data);
}

/*
 * Let a child of another user, with @capabilities only, call @call with @fd,
 * which root has opened. Return the errno of the call, 0 if it succeeded, 255
 * if the child could not change its user, or -1 if it was killed.
 */
static int error_of(uint64_t capabilities, int (*call)(int fd), int fd)
{
	pid_t child = fork();
	int status;

	if (!child) {
		if (!become(capabilities))
			_exit(255);
		errno = 0;
		_exit(call(fd) ? errno : 0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int call_start(int fd)
{
	struct rtla_start good = config(&cpu1);

	return start(fd, &good);
}

/* Start a session that measures nothing, and only reports noise events. */
static int start_looking(int fd)
{
	struct rtla_start good = config(&cpu1);

	good.workload = RTLA_OSNOISE;
	good.runtime_ns = good.period_ns;
	good.flags = RTLA_START_NO_THREADS;
	return start(fd, &good);
}

static int watch_wakeups(int fd)
{
	struct rtla_start good = config(&cpu1);

	good.workload = RTLA_WAKEUP;
	good.period_ns = 0;
	good.stats = RTLA_STATS_SUMMARY;
	good.watch = RTLA_WATCH_RT;
	good.watched_max = 100;
	return start(fd, &good);
}

static int measure_overheads(int fd)
{
	struct rtla_start good = config(&cpu1);

	good.workload = RTLA_OVERHEADS;
	good.period_ns = 0;
	good.stats = RTLA_STATS_SUMMARY;
	return start(fd, &good);
}

static int call_symbol(int fd)
{
	struct rtla_symbol symbol = { .size = sizeof(symbol), .address = 4096 };

	return ioctl(fd, RTLA_IOC_SYMBOL, &symbol);
}

static int call_wakers(int fd)
{
	struct rtla_wakers wakers = { .size = sizeof(wakers), .cpu = 1 };

	return ioctl(fd, RTLA_IOC_WAKERS, &wakers);
}

/* Do all that is possible with a session that another process started. */
static int use_session(int fd)
{
	struct rtla_arm arm = { .size = sizeof(arm), .stop_thread_ns = 1 };
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	struct rtla_hit hit;

	if (cpu_state(fd).size == 0 || ioctl(fd, RTLA_IOC_ARM, &arm) ||
	    poll(&poll_fd, 1, 5000) != 1)
		return -1;
	if (read(fd, &hit, sizeof(hit)) != sizeof(hit))
		return -1;
	return ioctl(fd, RTLA_IOC_END);
}

static int be_workload(int fd)
{
	struct rtla_attach attach = { .size = sizeof(attach), .cpu = 1 };
	char byte;

	if (!pin(1) || ioctl(fd, RTLA_IOC_ATTACH, &attach))
		return -1;
	return read(fd, &byte, 1);
}

static void test_attach(void)
{
	struct rtla_start good = config(&cpu1);
	int owner = session(), fd = session();

	check(error_of(NONE, be_workload, fd) == ENODEV,
	      "without a session that waits, another user cannot attach");
	good.flags = RTLA_START_NO_THREADS;
	start(owner, &good);
	check(!error_of(NONE, be_workload, fd),
	      "ATTACH takes a descriptor, but no capability");
	close(fd);
	close(owner);
}

void test_rights(void)
{
	int fd = session(), looker = session();
	struct stat status;

	check(!stat(RTLA_DEVICE_PATH, &status) && S_ISCHR(status.st_mode) &&
	      (status.st_mode & 07777) == 0600 && !status.st_uid && !status.st_gid,
	      "the device is root's, mode 0600");
	check(error_of(NONE, call_start, fd) == EPERM &&
	      error_of(ALL_BUT_ADMIN, call_start, fd) == EPERM,
	      "START without CAP_SYS_ADMIN is EPERM, whatever else one may");
	check(nothing_runs(), "and starts nothing");
	check(error_of(NONE, start_looking, fd) == EPERM,
	      "another user may not look at what runs");
	check(!error_of(PERFMON, start_looking, looker),
	      "CAP_PERFMON is enough for START of a session that only looks");
	close(looker);
	looker = session();
	check(error_of(NONE, watch_wakeups, looker) == EPERM &&
	      !error_of(PERFMON, watch_wakeups, looker),
	      "CAP_PERFMON is enough to watch wake-ups");
	close(looker);
	looker = session();
	check(error_of(NONE, measure_overheads, looker) == EPERM &&
	      !error_of(PERFMON, measure_overheads, looker),
	      "CAP_PERFMON is enough to measure overheads");
	close(looker);
	check(error_of(NONE, call_symbol, fd) == EPERM &&
	      error_of(ALL_BUT_ADMIN & ~PERFMON, call_symbol, fd) == EPERM,
	      "SYMBOL without CAP_PERFMON is EPERM, whatever else one may");
	check(error_of(PERFMON, call_symbol, fd) == EINVAL &&
	      error_of(ADMIN, call_symbol, fd) == EINVAL,
	      "CAP_PERFMON or CAP_SYS_ADMIN alone is enough for SYMBOL");
	check(error_of(NONE, call_wakers, fd) == EPERM &&
	      error_of(ALL_BUT_ADMIN & ~PERFMON, call_wakers, fd) == EPERM,
	      "WAKERS without CAP_PERFMON is EPERM, whatever else one may");
	check(error_of(PERFMON, call_wakers, fd) == EINVAL &&
	      error_of(ADMIN, call_wakers, fd) == EINVAL,
	      "CAP_PERFMON or CAP_SYS_ADMIN alone is enough for WAKERS");
	check(!error_of(ADMIN, call_start, fd),
	      "CAP_SYS_ADMIN alone is enough for START");
	check(!error_of(NONE, use_session, fd),
	      "ARM, CPU, poll, read and END take a descriptor, but no capability");
	close(fd);
	check(nothing_runs(), "nothing is left of it");
	test_attach();
}
