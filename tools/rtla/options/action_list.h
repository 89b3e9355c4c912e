/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Things to do at a threshold, or at the end of a measurement, in their order.
 */
#ifndef RTLA_ACTION_LIST_H
#define RTLA_ACTION_LIST_H

#include <sys/types.h>

#define ACTIONS_MAX	32

enum action_type {
	ACTION_TRACE,
	ACTION_SIGNAL,
	ACTION_SHELL,
	ACTION_CONTINUE,
};

/* One action at a hit, or at the end. Texts point into the command line. */
struct action {
	enum action_type type;
	const char *text;	/* ACTION_TRACE: the file; ACTION_SHELL: the command */
	int signal;		/* ACTION_SIGNAL */
	pid_t pid;		/* ACTION_SIGNAL; 0: the command's parent */
};

struct actions {
	struct action action[ACTIONS_MAX];
	int count;
};

#endif /* RTLA_ACTION_LIST_H */
