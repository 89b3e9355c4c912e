// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of thresholds: see abi_test.c. Each kind of session has one of 1 ns, in
 * each of its contexts in turn. So its hits are reported from everywhere where
 * the module measures: in interrupts, in the scheduler with its locks held, and
 * in threads. A machine that a hit locks up never ends these tests.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/membarrier.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

#define HITS		10
#define PATIENCE_MS	10000

/*
 * Let two threads wake each other and sleep, on both CPUs, until they are
 * killed. A third one keeps CPU 1 busy, from which a thread that is woken there
 * takes it: that needs an interrupt. The barrier of the first one is a function
 * that is called on CPU 1, by another interrupt.
 */
static pid_t bustle(void)
{
	int there[2], back[2];
	char byte = 0;
	pid_t child;

	if (pipe(there) || pipe(back))
		return -1;
	child = fork();
	if (child)
		return child;
	setpgid(0, 0);
	if (!fork()) {
		pin(1);
		syscall(SYS_membarrier,
			MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0);
		for (;;)
			now_ns();
	}
	if (!fork()) {
		pin(0);
		while (read(there[0], &byte, 1) == 1 &&
		       write(back[1], &byte, 1) == 1) {
			usleep(200);
			syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED,
				0, 0);
		}
		_exit(0);
	}
	pin(1);
	sched_setscheduler(0, SCHED_FIFO,
			   &(struct sched_param) { .sched_priority = 1 });
	while (write(there[1], &byte, 1) == 1 && read(back[0], &byte, 1) == 1)
		usleep(200);
	_exit(0);
}

/*
 * Return whether the next hit of a session is in this context, the kind's
 * number @number.
 */
static bool hits(int fd, unsigned int context, unsigned int number)
{
	struct rtla_arm arm = { .size = sizeof(arm) };
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	struct rtla_hit hit = { 0 };

	arm.stop_ns[number] = 1;
	return !ioctl(fd, RTLA_IOC_ARM, &arm) &&
	       poll(&poll_fd, 1, PATIENCE_MS) == 1 &&
	       read(fd, &hit, sizeof(hit)) == sizeof(hit) &&
	       hit.context == context && hit.threshold_ns == 1;
}

/*
 * Test that a session has the first @count thresholds of RTLA_IOC_ARM, and no
 * others.
 */
static void test_count(const char *kind, struct rtla_start start_of_kind,
		       unsigned int count)
{
	struct rtla_arm arm = { .size = sizeof(arm) };
	int fd = session();
	char name[80];

	start(fd, &start_of_kind);
	arm.stop_ns[count] = 1;
	snprintf(name, sizeof(name), "%s: a threshold number %u, that it does not have, is EINVAL",
		 kind, count);
	check(ioctl(fd, RTLA_IOC_ARM, &arm) == -1 && errno == EINVAL, name);
	arm.stop_ns[count] = 0;
	arm.stop_ns[count - 1] = RTLA_THRESHOLD_MAX_NS;
	snprintf(name, sizeof(name), "%s: a threshold number %u, its last one, is taken", kind,
		 count - 1);
	check(!ioctl(fd, RTLA_IOC_ARM, &arm), name);
	close(fd);
}

/* Test the contexts from @first to @last. */
static void test_kind(const char *kind, struct rtla_start kind_start,
		      unsigned int first, unsigned int last)
{
	pid_t busy = bustle();
	char name[80];

	for (unsigned int i = first; i <= last; i++) {
		struct rtla_start one = kind_start;
		int fd = session(), count = 0;
		int error = start(fd, &one) || !count_all(fd);

		if (!error && one.contexts && !(one.contexts >> i & 1)) {
			printf("# %s: this kernel has no context %u\n", kind, i);
			close(fd);
			continue;
		}
		while (!error && count < HITS && hits(fd, i, i - first))
			count++;
		snprintf(name, sizeof(name), "%s: %d hits at 1 ns in context %u are reported",
			 kind, HITS, i);
		check(count == HITS, name);
		close(fd);
	}
	kill(-busy, SIGKILL);
	waitpid(busy, NULL, 0);
}

/* Return the context of timerlat's next hit; RTLA_CONTEXTS: it has none. */
static unsigned int hit_with(int fd, uint64_t irq, uint64_t thread)
{
	struct rtla_arm arm = {
		.size = sizeof(arm),
		/* No thread of the kernel has a user latency. */
		.stop_ns = { [RTLA_CONTEXT_IRQ] = irq,
			     [RTLA_CONTEXT_THREAD] = thread,
			     [RTLA_CONTEXT_USER] = thread },
	};
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	struct rtla_hit hit = { 0 };

	if (ioctl(fd, RTLA_IOC_ARM, &arm) ||
	    poll(&poll_fd, 1, PATIENCE_MS) != 1 ||
	    read(fd, &hit, sizeof(hit)) != sizeof(hit))
		return RTLA_CONTEXTS;
	return hit.context;
}

/* An IRQ latency that is a hit of both is told with the thread latency. */
static void test_put_off(void)
{
	struct rtla_start start_both = of_kind(RTLA_TIMERLAT, 0, &both_cpus);
	int fd = session(), thread = 0, irq = 0;

	start(fd, &start_both);
	for (int i = 0; i < HITS; i++)
		thread += hit_with(fd, 1, 1) == RTLA_CONTEXT_THREAD;
	check(thread == HITS, "a hit of the IRQ and of the thread latency is told with the thread latency");
	for (int i = 0; i < HITS; i++)
		irq += hit_with(fd, 1, RTLA_THRESHOLD_MAX_NS) ==
		       RTLA_CONTEXT_IRQ;
	check(irq == HITS, "a hit of the IRQ latency alone is told at once");
	close(fd);
}

void test_thresholds(void)
{
	struct rtla_start start = of_kind(RTLA_TIMERLAT, 0, &both_cpus);

	test_put_off();
	test_count("timerlat", start, RTLA_TIMERLAT_COUNT);
	test_kind("timerlat", start, RTLA_CONTEXT_IRQ, RTLA_CONTEXT_THREAD);
	start = of_kind(RTLA_OSNOISE, 0, &both_cpus);
	start.osnoise.noise_ns = 1;
	test_count("osnoise", start, RTLA_OSNOISE_COUNT);
	test_kind("osnoise", start, RTLA_CONTEXT_SINGLE, RTLA_CONTEXT_TOTAL);
	start = of_kind(RTLA_WAKEUP, 0, &both_cpus);
	start.wakeup.watch = RTLA_WATCH_ALL;
	start.wakeup.watched_max = 1000;
	test_count("wake-ups", start, RTLA_WAKEUP_PARTS);
	test_kind("wake-ups", start, RTLA_WAKEUP_TIMER, RTLA_WAKEUP_TOTAL);
	start = of_kind(RTLA_OVERHEADS,
			RTLA_START_ALL_THREADS | RTLA_START_DISTURBED,
			&both_cpus);
	test_count("overheads", start, RTLA_OVERHEADS_COUNT);
	test_kind("overheads", start, RTLA_OVERHEAD_RELEASE_LATENCY, RTLA_OVERHEAD_WAKE);
	start = of_kind(RTLA_BOUND, 0, &both_cpus);
	test_count("bound", start, RTLA_BOUND_COUNT);
	test_kind("bound", start, RTLA_BOUND_POID, RTLA_BOUND_OBSERVED);
}
