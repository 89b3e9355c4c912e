/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tool does to its own surroundings for the time of a measurement.
 */
#ifndef RTLA_ENVIRONMENT_H
#define RTLA_ENVIRONMENT_H

#include "cgroup.h"
#include "config.h"
#include "guard.h"
#include "idle_states.h"
#include "message.h"

struct environment {
	int latency_fd;		/* /dev/cpu_dma_latency, held open; or -1 */
	struct idle_states idle_states;
	struct cgroup cgroup;	/* for the measuring threads */
	struct guard guard;	/* undoes all of it if we are killed */
};

/*
 * environment_set - keep off the measured CPUs, undo what killed runs have left,
 * have a guard, hold the wake-up latency, limit the idle states, allow ourselves
 * the files we need, and find the cgroup
 *
 * To be undone by environment_reset() in any case.
 */
enum result environment_set(struct environment *environment,
			    const struct config *config);
void environment_reset(struct environment *environment);

#endif /* RTLA_ENVIRONMENT_H */
