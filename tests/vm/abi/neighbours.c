// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what a session costs those who measure, or only run, at the same time: see
 * abi_test.c. timerlat measures while other sessions begin, run, answer their largest
 * requests, and end. Where they have interrupts off, or take the CPU as the scheduler lets
 * nobody interrupt them, its latency tells for how long.
 *
 * The guest's clock counts instructions, so that the host's load is not in these figures.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi.h"

#define THREADS		6000
#define WATCHED		7000	/* these, and all others */
#define ROUNDS		3
#define RUN_US		30000
#define PERIOD_NS	500000

/*
 * The longest latency that a neighbour may cause, where an instruction takes 16 ns. The
 * kernel itself frees memory for 2 ms with interrupts off, and the emulator lets an idle CPU
 * wait for up to 1 ms while the other one spins.
 */
#define IRQ_MAX_NS	3000000
#define THREAD_MAX_NS	4000000

/*
 * How much a session makes a thread latency longer on a CPU that it does not watch. The
 * kernel calls its hooks on every CPU.
 */
#define INSTRUCTION_NS	16
#define MORE_MAX	500
#define LOOK_US		200000

/* ---- What the other sessions look at ---------------------------------------- */

static void *sleep_long(void *unused)
{
	(void)unused;
	pause();
	return NULL;
}

/* Make a process of many threads, which sleep until it is killed. */
static pid_t crowd(void)
{
	pthread_attr_t small;
	pthread_t thread;
	int ready[2], made = 0;
	pid_t child;
	char byte;

	if (pipe(ready))
		return -1;
	child = fork();
	if (child) {
		close(ready[1]);
		if (read(ready[0], &byte, 1) != 1)
			printf("# the crowd does not come\n");
		close(ready[0]);
		return child;
	}
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 16384);
	while (made < THREADS && !pthread_create(&thread, &small, sleep_long, NULL))
		made++;
	printf("# a crowd of %d threads\n", made);
	fflush(stdout);
	if (write(ready[1], "", 1) != 1)
		_exit(1);
	pause();
	_exit(0);
}

/* ---- The one that is disturbed ----------------------------------------------- */

/* Measure timerlat on the CPUs, and count from now on. */
static int measure_timerlat(uint64_t *cpus)
{
	struct rtla_start timerlat = of_kind(RTLA_TIMERLAT, 0, cpus);
	int fd = session();

	timerlat.period_ns = PERIOD_NS;
	if (start(fd, &timerlat) || !count_all(fd))
		printf("# timerlat does not measure\n");
	return fd;
}

/* Return the longest latency on the CPUs in a context; 0: there was none at all. */
static uint64_t longest(int fd, uint64_t cpus, unsigned int context)
{
	uint64_t max = 0;

	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		struct rtla_stats stats = {
			.size = sizeof(stats), .cpu = cpu, .context = context,
		};

		if (!(cpus >> cpu & 1))
			continue;
		if (ioctl(fd, RTLA_IOC_STATS, &stats) || !stats.count)
			return 0;
		if (stats.max_ns > max)
			max = stats.max_ns;
	}
	return max;
}

/* Ask a session for all that it has, with the largest requests that it takes. */
static void ask(int fd)
{
	static struct rtla_thread threads[WATCHED];
	struct rtla_threads all = {
		.size = sizeof(all), .count = WATCHED,
		.threads = (uintptr_t)threads,
	};
	static struct rtla_bound bound;
	struct rtla_arm arm = { .size = sizeof(arm) };

	ioctl(fd, RTLA_IOC_THREADS, &all);
	bound = (struct rtla_bound) { .size = sizeof(bound) };
	ioctl(fd, RTLA_IOC_BOUND, &bound);
	for (unsigned int context = 0; context < RTLA_CONTEXTS; context++) {
		struct rtla_stats stats = { .size = sizeof(stats), .context = context };

		ioctl(fd, RTLA_IOC_STATS, &stats);
	}
	ioctl(fd, RTLA_IOC_ARM, &arm);
}

/* Test what timerlat on the CPUs @measured sees of sessions like @neighbour. */
static void test_beside(const char *what, uint64_t measured, struct rtla_start neighbour)
{
	int fd = measure_timerlat(&measured), begun = 0;
	uint64_t irq, thread;
	char name[160];

	for (int i = 0; i < ROUNDS; i++) {
		struct rtla_start one = neighbour;
		int beside = session();

		begun += !start(beside, &one);
		usleep(RUN_US);
		ask(beside);
		close(beside);
		/* The rest of its end comes after close(). */
		usleep(RUN_US);
	}
	irq = longest(fd, measured, RTLA_CONTEXT_IRQ);
	thread = longest(fd, measured, RTLA_CONTEXT_THREAD);
	close(fd);
	printf("# beside %s: IRQ latency %llu ns, thread latency %llu ns at most\n", what,
	       (unsigned long long)irq, (unsigned long long)thread);
	snprintf(name, sizeof(name), "beside %s, timerlat's IRQ latency is below %d us", what,
		 IRQ_MAX_NS / 1000);
	check(begun == ROUNDS && irq && irq < IRQ_MAX_NS, name);
	snprintf(name, sizeof(name), "and its thread latency below %d us", THREAD_MAX_NS / 1000);
	check(thread && thread < THREAD_MAX_NS, name);
}

