/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who has the kernel's own tracers on. Their settings are the same for all
 * trace instances, so that only one at a time can measure with them.
 */
#ifndef RTLA_TRACER_USERS_H
#define RTLA_TRACER_USERS_H

#include <limits.h>
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

/**
 * struct tracer_user - an instance that has one of these tracers on
 * @folder: its path
 * @name: its name; "": the top-level instance
 * @tracer: the name of the tracer
 */
struct tracer_user {
	char folder[NAME_MAX + 64];
	char name[NAME_MAX + 1];
	char tracer[32];
};

/*
 * tracer_users_each - call @see with each instance of @machine that has one of
 * these tracers on, the top-level one first, and with @to
 */
void tracer_users_each(const struct machine *machine,
		       void (*see)(const struct tracer_user *user, void *to),
		       void *to);

/*
 * tracer_user_process - return the process that measures with an instance
 *
 * It is the run of rtla that made the instance, or one that has a file of the
 * instance open. Returns 0 if there is none, or -1 if that cannot be seen: only
 * root sees the files of all processes. To look at these takes some
 * milliseconds.
 */
int tracer_user_process(const struct machine *machine,
			const struct tracer_user *user);

#endif /* RTLA_TRACER_USERS_H */
