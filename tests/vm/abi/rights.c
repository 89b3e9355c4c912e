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
#include <stdio.h>
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
#define ALL_BUT_BOTH	(ALL_BUT_ADMIN & ~PERFMON)

/* Make the calling process another user's, with these capabilities only. */
static bool become(uint64_t capabilities)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ .effective = capabilities, .permitted = capabilities },
		{ .effective = capabilities >> 32,
		  .permitted = capabilities >> 32 },
	};

	return !prctl(PR_SET_KEEPCAPS, 1) &&
	       !setresgid(NOBODY, NOBODY, NOBODY) &&
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

/* ---- Requests ------------------------------------------------------------ */

static int start_kind(int fd, unsigned int workload, unsigned int flags)
{
	struct rtla_start good = of_kind(workload, flags, &cpu1);

	/* Without threads of the kernel there may be nothing to count. */
	if (flags & RTLA_START_NO_THREADS)
		good.stats = 0;
	return start(fd, &good);
}

static int timerlat(int fd)
{
	return start_kind(fd, RTLA_TIMERLAT, 0);
}

static int timerlat_user(int fd)
{
	return start_kind(fd, RTLA_TIMERLAT, RTLA_START_NO_THREADS);
}

static int osnoise(int fd)
{
	return start_kind(fd, RTLA_OSNOISE, 0);
}

static int hwnoise(int fd)
{
	return start_kind(fd, RTLA_OSNOISE,
			  RTLA_START_PREEMPT_OFF | RTLA_START_IRQS_OFF);
}

static int bound(int fd)
{
	return start_kind(fd, RTLA_BOUND, 0);
}

static int looking(int fd)
{
	return start_kind(fd, RTLA_OSNOISE, RTLA_START_NO_THREADS);
}

static int looking_panics(int fd)
{
	return start_kind(fd, RTLA_OSNOISE,
			  RTLA_START_NO_THREADS | RTLA_START_PANIC);
}

static int wakeup(int fd)
{
	return start_kind(fd, RTLA_WAKEUP, 0);
}

static int wakeup_panics(int fd)
{
	return start_kind(fd, RTLA_WAKEUP, RTLA_START_PANIC);
}

static int overheads(int fd)
{
	return start_kind(fd, RTLA_OVERHEADS, 0);
}

static int overheads_panic(int fd)
{
	return start_kind(fd, RTLA_OVERHEADS, RTLA_START_PANIC);
}

static int line(int fd)
{
	return write(fd, "timerlat cpus=1\n", 16) == 16 ? 0 : -1;
}

static int timerlat_panics(int fd)
{
	return start_kind(fd, RTLA_TIMERLAT, RTLA_START_PANIC);
}

/* Call a request with a structure of @size bytes, of which all else is 0. */
static int request(int fd, unsigned long code, uint32_t size)
{
	uint64_t structure[512] = { 0 };

	memcpy(structure, &size, sizeof(size));
	return ioctl(fd, code, structure);
}

static int arm(int fd)
{
	return request(fd, RTLA_IOC_ARM, sizeof(struct rtla_arm));
}

static int get_cpu(int fd)
{
	return request(fd, RTLA_IOC_CPU, sizeof(struct rtla_cpu));
}

static int attach(int fd)
{
	return request(fd, RTLA_IOC_ATTACH, sizeof(struct rtla_attach));
}

static int get_symbol(int fd)
{
	return request(fd, RTLA_IOC_SYMBOL, sizeof(struct rtla_symbol));
}

static int count(int fd)
{
	return request(fd, RTLA_IOC_COUNT, sizeof(struct rtla_count));
}

static int get_stats(int fd)
{
	return request(fd, RTLA_IOC_STATS, sizeof(struct rtla_stats));
}

static int get_buckets(int fd)
{
	return request(fd, RTLA_IOC_BUCKETS, sizeof(struct rtla_buckets));
}

static int get_blocks(int fd)
{
	return request(fd, RTLA_IOC_BLOCKS, sizeof(struct rtla_blocks));
}

static int get_threads(int fd)
{
	return request(fd, RTLA_IOC_THREADS, sizeof(struct rtla_threads));
}

static int get_wakers(int fd)
{
	return request(fd, RTLA_IOC_WAKERS, sizeof(struct rtla_wakers));
}

static int get_bound(int fd)
{
	return request(fd, RTLA_IOC_BOUND, sizeof(struct rtla_bound));
}

static int get_causes(int fd)
{
	return request(fd, RTLA_IOC_CAUSES, sizeof(struct rtla_causes));
}

