// SPDX-License-Identifier: GPL-2.0
/*
 * Idle states are switched by cpuN/cpuidle/stateM/disable in sysfs: see
 * idle_states.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "host/idle_states.h"
#include "host/undo.h"

#define REMEDY	"run as root on a machine with cpuidle, or omit --deepest-idle-state"

struct idle_state {
	char path[256];			/* of its file "disable" */
	unsigned long long disable;	/* what was in that file */
};

/* Read the file of @state into @state->disable. Returns 0 or an errno. */
static int read_disable(struct idle_state *state)
{
	FILE *file = fopen(state->path, "re");
	int error = 0;

	if (!file)
		return errno;
	if (fscanf(file, "%llu", &state->disable) != 1)
		error = EIO;
	fclose(file);
	return error;
}

/* Write @value to the file @path. Returns 0 or an errno. */
static int write_disable(const char *path, unsigned long long value)
{
	FILE *file = fopen(path, "we");
	int error = 0;

	if (!file)
		return errno;
	if (fprintf(file, "%llu\n", value) < 0)
		error = EIO;
	if (fclose(file))
		error = errno;
	return error;
}

/*
 * Return room for one more state after those that are counted, or NULL if there
 * is no memory. The caller raises @states->count to keep the state.
 */
static struct idle_state *idle_states_add(struct idle_states *states)
{
	struct idle_state *grown = array_grow(states->state, states->count,
					      sizeof(*grown));

	if (!grown)
		return NULL;
	states->state = grown;
	return &grown[states->count];
}

/*
 * Note idle state @number of @cpu as one to be disabled, unless it is disabled
 * already. Returns 0 or an errno, which is ENOENT if there is no such state.
 */
static int note_state(struct idle_states *states, const char *root, int cpu,
		      int64_t number)
{
	struct idle_state *state = idle_states_add(states);
	int error = ENOMEM;

	if (!state)
		return error;
	snprintf(state->path, sizeof(state->path),
		 "%s/cpu%d/cpuidle/state%" PRId64 "/disable", root, cpu,
		 number);
	error = read_disable(state);
	if (!error && !state->disable)
		states->count++;
	return error;
}

static enum result idle_states_cannot(int cpu, int error)
{
	return fail(RESULT_CANNOT, "--deepest-idle-state: CPU %d: %s: " REMEDY,
		    cpu, strerror(error));
}

/* Note all idle states of @cpu that are deeper than @deepest. */
static enum result note_cpu(struct idle_states *states, const char *root,
			    int cpu, int64_t deepest)
{
	char path[256];
	int error = 0;

	snprintf(path, sizeof(path), "%s/cpu%d/cpuidle/state0", root, cpu);
	if (access(path, F_OK))
		return fail(RESULT_CANNOT, "--deepest-idle-state: CPU %d has no idle states: "
			    REMEDY, cpu);
	for (int64_t number = deepest + 1; !error; number++)
		error = note_state(states, root, cpu, number);
	return error == ENOENT ? RESULT_OK : idle_states_cannot(cpu, error);
}

/*
 * Write all noted states to the guard's undo list. Returns 0 or an errno. If
 * there is no list, it was reported that nothing is undone.
 */
static int list_all(const struct idle_states *states,
		    const struct undo_list *list)
{
	int error = 0;

	if (list->fd < 0)
		return 0;
	for (size_t i = 0; i < states->count && !error; i++)
		error = undo_value(list, states->state[i].path,
				   states->state[i].disable);
	return error;
}

/*
 * Disable all noted states. All are first written to the guard's undo list, and
 * only then changed, so that the guard can undo each change.
 */
static enum result disable_all(struct idle_states *states,
			       const struct undo_list *list)
{
	int error = list_all(states, list);

	if (error)
		return fail(RESULT_CANNOT, "--deepest-idle-state: %s: %s: the values to restore cannot be written there: make room, or leave --deepest-idle-state out",
			    list->places->lists, strerror(error));
	while (states->changed < states->count) {
		const char *path = states->state[states->changed].path;

		error = write_disable(path, 1);
		if (error)
			return fail(RESULT_CANNOT, "--deepest-idle-state: %s: %s: " REMEDY,
				    path, strerror(error));
		states->changed++;
	}
	return RESULT_OK;
}

enum result idle_states_limit(struct idle_states *states, const char *root,
			      const struct cpus *cpus, int64_t deepest,
			      const struct undo_list *list)
{
	int cpu;

	cpus_for_each(cpu, cpus) {
		enum result result = note_cpu(states, root, cpu, deepest);

		if (result)
			return result;
	}
	return disable_all(states, list);
}

void idle_states_restore(struct idle_states *states)
{
	for (size_t i = 0; i < states->changed; i++) {
		const struct idle_state *state = &states->state[i];
		int error = write_disable(state->path, state->disable);

		if (error)
			note("%s: %s: write %llu there to undo --deepest-idle-state",
			     state->path, strerror(error), state->disable);
	}
	free(states->state);
	memset(states, 0, sizeof(*states));
}
