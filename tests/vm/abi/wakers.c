// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of who woke the watched threads: see abi_test.c. A process reads from a
 * pipe; others, whose ids and names are known, write to it, each a known number
 * of times.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/rtc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"
#include "wakeup.h"

#define BYTES		50
#define ROWS		(RTLA_WAKERS_MAX + 1)
#define MORE		10	/* wakers without a place, at least */
#define WAKER_NAME	"abi-waker"

/* ---- Who wakes ----------------------------------------------------------- */

static int pipe_end[2];
static int bytes;	/* that are written in all */

static void read_bytes(struct told *told)
{
	char byte;

	for (int i = 0; i < bytes; i++)
		if (read(pipe_end[0], &byte, 1) != 1)
			_exit(1);
	told->switches = bytes;
}

/* Let a new process write @count bytes, and wait for its end; returns its id. */
static pid_t write_bytes(int count)
{
	pid_t pid = fork();

	if (pid) {
		waitpid(pid, NULL, 0);
		return pid;
	}
	prctl(PR_SET_NAME, WAKER_NAME);
	for (int i = 0; i < count; i++) {
		/* After this time, the reader sleeps again. */
		usleep(2000);
		if (write(pipe_end[1], "", 1) != 1)
			_exit(1);
	}
	_exit(0);
}

/* Make a process that reads @count bytes, and let it begin. */
static struct child make_reader(int count)
{
	struct child child;

	bytes = count;
	if (pipe(pipe_end))
		exit(1);
	child = make_child(FIFO, read_bytes);
	return child;
}

static void begin_reader(const struct child *child)
{
	if (write(child->begin, "", 1) != 1)
		exit(1);
	usleep(20000);
}

/* Wait until the reader has read all, and sleeps. */
static void await_reader(const struct child *child)
{
	struct told told;

	if (read(child->done, &told, sizeof(told)) != sizeof(told))
		exit(1);
	usleep(50000);
	close(pipe_end[0]);
	close(pipe_end[1]);
}

/* ---- What is known of them ----------------------------------------------- */

/* Read the rows of a CPU; returns their number, or -1. */
static int read_wakers_of(int fd, int cpu, struct rtla_woken *woken)
{
	struct rtla_wakers asked = {
		.size = sizeof(asked), .cpu = cpu, .count = ROWS,
		.wakers = (uintptr_t)woken,
	};
	int result = ioctl(fd, RTLA_IOC_WAKERS, &asked);

	for (uint32_t i = 0; !result && i < asked.count; i++)
		printf("# kind %u, id %d, name '%s': %llu, total %llu ns\n",
		       woken[i].kind, woken[i].id, woken[i].name,
		       (unsigned long long)woken[i].count,
		       (unsigned long long)woken[i].part[TOTAL].sum_ns);
	return result ? -1 : (int)asked.count;
}

/* Read those of CPU 1, on which the processes run. */
static int read_wakers(int fd, struct rtla_woken *woken)
{
	return read_wakers_of(fd, 1, woken);
}

/* Return the row of a waker; its count is 0 if there is none. */
static struct rtla_woken find(const struct rtla_woken *woken, int count,
			      uint32_t kind, int32_t id, const char *name)
{
	for (int i = 0; i < count; i++)
		if (woken[i].kind == kind && woken[i].id == id &&
		    !strcmp(woken[i].name, name))
			return woken[i];
	return (struct rtla_woken) { 0 };
}

/* Return whether the wake-ups of all rows are those of a thread. */
static bool are_all_of(const struct rtla_woken *woken, int count,
		       const struct rtla_thread *thread)
{
	uint64_t wakeups = 0, by_timer = 0, sum = 0, max = 0;

	for (int i = 0; i < count; i++) {
		wakeups += woken[i].count;
		by_timer += woken[i].by_timer;
		sum += woken[i].part[TOTAL].sum_ns;
		if (woken[i].part[TOTAL].max_ns > max)
			max = woken[i].part[TOTAL].max_ns;
	}
	return wakeups == thread->count && by_timer == thread->by_timer &&
	       sum == thread->part[TOTAL].sum_ns &&
	       max == thread->part[TOTAL].max_ns;
}

/* ---- The tests ----------------------------------------------------------- */