static int read_hit(int fd)
{
	struct rtla_hit hit;

	return read(fd, &hit, sizeof(hit)) < 0 ? -1 : 0;
}

static int wait_for_hit(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) < 0 ? -1 : 0;
}

enum needs { NOTHING, CAP_PERFMON_OR_ADMIN, CAP_ADMIN };

/*
 * What each request needs. With too little it is EPERM, and otherwise not,
 * whatever else is wrong: most are called with a descriptor that is no session.
 * The table in Documentation/security.md has these rows; tests/lint/promises.t
 * compares them.
 */
static const struct {
	const char *name;
	int (*call)(int fd);
	int (*before)(int fd);	/* called by root, before that; NULL: nothing is */
	enum needs needs;
} requests[] = {
	{ "START of timerlat", timerlat, NULL, CAP_ADMIN },
	{ "START of timerlat without threads", timerlat_user, NULL, CAP_ADMIN },
	{ "START of osnoise", osnoise, NULL, CAP_ADMIN },
	{ "START of hwnoise", hwnoise, NULL, CAP_ADMIN },
	{ "START of the bound", bound, NULL, CAP_ADMIN },
	{ "START of osnoise without threads", looking, NULL, CAP_PERFMON_OR_ADMIN },
	{ "START of osnoise without threads, with a panic", looking_panics, NULL, CAP_ADMIN },
	{ "START of wake-ups", wakeup, NULL, CAP_PERFMON_OR_ADMIN },
	{ "START of wake-ups with a panic", wakeup_panics, NULL, CAP_ADMIN },
	{ "START of overheads", overheads, NULL, CAP_PERFMON_OR_ADMIN },
	{ "START of overheads with a panic", overheads_panic, NULL, CAP_ADMIN },
	{ "a line of text", line, NULL, CAP_ADMIN },
	{ "ARM", arm, timerlat, NOTHING },
	{ "ARM of a session that panics", arm, timerlat_panics, CAP_ADMIN },
	{ "CPU", get_cpu, NULL, NOTHING },
	{ "ATTACH", attach, NULL, NOTHING },
	{ "SYMBOL", get_symbol, NULL, CAP_PERFMON_OR_ADMIN },
	{ "END", end_session, NULL, NOTHING },
	{ "COUNT", count, NULL, NOTHING },
	{ "STATS", get_stats, NULL, NOTHING },
	{ "BUCKETS", get_buckets, NULL, NOTHING },
	{ "BLOCKS", get_blocks, NULL, NOTHING },
	{ "THREADS", get_threads, NULL, CAP_PERFMON_OR_ADMIN },
	{ "WAKERS", get_wakers, NULL, CAP_PERFMON_OR_ADMIN },
	{ "BOUND", get_bound, NULL, NOTHING },
	{ "CAUSES", get_causes, NULL, CAP_PERFMON_OR_ADMIN },
	{ "poll()", wait_for_hit, NULL, NOTHING },
	{ "read()", read_hit, NULL, NOTHING },
};

/*
 * Return whether a request with these capabilities is refused with EPERM as it
 * should.
 */
static bool decides(unsigned int i, uint64_t capabilities, bool refuses)
{
	int fd = session(), error;

	if (requests[i].before)
		requests[i].before(fd);
	error = error_of(capabilities, requests[i].call, fd);
	close(fd);
	if ((error == EPERM) == refuses && error != 255 && error >= 0)
		return true;
	printf("# %s with capabilities %llx: errno %d\n", requests[i].name,
	       (unsigned long long)capabilities, error);
	return false;
}

static void test_requests(void)
{
	char name[120];

	for (unsigned int i = 0; i < sizeof(requests) / sizeof(requests[0]);
	     i++) {
		enum needs needs = requests[i].needs;

		snprintf(name, sizeof(name), "%s needs %s", requests[i].name,
			 needs == NOTHING ? "no capability" :
			 needs == CAP_ADMIN ? "CAP_SYS_ADMIN, whatever else one may" :
			 "CAP_PERFMON or CAP_SYS_ADMIN, whatever else one may");
		check(decides(i, NONE, needs != NOTHING) &&
		      decides(i, ALL_BUT_BOTH, needs != NOTHING) &&
		      decides(i, ALL_BUT_ADMIN, needs == CAP_ADMIN), name);
		check(decides(i, PERFMON, needs == CAP_ADMIN) &&
		      decides(i, ADMIN, false),
		      named("%s: %s", requests[i].name, needs == CAP_ADMIN ?
			    "CAP_SYS_ADMIN alone is enough, CAP_PERFMON is not" :
			    "CAP_PERFMON or CAP_SYS_ADMIN alone is enough"));
	}
	check(nothing_runs(), "requests with few capabilities leave no thread");
}

