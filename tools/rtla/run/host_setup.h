/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The environment of a measurement: what the command changes in itself and in
 * the system while it measures.
 */
#ifndef RTLA_HOST_SETUP_H
#define RTLA_HOST_SETUP_H

#include "base/message.h"
#include "host/cgroup.h"
#include "host/idle_states.h"
#include "options/config.h"
#include "run/guard.h"

struct environment {
	int latency_fd;		/* /dev/cpu_dma_latency, held open; or -1 */
	struct idle_states idle_states;
	struct cgroup cgroup;	/* for the measuring threads */
	struct guard guard;	/* undoes changes if the command is killed */
};

/*
 * environment_set - prepare the command and the system for a measurement
 *
 * Raises the limit of open files, finds the cgroup, moves the command to the
 * house-keeping CPUs, undoes what killed runs have left, starts the guard,
 * limits the wake-up latency, and limits the idle states. Prints an error if it
 * fails. The caller calls environment_reset() in any case.
 */
enum result environment_set(struct environment *environment,
			    const struct config *config);
void environment_reset(struct environment *environment);

#endif /* RTLA_HOST_SETUP_H */
