// SPDX-License-Identifier: GPL-2.0
/*
 * Two real-time threads on CPU 0 that wake each other in turn, through pipes,
 * or give the CPU to each other, so that none of them is woken:
 *
 *	pingpong ROUNDS [yield]
 *
 * It prints how many ns there are for each wake-up with the switch to the
 * thread, or for each switch.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PRIORITY	50

static pthread_barrier_t begin;
static int there[2], back[2];
static long rounds;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void pass(int from, int to)
{
	char ball;

	if (read(from, &ball, 1) != 1 || write(to, &ball, 1) != 1)
		die("pingpong: pipe");
}

static void *answer(void *unused)
{
	pthread_barrier_wait(&begin);
	for (long i = 0; i < rounds; i++)
		pass(there[0], back[1]);
	return unused;
}

static void ask(void)
{
	if (write(there[1], "o", 1) != 1)
		die("pingpong: pipe");
	for (long i = 1; i < rounds; i++)
		pass(back[0], there[1]);
}

static void *yield(void *unused)
{
	pthread_barrier_wait(&begin);
	for (long i = 0; i < rounds; i++)
		sched_yield();
	return unused;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void take_cpu(void)
{
	struct sched_param priority = { .sched_priority = PRIORITY };
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (pipe(there) || pipe(back) || mlockall(MCL_CURRENT | MCL_FUTURE) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &priority))
		die("pingpong");
}

int main(int argc, char *argv[])
{
	bool yields = argc > 2;
	pthread_t other;
	uint64_t from;

	rounds = argc > 1 ? atol(argv[1]) : 0;
	if (rounds <= 0) {
		fprintf(stderr, "pingpong ROUNDS [yield]\n");
		return 1;
	}
	take_cpu();
	pthread_barrier_init(&begin, NULL, 2);
	if (pthread_create(&other, NULL, yields ? yield : answer, NULL))
		die("pingpong: thread");
	pthread_barrier_wait(&begin);
	from = now_ns();
	if (yields) {
		for (long i = 0; i < rounds; i++)
			sched_yield();
	} else {
		ask();
	}
	pthread_join(other, NULL);
	printf("%ld\n", (long)((now_ns() - from) / (2 * rounds)));
	return 0;
}
