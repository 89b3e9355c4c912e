// SPDX-License-Identifier: GPL-2.0
/*
 * A user-space workload, for the tests of 'timerlat -U':
 *
 *	workload CPU READS [WORK]
 *
 * It waits for a session that wants a workload on CPU, reads READS times, and
 * works for WORK us (0) after each read. Then it prints how many reads there
 * were, and if there were fewer, the reason.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "uapi/rtla.h"

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}

static int attached(unsigned int cpu)
{
	struct rtla_attach attach = { .size = sizeof(attach), .cpu = cpu };
	int fd = -1, try;

	for (try = 0; try < 100; try++) {
		fd = open(RTLA_DEVICE_PATH, O_RDWR | O_CLOEXEC);
		if (fd >= 0 && !ioctl(fd, RTLA_IOC_ATTACH, &attach))
			return fd;
		close(fd);
		if (errno != ENODEV && errno != EBUSY)
			break;
		usleep(50000);
	}
	return -1;
}

int main(int argc, char *argv[])
{
	unsigned int cpu = argc > 1 ? atoi(argv[1]) : 0;
	long reads = argc > 2 ? atol(argv[2]) : 1, done;
	uint64_t work = argc > 3 ? atol(argv[3]) : 0, until;
	cpu_set_t set;
	int fd;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("workload: affinity");
		return 1;
	}
	fd = attached(cpu);
	if (fd < 0) {
		perror("workload: attach");
		return 1;
	}
	for (done = 0; done < reads; done++) {
		if (read(fd, NULL, 0))
			break;
		for (until = now_us() + work; work && now_us() < until;)
			;
	}
	printf("%ld reads%s%s\n", done, done < reads ? ": " : "",
	       done < reads ? strerror(errno) : "");
	return done < reads;
}