/* Return the least thread latency on CPU 1, which is where nothing came in between. */
static uint64_t least(void)
{
	struct rtla_stats stats = {
		.size = sizeof(stats), .cpu = 1, .context = RTLA_CONTEXT_THREAD,
	};
	int fd = measure_timerlat(&cpu1);

	usleep(LOOK_US);
	if (ioctl(fd, RTLA_IOC_STATS, &stats) || !stats.count)
		stats.min_ns = 0;
	close(fd);
	return stats.min_ns;
}

/* Test how much longer a latency on CPU 1 is while a session watches CPU 0. */
static void test_more(const char *what, struct rtla_start neighbour)
{
	uint64_t alone = least(), beside;
	int fd = session(), more;
	char name[120];
	bool runs = !start(fd, &neighbour);

	beside = least();
	close(fd);
	more = ((int64_t)beside - (int64_t)alone) / INSTRUCTION_NS;
	printf("# %s on another CPU: %d instructions more in a thread latency of %llu\n", what,
	       more, (unsigned long long)alone / INSTRUCTION_NS);
	snprintf(name, sizeof(name), "%s on another CPU is below %d instructions of a latency",
		 what, MORE_MAX);
	check(runs && alone && beside && more < MORE_MAX, name);
}

static void test_watching(pid_t process)
{
	struct rtla_start beside = of_kind(RTLA_OVERHEADS,
					   RTLA_START_ALL_THREADS | RTLA_START_DISTURBED,
					   &both_cpus);
	static int32_t same[RTLA_WATCH_IDS_MAX];

	test_beside("overheads of all threads", both_cpus, beside);
	beside = of_kind(RTLA_WAKEUP, 0, &both_cpus);
	beside.watch = RTLA_WATCH_ALL;
	beside.watched_max = WATCHED;
	test_beside("wake-ups of all threads", both_cpus, beside);
	for (int i = 0; i < RTLA_WATCH_IDS_MAX; i++)
		same[i] = process;
	beside.watch = RTLA_WATCH_PROCESSES;
	beside.ids = (uintptr_t)same;
	beside.ids_count = RTLA_WATCH_IDS_MAX;
	test_beside("wake-ups of a process that is named 4096 times", both_cpus, beside);
}

/* A session that measures by threads needs a CPU for itself. */
static void test_measuring(void)
{
	struct rtla_start beside = of_kind(RTLA_TIMERLAT, 0, &cpu0);

	test_beside("timerlat on another CPU", cpu1, beside);
	test_more("timerlat", beside);
	beside = of_kind(RTLA_OSNOISE, 0, &cpu0);
	test_beside("osnoise on another CPU", cpu1, beside);
	test_more("osnoise", beside);
	beside = of_kind(RTLA_BOUND, 0, &cpu0);
	test_beside("the bound of another CPU", cpu1, beside);
	test_more("the bound", beside);
	test_more("overheads", of_kind(RTLA_OVERHEADS, 0, &cpu0));
	test_more("wake-ups", of_kind(RTLA_WAKEUP, 0, &cpu0));
}

/*
 * Let the scheduler take the CPU from system calls, too, as those do who want low latencies.
 * With PREEMPT_RT it does so anyway, and there is no such file.
 */
static void preempt_fully(void)
{
	FILE *file = fopen("/sys/kernel/debug/sched/preempt", "w");

	if (file && (fputs("full", file) < 0 || fclose(file)))
		printf("# the preemption of this kernel cannot be set\n");
}

void test_neighbours(void)
{
	pid_t process = crowd();
	uint64_t irq, thread;
	int fd;

	preempt_fully();
	fd = measure_timerlat(&both_cpus);
	usleep(10 * RUN_US);
	irq = longest(fd, both_cpus, RTLA_CONTEXT_IRQ);
	thread = longest(fd, both_cpus, RTLA_CONTEXT_THREAD);
	close(fd);
	printf("# alone: IRQ latency %llu ns, thread latency %llu ns at most\n",
	       (unsigned long long)irq, (unsigned long long)thread);
	test_watching(process);
	test_measuring();
	kill(process, SIGKILL);
	waitpid(process, NULL, 0);
}
