/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tool does to its own surroundings for the time of a measurement.
 */
#ifndef RTLA_ENVIRONMENT_H
#define RTLA_ENVIRONMENT_H

#include "config.h"
#include "message.h"

struct environment {
	int latency_fd;		/* /dev/cpu_dma_latency, held open; or -1 */
};

/*
 * environment_set - keep off the measured CPUs, hold the wake-up latency, and
 * allow ourselves the files we need
 *
 * To be undone by environment_reset() in any case.
 */
enum result environment_set(struct environment *environment,
			    const struct config *config);
void environment_reset(struct environment *environment);

#endif /* RTLA_ENVIRONMENT_H */
