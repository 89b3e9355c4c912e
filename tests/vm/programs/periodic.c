// SPDX-License-Identifier: GPL-2.0
/*
 * A small periodic program, like those whose wake-ups people ask about:
 *
 *	periodic CPU PERIOD		(in us)
 *
 * It sleeps until the next multiple of PERIOD, works for a moment, and so on,
 * as a real-time thread on CPU. It does not know that anybody watches it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define PRIORITY	95
#define NS_PER_SEC	1000000000L

int main(int argc, char *argv[])
{
	struct sched_param priority = { .sched_priority = PRIORITY };
	long period = argc > 2 ? atol(argv[2]) * 1000 : 0;
	unsigned int work;
	struct timespec next;
	cpu_set_t cpus;
	int error;

	if (period <= 0 || period >= NS_PER_SEC) {
		fprintf(stderr, "periodic CPU PERIOD\n");
		return 1;
	}
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[1]), &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus) ||
	    sched_setscheduler(0, SCHED_FIFO, &priority) ||
	    mlockall(MCL_CURRENT | MCL_FUTURE)) {
		perror("periodic");
		return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (;;) {
		next.tv_nsec += period;
		if (next.tv_nsec >= NS_PER_SEC) {
			next.tv_nsec -= NS_PER_SEC;
			next.tv_sec++;
		}
		error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next,
					NULL);
		if (error && error != EINTR) {
			fprintf(stderr, "periodic: %s\n", strerror(error));
			return 1;
		}
		for (work = 0; work < 100; work++)
			asm volatile("" : "+r"(work));
	}
}
