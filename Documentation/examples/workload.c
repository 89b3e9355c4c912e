// SPDX-License-Identifier: GPL-2.0
/*
 * A user-space workload to be measured by 'timerlat top -U': it is woken once a
 * period, does its work, and asks for the next period. The time from the expiry
 * of the timer until then is the user latency ("Ret user").
 *
 *	cc -I include -o workload Documentation/examples/workload.c
 *	timerlat top -U -c 1 &
 *	chrt -f 95 taskset -c 1 ./workload 1
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "uapi/rtla.h"

/* Do the work of one period. */
static void work(void)
{
	for (volatile int i = 0; i < 1000; i++)
		;
}

int main(int argc, char **argv)
{
	struct rtla_attach attach = {
		.size = sizeof(attach),
		.cpu = argc > 1 ? atoi(argv[1]) : 0,
	};
	int fd = open(RTLA_DEVICE_PATH, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || mlockall(MCL_CURRENT | MCL_FUTURE)) {
		perror("workload: " RTLA_DEVICE_PATH);
		return 1;
	}
	if (ioctl(fd, RTLA_IOC_ATTACH, &attach)) {
		fprintf(stderr, "workload: CPU %u: %s\n", attach.cpu,
			strerror(errno));
		return 1;
	}
	while (!read(fd, NULL, 0) || errno == EINTR)
		work();
	/* ENODEV: the measurement is over, or the CPU is offline. */
	if (errno != ENODEV)
		perror("workload");
	return errno != ENODEV;
}
