// SPDX-License-Identifier: GPL-2.0
/*
 * How many ns of a CPU each expiry of the probe of a bound takes that met
 * nothing: count how often a loop runs in a second, with the probe and without
 * it.
 *
 *	probe_cost CPU PERIOD_US
 *
 * It prints the expiries, and the ns that each has taken. The loop is bound to
 * the CPU.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "uapi/rtla.h"

#define SECOND	1000000000ULL

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

/* Return how often the loop runs in a second. */
static uint64_t loops(void)
{
	uint64_t end = now_ns() + SECOND, count = 0;

	for (; now_ns() < end; count++)
		;
	return count;
}

static uint64_t probes(int fd, unsigned int cpu)
{
	struct rtla_bound bound = { .size = sizeof(bound), .cpu = cpu };

	return ioctl(fd, RTLA_IOC_BOUND, &bound) ? 0 : bound.probes;
}

int main(int argc, char **argv)
{
	unsigned int cpu = argc > 1 ? atoi(argv[1]) : 0;
	uint64_t mask = 1ULL << cpu, without, with, expiries;
	struct rtla_start start = {
		.size = sizeof(start), .workload = RTLA_BOUND,
		.cpus_size = sizeof(mask), .cpus = (uintptr_t)&mask,
		.stats = RTLA_STATS_SUMMARY,
		.bound.period_ns = (argc > 2 ? atoi(argv[2]) : 50) * 1000ULL,
	};
	struct rtla_count count = { .size = sizeof(count), .until_ns = ~0ULL };
	int fd = open(RTLA_DEVICE_PATH, O_RDWR);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	without = loops();
	if (ioctl(fd, RTLA_IOC_START, &start)) {
		perror("probe_cost");
		return 1;
	}
	count.from_ns = now_ns();
	ioctl(fd, RTLA_IOC_COUNT, &count);
	usleep(100000);
	expiries = probes(fd, cpu);
	with = loops();
	expiries = probes(fd, cpu) - expiries;
	if (!expiries || with > without) {
		fprintf(stderr, "probe_cost: %llu loops with the probe, %llu without it\n",
			(unsigned long long)with, (unsigned long long)without);
		return 1;
	}
	printf("%llu %.0f\n", (unsigned long long)expiries,
	       (double)(without - with) / without * SECOND / expiries);
	return 0;
}
