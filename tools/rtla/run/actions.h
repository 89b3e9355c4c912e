/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The actions of a run, which are done at a hit (--on-threshold) and at the end
 * (--on-end).
 */
#ifndef RTLA_ACTIONS_H
#define RTLA_ACTIONS_H

#include <stdbool.h>

#include "host/process.h"
#include "trace/trace_file.h"

struct actions;

/**
 * struct actor - what actions need, and why one of them failed
 * @saver: saves the trace; its instance is NULL if no trace is to be saved
 * @patience: what is done while a shell command or trace-cmd runs
 * @failure: why an action failed, or empty. Actions do not print it: the caller
 *	passes it to fail() after the figures, which are to follow the output of
 *	the action at once
 */
struct actor {
	struct trace_saver saver;
	struct patience patience;
	char failure[512];
};

enum actions_end {
	ACTIONS_DONE,
	ACTIONS_CONTINUE,	/* an action asks to go on measuring */
	ACTIONS_FAILED,		/* one failed, those after it were not done */
};

/*
 * actions_save - save the trace to @path, as --trace does
 *
 * Prints where the trace goes. Returns false, with @actor->failure set, if the
 * trace cannot be saved.
 */
bool actions_save(struct actor *actor, const char *path);

/* actions_keep - save the trace as actions_save(), for --keep; print nothing */
bool actions_keep(struct actor *actor, const char *path);

/*
 * actions_perform - do the actions that were given with @option, in their order
 *
 * Actions after one that fails, or that asks to go on measuring, are not done.
 * After a failure, @actor->failure is set.
 */
enum actions_end actions_perform(struct actor *actor, const char *option,
				 const struct actions *actions);

#endif /* RTLA_ACTIONS_H */
