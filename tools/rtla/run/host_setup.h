/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The environment of a measurement: what the command changes in itself and in
 * the system while it measures.
 */
#ifndef RTLA_HOST_SETUP_H
#define RTLA_HOST_SETUP_H

#include <stdbool.h>

#include "base/message.h"
#include "host/cgroup.h"
#include "host/idle_states.h"
#include "run/guard.h"

struct config;

struct host_setup {
	int latency_fd;		/* /dev/cpu_dma_latency, held open; or -1 */
	struct idle_states idle_states;
	struct cgroup cgroup;	/* for the measuring threads */
	struct guard guard;	/* undoes changes if the command is killed */
};

/*
 * host_setup_apply - prepare the command and the system for a measurement
 *
 * Raises the limit of open files, finds the cgroup, moves the command to the
 * house-keeping CPUs, undoes what killed runs have left, starts the guard,
 * limits the wake-up latency, and limits the idle states. Prints an error if it
 * fails. The caller calls host_setup_undo() in any case. @settings: the tracer
 * will change settings, which the next run has to restore if this one is killed
 * with its guard.
 */
enum result host_setup_apply(struct host_setup *setup,
			     const struct config *config, bool settings);

/* host_setup_relax - allow all idle states again: nothing is measured any more */
void host_setup_relax(struct host_setup *setup);

/* host_setup_undo - undo everything, and end the guard */
void host_setup_undo(struct host_setup *setup);

#endif /* RTLA_HOST_SETUP_H */
