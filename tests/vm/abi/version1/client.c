// SPDX-License-Identifier: GPL-2.0
/*
 * A program of the time of version 1 of the interface. It was compiled once, with
 * the header beside it, and recorded as "client": what was compiled then is to
 * run with every later module. Prints TAP.
 *
 *	cc -O2 -s -I. -o client client.c		(Debian 13, amd64)
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "rtla.h"

static int tests, failures;

static void check(int ok, const char *name)
{
	tests++;
	failures += !ok;
	printf("%sok %d - %s\n", ok ? "" : "not ", tests, name);
	if (!ok)
		printf("# errno %d (%s)\n", errno, strerror(errno));
}

int main(void)
{
	uint64_t cpus = 1;
	struct rtla_start start = {
		.size = sizeof(start),
		.workload = RTLA_TIMERLAT,
		.cpus = (uintptr_t)&cpus,
		.cpus_size = sizeof(cpus),
		.period_ns = RTLA_PERIOD_DEFAULT_NS,
	};
	struct rtla_arm arm = { .size = sizeof(arm), .stop_thread_ns = 1 };
	struct rtla_cpu cpu = { .size = sizeof(cpu) };
	struct rtla_hit hit = { 0 };
	struct pollfd fd = { .events = POLLIN };

	fd.fd = open(RTLA_DEVICE_PATH, O_RDWR | O_NONBLOCK);
	check(fd.fd >= 0, "version 1 opens the device");
	check(RTLA_IOC_START == 0xc060b701, "its number of the start is recorded");
	check(!ioctl(fd.fd, RTLA_IOC_START, &start) && start.session,
	      "it starts a session");
	check(!ioctl(fd.fd, RTLA_IOC_ARM, &arm), "it arms it");
	check(poll(&fd, 1, 10000) == 1 &&
	      read(fd.fd, &hit, sizeof(hit)) == sizeof(hit) &&
	      hit.context == RTLA_CONTEXT_THREAD && hit.threshold_ns == 1,
	      "it gets a hit");
	check(!ioctl(fd.fd, RTLA_IOC_CPU, &cpu) &&
	      cpu.state == RTLA_CPU_MEASURED && cpu.pid && cpu.activations,
	      "it is told how a CPU fares");
	check(!close(fd.fd), "it ends the session");
	printf("1..%d\n", tests);
	return failures != 0;
}