static void test_refused_wakers(void)
{
	struct rtla_start start = watching(RTLA_WATCH_RT, NULL);
	struct rtla_woken woken[ROWS];
	struct rtla_wakers asked = {
		.size = sizeof(asked), .cpu = 1, .count = ROWS,
		.wakers = (uintptr_t)woken,
	}, bad;
	int fd = session();

	bad = asked;
	check(ioctl(fd, RTLA_IOC_WAKERS, &bad) == -1 && errno == EINVAL,
	      "wakers of a descriptor that is no session are EINVAL");
	close(fd);
	fd = watch(&start);
	check(ioctl(fd, RTLA_IOC_WAKERS, &bad) == -1 && errno == EINVAL,
	      "wakers that were not asked for are EINVAL");
	close(fd);
	start.wakeup.watch |= RTLA_WATCH_WAKERS;
	fd = watch(&start);
	check(!ioctl(fd, RTLA_IOC_WAKERS, &bad),
	      "wakers that were asked for are read");
	bad = asked;
	bad.reserved = 1;
	check(ioctl(fd, RTLA_IOC_WAKERS, &bad) == -1 && errno == EINVAL,
	      "a struct rtla_wakers with a reserved field is EINVAL");
	bad = asked;
	bad.cpu = 4000;
	check(ioctl(fd, RTLA_IOC_WAKERS, &bad) == -1 && errno == ENODEV,
	      "wakers on a CPU that does not exist are ENODEV");
	close(fd);
}

/* A thread is woken by a timer, and by another thread. */
static void test_two_wakers(void)
{
	struct rtla_woken woken[ROWS], timer, thread;
	struct rtla_thread seen;
	struct rtla_start start;
	struct child child = make_reader(BYTES);
	int32_t id = child.pid;
	int fd, count;
	pid_t waker;

	start = watching(RTLA_WATCH_THREADS | RTLA_WATCH_WAKERS, &id);
	fd = watch(&start);
	begin_reader(&child);
	waker = write_bytes(BYTES);
	await_reader(&child);
	count = read_wakers(fd, woken);
	thread = find(woken, count, RTLA_WAKER_THREAD, waker, WAKER_NAME);
	/* With PREEMPT_RT the reader may also wait for the lock of the pipe. */
	check(thread.count >= BYTES * 9 / 10 && thread.count <= 2 * BYTES &&
	      !thread.by_timer && !thread.part[0].max_ns,
	      "a thread that wakes has a row with what it woke, by its id and name");
	thread = find(woken, count, RTLA_WAKER_THREAD, getpid(), "abi_test");
	check(thread.count >= 1,
	      "the thread that let the woken one begin has a row");
	seen = thread_of(fd, child.pid);
	check(are_all_of(woken, count, &seen),
	      "all rows together are the wake-ups of the woken thread");
	end_child(&child);
	close(fd);

	child = make_child(FIFO, sleep_often);
	id = child.pid;
	fd = watch(&start);
	run_child(&child);
	count = read_wakers(fd, woken);
	seen = thread_of(fd, child.pid);
	timer = find(woken, count, RTLA_WAKER_TIMER, 0, "hrtimer_wakeup");
	check(timer.count > SLEEPS / 2 && timer.count == timer.by_timer &&
	      timer.by_timer == seen.by_timer &&
	      timer.part[0].sum_ns == seen.part[0].sum_ns,
	      "a timer that wakes has a row by its callback");
	check(are_all_of(woken, count, &seen),
	      "all rows together are the wake-ups of the thread that a timer wakes");
	end_child(&child);
	close(fd);
}

static void test_new_thread(void)
{
	struct child child = make_child(0, sleep_in_child);
	int32_t id = child.pid;
	struct rtla_start start = watching(RTLA_WATCH_PROCESSES |
					   RTLA_WATCH_CHILDREN |
					   RTLA_WATCH_WAKERS, &id);
	struct rtla_woken woken[ROWS];
	int fd = watch(&start), count;

	run_child(&child);
	count = read_wakers(fd, woken);
	check(find(woken, count, RTLA_WAKER_NEW, 0, "").count == 1,
	      "the first wake-up of a new thread has a row of nobody");
	end_child(&child);
	close(fd);
}

