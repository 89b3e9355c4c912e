/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guard of a run: a process that sleeps until the run is gone, however that
 * died, and then undoes what the run could not: it kills the load and the commands
 * of actions, writes back what files of sysfs held, and removes the run's trace
 * instances.
 *
 * It is called GUARD_NAME, so that "pkill rtla" and "killall timerlat" are not
 * for it, and holds nothing that is open but the list of what is to be undone.
 */
#ifndef RTLA_GUARD_H
#define RTLA_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

#include "undo.h"

#define GUARD_NAME	"latency-guard"

struct guard {
	struct undo_list list;
	int line;		/* to the guard: it sees its end; -1: no guard */
	pid_t pid;
};

/* A guard that is not there: all below do nothing, or only write the list. */
#define GUARD_NONE	((struct guard) { .list.fd = -1, .line = -1 })

/**
 * guard_start - before anything of the system is changed
 * @places: &undo_places
 * @named: values will be changed: the next run is to know of them, too
 * @talk: say what is not possible
 *
 * It runs on the CPUs that we run on, at no real-time priority. Where there cannot
 * be one, the run goes on: it undoes everything itself unless it is killed.
 */
void guard_start(struct guard *guard, const struct undo_places *places,
		 bool named, bool talk);

/* guard_end - everything is undone: let the guard go */
void guard_end(struct guard *guard);

#endif /* RTLA_GUARD_H */
