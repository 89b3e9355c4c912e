/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who measures with the module: the descriptors of /dev/rtla that processes
 * have, and what the module says of each in fdinfo.
 */
#ifndef RTLA_MODULE_SESSIONS_H
#define RTLA_MODULE_SESSIONS_H

#include <stdbool.h>

#include "base/cpus.h"

struct machine;

/* Room for a list of processes in a message; more of them are left out. */
#define MODULE_SESSIONS_TEXT	256

/**
 * struct module_sessions - the sessions that keep others from measuring
 * @cpus: the measured CPUs that they have
 * @processes: who has them: "timerlat (process 1234)", with a comma between two
 */
struct module_sessions {
	struct cpus cpus;
	char processes[MODULE_SESSIONS_TEXT];
};

/*
 * module_sessions_find - find the sessions that have @place on any CPU that is
 * to be measured
 *
 * @place is a word of rtla-place in uapi/rtla.h. What this user cannot see is
 * left out: only root sees the descriptors of all processes. To look at these
 * takes some milliseconds. Returns whether there are such CPUs.
 */
bool module_sessions_find(struct module_sessions *sessions,
			  const struct machine *machine, const char *place);

#endif /* RTLA_MODULE_SESSIONS_H */