/* Each byte comes from another process: there are too many for the table. */
static void test_others(void)
{
	struct child child = make_reader(ROWS + MORE);
	int32_t id = child.pid;
	struct rtla_start start = watching(RTLA_WATCH_THREADS |
					   RTLA_WATCH_WAKERS, &id);
	struct rtla_woken woken[ROWS], others;
	struct rtla_thread seen;
	int fd = watch(&start), count;

	begin_reader(&child);
	for (int i = 0; i < ROWS + MORE; i++)
		write_bytes(1);
	await_reader(&child);
	count = read_wakers(fd, woken);
	seen = thread_of(fd, child.pid);
	others = find(woken, count, RTLA_WAKER_OTHERS, 0, "");
	check(count == ROWS && woken[ROWS - 1].kind == RTLA_WAKER_OTHERS,
	      "a full table has as many wakers as it has places, and the others");
	check(others.count >= MORE,
	      "wakers that had no place are counted as the others");
	check(are_all_of(woken, count, &seen),
	      "no wake-up by wakers without a place is lost");
	end_child(&child);
	close(fd);
}

/* Find the number and the handler of the interrupt of the clock; returns success. */
static bool find_clock(int *number, char name[16])
{
	FILE *interrupts = fopen("/proc/interrupts", "r");
	char line[512];
	bool found = false;

	while (interrupts && !found && fgets(line, sizeof(line), interrupts)) {
		char *rtc = strstr(line, "  rtc");

		found = rtc && sscanf(line, "%d:", number) == 1 &&
			sscanf(rtc, "%15s", name) == 1;
	}
	if (interrupts)
		fclose(interrupts);
	return found;
}

/*
 * The interrupt of the clock wakes a thread that tells the readers of the
 * clock; with PREEMPT_RT it is the thread that handles the interrupt.
 */
static void test_interrupt(void)
{
	struct rtla_start start = watching(RTLA_WATCH_ALL | RTLA_WATCH_WAKERS,
					   NULL);
	int rtc = open("/dev/rtc0", O_RDONLY | O_CLOEXEC);
	struct rtla_woken woken[ROWS];
	uint64_t wakeups = 0;
	unsigned long data;
	int fd = watch(&start), number = -1;
	char name[16] = "";
	bool ticks;

	ticks = find_clock(&number, name) &&
		!ioctl(rtc, RTC_UIE_ON) &&
		read(rtc, &data, sizeof(data)) == sizeof(data);
	usleep(50000);
	for (int cpu = 0; cpu < 2; cpu++) {
		int count = read_wakers_of(fd, cpu, woken);

		wakeups +=
			find(woken, count, RTLA_WAKER_IRQ, number, name).count;
	}
	check_in_time(ticks && wakeups,
		      "an interrupt that wakes has a row by its number and its handler");
	ioctl(rtc, RTC_UIE_OFF);
	close(rtc);
	close(fd);
}

/* Two sessions watch the same thread, and only one of them keeps wakers. */
static void test_beside(void)
{
	struct child child = make_child(FIFO, sleep_often);
	int32_t id = child.pid;
	struct rtla_start with = watching(RTLA_WATCH_THREADS |
					  RTLA_WATCH_WAKERS, &id);
	struct rtla_start without = watching(RTLA_WATCH_THREADS, &id);
	struct rtla_woken woken[ROWS];
	int fd[2] = { watch(&with), watch(&without) }, count;
	struct rtla_thread seen[2];

	run_child(&child);
	count = read_wakers(fd[0], woken);
	seen[0] = thread_of(fd[0], id);
	seen[1] = thread_of(fd[1], id);
	check(seen[0].count && seen[0].count == seen[1].count &&
	      are_all_of(woken, count, &seen[0]),
	      "another session that keeps no wakers counts the same");
	close(fd[1]);
	close(fd[0]);
	end_child(&child);
}

static void test_killed_wakers(void)
{
	struct rtla_start start = watching(RTLA_WATCH_ALL | RTLA_WATCH_WAKERS,
					   NULL);

	check(ends_when_killed(&start), "sessions with wakers end when killed");
}

void test_wakers(void)
{
	test_refused_wakers();
	test_two_wakers();
	test_new_thread();
	test_others();
	test_interrupt();
	test_beside();
	test_killed_wakers();
}
