/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Idle states of CPUs: limiting which of them a CPU may use.
 */
#ifndef RTLA_IDLE_STATES_H
#define RTLA_IDLE_STATES_H

#include <stddef.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/message.h"

struct idle_state;
struct undo_list;

/* The idle states that a run disables, with what their files held before. */
struct idle_states {
	struct idle_state *state;
	size_t count;
	size_t changed;		/* this many of them, the first, are disabled */
};

/*
 * idle_states_limit - let @cpus use idle states 0 to @deepest only; -1: none
 *
 * @states is zeroed at first. @root is CPUS_ROOT, or another directory
 * in tests. The old values are written to @list before any state is changed.
 * Returns RESULT_OK, or prints the reason and returns RESULT_CANNOT. The caller
 * calls idle_states_restore() in any case.
 */
enum result idle_states_limit(struct idle_states *states, const char *root,
			      const struct cpus *cpus, int64_t deepest,
			      const struct undo_list *list);

/*
 * idle_states_restore - write back what the files held, and free @states
 *
 * A value that cannot be written back is printed, so that the user can write
 * it.
 */
void idle_states_restore(struct idle_states *states);

#endif /* RTLA_IDLE_STATES_H */
