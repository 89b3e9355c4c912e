// SPDX-License-Identifier: GPL-2.0
/*
 * A clock that is corrected all the time:
 *
 *	slew SECONDS
 *
 * Lets the clocks of the kernel go as much too fast, and then too slow, as it
 * allows, for a second each, and sets the time of day back and forth. At the
 * end they are as before.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#define STEPS_PER_SEC	20
#define FREQUENCY_MAX	(500L << 16)	/* 500 ppm, in 2^-16 ppm */
#define HOUR		3600

static int set_frequency(long frequency)
{
	struct timex timex = { .modes = ADJ_FREQUENCY, .freq = frequency };

	return adjtimex(&timex) < 0;
}

static int step(long seconds)
{
	struct timespec now;

	if (clock_gettime(CLOCK_REALTIME, &now))
		return 1;
	now.tv_sec += seconds;
	return clock_settime(CLOCK_REALTIME, &now);
}

int main(int argc, char *argv[])
{
	long i, steps = argc > 1 ? atol(argv[1]) * STEPS_PER_SEC : 0;
	int failed = 0;

	for (i = 0; i < steps && !failed; i++) {
		failed = set_frequency(i / STEPS_PER_SEC % 2 ? -FREQUENCY_MAX :
							       FREQUENCY_MAX) ||
			 step(i % 2 ? -HOUR : HOUR);
		usleep(1000000 / STEPS_PER_SEC);
	}
	if (steps % 2 && !failed)
		failed = step(-HOUR);
	if (failed || set_frequency(0)) {
		perror("slew");
		return 1;
	}
	return 0;
}
