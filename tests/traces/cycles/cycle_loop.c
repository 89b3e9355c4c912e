// SPDX-License-Identifier: GPL-2.0
/*
 * A loop with a period of 10 ms, in which one known thing goes wrong in each
 * second cycle; other threads cause that. Times are those of a machine that
 * needs 1 ns for an instruction.
 *
 *	cycle_loop mutex|pi|chain|pipe|full|fifo|run|late|throttled CYCLES
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define PERIOD_US	10000

static pthread_mutex_t first_lock, second_lock;
static int data[2];		/* a pipe */
static struct timespec begin;
static int cycles;
static const char *what;

static bool is(const char *name)
{
	return !strcmp(what, name);
}

/* Take @us: two instructions are a turn of the loop. */
static void compute(long us)
{
	for (long left = us * 1000 / 2; left; left--)
		__asm__ volatile("" : "+r" (left));
}

static void start(const char *name, int priority, int cpu)
{
	struct sched_param param = { .sched_priority = priority };
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	prctl(PR_SET_NAME, name);
	if (sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    (priority && sched_setscheduler(0, SCHED_FIFO, &param)))
		perror(name);
}

/* Sleep until @us after the begin of the cycle number @cycle. */
static void wait_until(int cycle, long us)
{
	struct timespec until = begin;

	us += cycle * (long)PERIOD_US;
	until.tv_sec += us / 1000000;
	until.tv_nsec += us % 1000000 * 1000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

/* Holds the first lock for 1 ms, from 300 us before the cycle on. */
static void *logger(void *unused)
{
	start("logger", 10, 1);
	for (int i = 1; i < cycles; i += 2) {
		wait_until(i, -300);
		pthread_mutex_lock(&first_lock);
		compute(300);
		if (is("chain")) {
			pthread_mutex_lock(&second_lock);
			pthread_mutex_unlock(&second_lock);
		}
		compute(700);
		pthread_mutex_unlock(&first_lock);
	}
	return unused;
}

/* Holds the second lock for 1 ms. */
static void *database(void *unused)
{
	start("database", 5, 1);
	for (int i = 1; i < cycles; i += 2) {
		wait_until(i, -900);
		pthread_mutex_lock(&second_lock);
		compute(1000);
		pthread_mutex_unlock(&second_lock);
	}
	return unused;
}

/* Runs for 2 ms, from 200 us after the release on. */
static void *telemetry(void *unused)
{
	start("telemetry", 20, 1);
	for (int i = 1; i < cycles; i += 2) {
		wait_until(i, 200);
		compute(2000);
	}
	return unused;
}

/* Runs for 1.5 ms in the middle of the computation. */
static void *motor(void *unused)
{
	start("motor", 80, 0);
	for (int i = 1; i < cycles; i += 2) {
		wait_until(i, 250);
		compute(1500);
	}
	return unused;
}

/* Gives the data 3 ms after the release, or takes them then. */
static void *sensor(void *unused)
{
	char bytes[65536];

	start("sensor", 30, 1);
	for (int i = 1; i < cycles; i += 2) {
		wait_until(i, 3000);
		compute(100);
		if (is("pipe") ? write(data[1], "x", 1) != 1 :
				 read(data[0], bytes, sizeof(bytes)) < 0)
			perror("pipe");
	}
	return unused;
}

static void controlled(int cycle)
{
	static char bytes[65536];
	bool wrong = cycle & 1;

	compute(500);
	pthread_mutex_lock(&first_lock);
	compute(100);
	pthread_mutex_unlock(&first_lock);
	if (is("pipe") && wrong && read(data[0], bytes, 1) != 1)
		perror("read");
	/* The pipe is full after one write. */
	if (is("full") && wrong && write(data[1], bytes, sizeof(bytes)) < 0)
		perror("write");
	if (is("run") && wrong)
		compute(2000);
	if (is("throttled") && wrong)
		compute(4000);
	if (is("late") && wrong)
		compute(11000);
	compute(200);
}

static void *controller(void *unused)
{
	start("controller", is("throttled") ? 0 : 50, 0);
	for (int i = 0; i < cycles; i++) {
		wait_until(i, 0);
		controlled(i);
	}
	wait_until(cycles, 0);
	return unused;
}

int main(int argc, char *argv[])
{
	static const struct {
		const char *what;
		void *(*run)(void *unused);
	} others[] = {
		{ "mutex", logger }, { "mutex", telemetry },
		{ "pi", logger }, { "pi", telemetry },
		{ "chain", logger }, { "chain", database },
		{ "chain", telemetry }, { "fifo", motor },
		{ "pipe", sensor }, { "full", sensor },
	};
	pthread_mutexattr_t attr;
	pthread_t thread;

	if (argc != 3)
		return 2;
	what = argv[1];
	cycles = atoi(argv[2]);
	mlockall(MCL_CURRENT | MCL_FUTURE);
	pthread_mutexattr_init(&attr);
	if (is("pi"))
		pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&first_lock, &attr);
	pthread_mutex_init(&second_lock, &attr);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	begin.tv_sec++;
	if (pipe(data) || (is("full") && write(data[1], (char[4096]){ 0 }, 1) != 1))
		return 2;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (is(others[i].what))
			pthread_create(&thread, NULL, others[i].run, NULL);
	pthread_create(&thread, NULL, controller, NULL);
	return pthread_join(thread, NULL);
}
