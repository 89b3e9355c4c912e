// SPDX-License-Identifier: GPL-2.0
/*
 * The limit of how long CPUs may take to leave an idle state.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "host/dma_latency.h"

int dma_latency_hold(int32_t latency_us)
{
	int fd = open(DMA_LATENCY, O_WRONLY | O_CLOEXEC);
	int error;

	if (fd < 0)
		return -errno;
	if (write(fd, &latency_us, sizeof(latency_us)) == sizeof(latency_us))
		return fd;
	error = -errno;
	close(fd);
	return error;
}
