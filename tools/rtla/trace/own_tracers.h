/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's own tracers timerlat and osnoise, which measure where there is
 * no module.
 */
#ifndef RTLA_OWN_TRACERS_H
#define RTLA_OWN_TRACERS_H

#include <stdbool.h>

struct machine;

/* Their names, which end with NULL. */
extern const char *const own_tracers[];

/* own_tracers_has - return whether @name is one of them */
bool own_tracers_has(const char *name);

/*
 * own_tracers_cpu - return of which CPU a measuring thread of @tracer would be
 * that is called @name, as "osnoise/3" is; -1: it is none
 */
int own_tracers_cpu(const char *tracer, const char *name);

/*
 * own_tracers_is_there - return whether @machine has @tracer, and this user may
 * use it
 *
 * A run chooses the tracer by this, too.
 */
bool own_tracers_is_there(const struct machine *machine, const char *tracer);

/* own_tracers_there - return whether that is so of all of them */
bool own_tracers_there(const struct machine *machine);

#endif /* RTLA_OWN_TRACERS_H */
