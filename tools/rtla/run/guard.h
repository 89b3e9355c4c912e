/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guard of a run: a process that sleeps until the run has ended, in any
 * way. If the run was killed, the guard undoes what the run could not undo: it
 * kills the load and the commands of actions, lets measuring processes die,
 * writes back what files of sysfs held, and removes the run's trace instances.
 *
 * The guard is named GUARD_NAME, so that "pkill rtla" and "killall timerlat" do
 * not end it. Of the run's open files, it keeps only the undo list.
 */
#ifndef RTLA_GUARD_H
#define RTLA_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

#include "host/undo.h"

#define GUARD_NAME	"latency-guard"

struct guard {
	struct undo_list list;
	/* A socket: the guard notices when the run closes it. -1: no guard. */
	int line;
	pid_t pid;	/* of the guard, which is no child of the run */
};

/* No guard, and no undo list. guard_end() does nothing then. */
#define GUARD_NONE	((struct guard) { .list.fd = -1, .line = -1 })

/**
 * guard_start - start a guard, before the run changes anything in the system
 * @guard: filled in; end it with guard_end()
 * @places: &undo_places, or other places in tests
 * @named: values in sysfs will be changed, so the undo list gets a name, by
 *	which the next run finds it
 * @talk: if the list cannot be opened as wanted, print a message of --debug
 *
 * The guard runs on the CPUs of its caller, without a real-time priority. If
 * there can be no guard, the run goes on: it undoes everything itself unless it
 * is killed.
 */
void guard_start(struct guard *guard, const struct undo_places *places,
		 bool named, bool talk);

/* guard_end - end the guard, when the run has undone everything itself */
void guard_end(struct guard *guard);

#endif /* RTLA_GUARD_H */
