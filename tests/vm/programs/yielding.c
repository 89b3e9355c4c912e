// SPDX-License-Identifier: GPL-2.0
/*
 * Two real-time threads on CPU 0 that give it to each other in turn:
 *
 *	yielding ROUNDS
 *
 * It prints how many ns there are for each switch. None of them is woken.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define PRIORITY	50

static pthread_barrier_t begin;
static long rounds;

static void die(const char *what)
{
	perror(what);
	exit(1);
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

int main(int argc, char *argv[])
{
	struct sched_param priority = { .sched_priority = PRIORITY };
	pthread_t other;
	uint64_t from;
	cpu_set_t cpus;

	rounds = argc > 1 ? atol(argv[1]) : 0;
	if (rounds <= 0) {
		fprintf(stderr, "yielding ROUNDS\n");
		return 1;
	}
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (mlockall(MCL_CURRENT | MCL_FUTURE) ||
	    sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &priority))
		die("yielding");
	pthread_barrier_init(&begin, NULL, 2);
	if (pthread_create(&other, NULL, yield, NULL))
		die("yielding: thread");
	pthread_barrier_wait(&begin);
	from = now_ns();
	for (long i = 0; i < rounds; i++)
		sched_yield();
	pthread_join(other, NULL);
	printf("%ld\n", (long)((now_ns() - from) / (2 * rounds)));
	return 0;
}
