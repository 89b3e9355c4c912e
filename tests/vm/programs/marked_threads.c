// SPDX-License-Identifier: GPL-2.0
/*
 * Threads on one CPU that do nothing but begin and end cycles, with marks, so
 * that they are often taken off their CPU within the program on a mark:
 *
 *	marked_threads THREADS CYCLES
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "rtla_cycle.h"

static long cycles;

static void *make_cycles(void *unused)
{
	for (long i = 0; i < cycles; i++) {
		RTLA_CYCLE_BEGIN(short);
		RTLA_CYCLE_END(short);
	}
	return unused;
}

int main(int argc, char *argv[])
{
	int threads = argc > 2 ? atoi(argv[1]) : 0;
	pthread_t thread[64];
	cpu_set_t cpus;

	if (threads < 1 || threads > 64)
		return 1;
	cycles = atol(argv[2]);
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		return 1;
	for (int i = 0; i < threads; i++)
		if (pthread_create(&thread[i], NULL, make_cycles, NULL))
			return 1;
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
