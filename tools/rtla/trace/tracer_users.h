/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who has the kernel's own tracers on. Their settings are the same for all
 * trace instances, so that only one at a time can measure with them.
 */
#ifndef RTLA_TRACER_USERS_H
#define RTLA_TRACER_USERS_H

#include <stdbool.h>

struct machine;

/**
 * struct tracer_users - why the kernel's own tracers cannot be had, and what to
 * do
 * @why: who has them on
 * @remedy: what ends that
 */
struct tracer_users {
	char why[512];
	char remedy[512];
};

/*
 * tracer_users_find - return whether timerlat or osnoise is on in any instance
 * of @machine
 *
 * Instances of runs of rtla that have ended are left out: the next run removes
 * them.
 */
bool tracer_users_find(struct tracer_users *users,
		       const struct machine *machine);

#endif /* RTLA_TRACER_USERS_H */
