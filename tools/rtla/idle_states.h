/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Idle states of CPUs, and which of them may be used.
 */
#ifndef RTLA_IDLE_STATES_H
#define RTLA_IDLE_STATES_H

#include <stddef.h>
#include <stdint.h>

#include "cpus.h"
#include "message.h"

struct idle_state;
struct undo_list;

/* Those that are to be changed, as they were. */
struct idle_states {
	struct idle_state *state;
	size_t count;
	size_t changed;		/* of them, the first ones */
	size_t size;
};

#define IDLE_STATES_ROOT	"/sys/devices/system/cpu"

/*
 * idle_states_limit - let the CPUs use states 0 to @deepest only; -1: none
 *
 * @root is IDLE_STATES_ROOT. What they were goes to @list before any is changed.
 * To be undone by idle_states_restore() in any case.
 */
enum result idle_states_limit(struct idle_states *states, const char *root,
			      const struct cpus *cpus, int64_t deepest,
			      const struct undo_list *list);

/* idle_states_restore - exactly what was there before */
void idle_states_restore(struct idle_states *states);

#endif /* RTLA_IDLE_STATES_H */
