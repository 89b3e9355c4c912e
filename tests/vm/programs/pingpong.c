// SPDX-License-Identifier: GPL-2.0
/*
 * Two real-time threads on CPU 0 that wake each other in turn, through pipes:
 *
 *	pingpong ROUNDS
 *
 * It prints how many ns there are for each wake-up, with the switch to the
 * thread.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PRIORITY	50

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
	(void)unused;
	for (long i = 0; i < rounds; i++)
		pass(there[0], back[1]);
	return NULL;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

int main(int argc, char *argv[])
{
	struct sched_param priority = { .sched_priority = PRIORITY };
	pthread_t other;
	uint64_t begin;
	cpu_set_t cpus;

	rounds = argc > 1 ? atol(argv[1]) : 0;
	if (rounds <= 0) {
		fprintf(stderr, "pingpong ROUNDS\n");
		return 1;
	}
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (pipe(there) || pipe(back) || mlockall(MCL_CURRENT | MCL_FUTURE) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &priority))
		die("pingpong");
	if (pthread_create(&other, NULL, answer, NULL))
		die("pingpong: thread");
	begin = now_ns();
	if (write(there[1], "o", 1) != 1)
		die("pingpong: pipe");
	for (long i = 1; i < rounds; i++)
		pass(back[0], there[1]);
	pthread_join(other, NULL);
	printf("%ld\n", (long)((now_ns() - begin) / (2 * rounds)));
	return 0;
}
