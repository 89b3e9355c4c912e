// SPDX-License-Identifier: GPL-2.0
/*
 * Namespaces of processes: see pid_space.h.
 */
#include <sys/stat.h>

#include "host/pid_space.h"

/* The number of the first namespace, PROC_PID_INIT_INO of the kernel. */
#define FIRST_INO	0xeffffffcU

bool pid_space_is_inner(uint64_t *dev, uint64_t *ino)
{
	struct stat space;

	if (stat("/proc/self/ns/pid", &space) || space.st_ino == FIRST_INO)
		return false;
	*dev = space.st_dev;
	*ino = space.st_ino;
	return true;
}
