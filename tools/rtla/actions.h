/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is done at a threshold, and at the end.
 */
#ifndef RTLA_ACTIONS_H
#define RTLA_ACTIONS_H

#include "config.h"
#include "shell.h"
#include "trace_file.h"

/**
 * struct actor - who does it
 * @saver: of the trace; without one if there is no ACTION_TRACE
 * @patience: while an ACTION_SHELL runs
 * @failure: why an action failed, for fail(); it is not said here, as what was
 *	printed by an action is to be followed by the results
 */
struct actor {
	struct trace_saver saver;
	struct patience patience;
	char failure[512];
};

enum actions_end {
	ACTIONS_DONE,
	ACTIONS_CONTINUE,	/* one of them says to go on measuring */
	ACTIONS_FAILED,		/* and those behind it were not done */
};

/* actions_save - what --trace @path does; true if it could be done */
bool actions_save(struct actor *actor, const char *path);

/* actions_keep - likewise for --keep, which says nothing of it */
bool actions_keep(struct actor *actor, const char *path);

/* actions_perform - do what was given with @option, in its order */
enum actions_end actions_perform(struct actor *actor, const char *option,
				 const struct actions *actions);

#endif /* RTLA_ACTIONS_H */
