// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a command while a session finds the bound of a CPU:
 *
 *	bound_session CPU PERIOD_NS COMMAND...
 *
 * The windows of the session are events of the trace. When the command has
 * ended, so does the session, and this is printed of it, in ns:
 *
 *	probe: PROBES LONGEST_GAP FLOOR UNMEASURED
 *	entry: COUNT SUM MAX				of the calibration
 *	variable: NAME COUNT LOWER UPPER MARGIN
 *
 * The status is the command's, or 125.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "uapi/rtla.h"

static void die(const char *what)
{
	perror(what);
	exit(125);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static int begin(unsigned int cpu, uint64_t period)
{
	uint64_t cpus = 1ULL << cpu;
	struct rtla_start start = {
		.size = sizeof(start),
		.workload = RTLA_BOUND,
		.cpus_size = sizeof(cpus),
		.cpus = (uintptr_t)&cpus,
		.stats = RTLA_STATS_SUMMARY,
		.bound.period_ns = period,
	};
	struct rtla_count count = {
		.size = sizeof(count), .until_ns = ~0ULL,
	};
	struct rtla_bound bound = { .size = sizeof(bound), .cpu = cpu };
	int fd = open(RTLA_DEVICE_PATH, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		die(RTLA_DEVICE_PATH);
	if (ioctl(fd, RTLA_IOC_START, &start))
		die("RTLA_IOC_START");
	/* The probe is calibrated first, for some ms. */
	while (!bound.probes && !ioctl(fd, RTLA_IOC_BOUND, &bound))
		usleep(1000);
	count.from_ns = now_ns();
	if (ioctl(fd, RTLA_IOC_COUNT, &count))
		die("RTLA_IOC_COUNT");
	return fd;
}

static void print(const struct rtla_bound_variable *variable)
{
	static const char *const names[RTLA_BOUND_VARIABLES] = {
		"poid", "paie", "dst", "psd", "idle",
	};
	unsigned int i;

	for (i = 0; i < RTLA_BOUND_VARIABLES; i++, variable++) {
		if (variable->method == RTLA_BOUND_ABSENT)
			continue;
		printf("variable: %s %llu %llu %llu %llu\n", names[i],
		       (unsigned long long)variable->count,
		       (unsigned long long)variable->lower_ns,
		       (unsigned long long)variable->upper_ns,
		       (unsigned long long)variable->margin_ns);
	}
}

static void end(int fd, unsigned int cpu)
{
	struct rtla_bound bound = { .size = sizeof(bound), .cpu = cpu };

	if (ioctl(fd, RTLA_IOC_END))
		die("RTLA_IOC_END");
	if (ioctl(fd, RTLA_IOC_BOUND, &bound))
		die("RTLA_IOC_BOUND");
	printf("probe: %llu %llu %llu %llu\n",
	       (unsigned long long)bound.probes,
	       (unsigned long long)bound.longest_gap_ns,
	       (unsigned long long)bound.floor_ns,
	       (unsigned long long)bound.unmeasured);
	printf("entry: %llu %llu %llu\n",
	       (unsigned long long)bound.irq_entries,
	       (unsigned long long)bound.irq_entry_sum_ns,
	       (unsigned long long)bound.irq_entry_max_ns);
	print(bound.variable);
}

static int run(char **command)
{
	int status;
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (!pid) {
		execvp(command[0], command);
		die(command[0]);
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			die("waitpid");
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}

int main(int argc, char *argv[])
{
	unsigned int cpu;
	int fd, status;

	if (argc < 4) {
		fprintf(stderr, "usage: bound_session CPU PERIOD_NS COMMAND...\n");
		return 125;
	}
	cpu = atoi(argv[1]);
	fd = begin(cpu, strtoull(argv[2], NULL, 10));
	status = run(argv + 3);
	end(fd, cpu);
	return status;
}