/* ---- What they tell ------------------------------------------------------ */

/* Return whether a window of a CPU tells what ran, or where. */
static bool tells_places(const struct rtla_bound_variable *variable)
{
	static const struct rtla_bound_variable nothing;
	bool tells = false;

	for (int i = 0; i < RTLA_BOUND_VARIABLES; i++)
		tells |= variable[i].pid || variable[i].address ||
			 variable[i].stack_count ||
			 memcmp(variable[i].comm, nothing.comm,
				sizeof(nothing.comm)) ||
			 memcmp(variable[i].stack, nothing.stack,
				sizeof(nothing.stack));
	return tells;
}

static int bound_tells_places(int fd)
{
	static struct rtla_bound windows;

	windows = (struct rtla_bound) { .size = sizeof(windows), .cpu = 1 };
	return ioctl(fd, RTLA_IOC_BOUND, &windows) ? -1 :
						     tells_places(windows.variable);
}

static int find_no_places(int fd)
{
	return bound_tells_places(fd) ? -1 : 0;
}

static void test_places(void)
{
	int fd = session(), tells = 0;

	bound(fd);
	count_all(fd);
	/* The probe comes thousands of times a second, unless others have the CPU. */
	for (int i = 0; i < 50 && !tells; i++) {
		usleep(200000);
		tells = bound_tells_places(fd);
	}
	check(tells == 1, "BOUND tells root what ran, and where");
	check(!error_of(NONE, find_no_places, fd),
	      "BOUND tells neither to a caller without a capability");
	close(fd);
}

/* ---- How many ------------------------------------------------------------ */

/*
 * Start sessions that only watch, with the descriptors from @fd on, as many as
 * may be.
 */
static int start_many(int fd)
{
	int count = 0;

	while (count < RTLA_WATCHING_MAX && !overheads(fd + count))
		count++;
	return count == RTLA_WATCHING_MAX && overheads(fd + count) &&
			       errno == EUSERS ?
		       0 :
		       -1;
}

static void test_many(void)
{
	int first = session(), last = first;

	for (int i = 0; i < RTLA_WATCHING_MAX; i++)
		last = session();
	check(last == first + RTLA_WATCHING_MAX && !error_of(PERFMON, start_many, first),
	      "one watching session too many is EUSERS with CAP_PERFMON");
	check(!error_of(ADMIN, overheads, last),
	      "one watching session more is taken with CAP_SYS_ADMIN");
	for (int fd = first; fd <= last; fd++)
		close(fd);
}

/* ---- Descriptors --------------------------------------------------------- */

/* Do all that is possible with a session that another process started. */
static int use_session(int fd)
{
	struct rtla_arm thread = { .size = sizeof(thread),
				   .stop_ns[RTLA_CONTEXT_THREAD] = 1 };
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	struct rtla_hit hit;

	if (cpu_state(fd).size == 0 || ioctl(fd, RTLA_IOC_ARM, &thread) ||
	    poll(&poll_fd, 1, 5000) != 1)
		return -1;
	if (read(fd, &hit, sizeof(hit)) != sizeof(hit))
		return -1;
	return end_session(fd);
}

static int be_workload(int fd)
{
	struct rtla_attach here = { .size = sizeof(here), .cpu = 1 };
	char byte;

	if (!pin(1) || ioctl(fd, RTLA_IOC_ATTACH, &here))
		return -1;
	return read(fd, &byte, 1);
}

static void test_attach(void)
{
	int owner = session(), fd = session();

	check(error_of(NONE, be_workload, fd) == ENODEV,
	      "another user cannot attach without a session that waits");
	timerlat_user(owner);
	check(!error_of(NONE, be_workload, fd),
	      "ATTACH takes a descriptor, but no capability");
	close(fd);
	close(owner);
}

void test_rights(void)
{
	int fd = session();
	struct stat status;

	check(!stat(RTLA_DEVICE_PATH, &status) && S_ISCHR(status.st_mode) &&
	      (status.st_mode & 07777) == 0600 && !status.st_uid && !status.st_gid,
	      "the device is root's, mode 0600");
	check(!error_of(ADMIN, timerlat, fd),
	      "CAP_SYS_ADMIN alone is enough for START");
	check(!error_of(NONE, use_session, fd),
	      "ARM, CPU, poll, read and END take a descriptor, but no capability");
	close(fd);
	test_requests();
	test_places();
	test_many();
	test_attach();
	check(nothing_runs(), "sessions with few capabilities leave no thread");
}
