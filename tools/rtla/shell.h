/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Running a command of the user's.
 */
#ifndef RTLA_SHELL_H
#define RTLA_SHELL_H

#include <stdbool.h>

/**
 * struct patience - what is done while a command runs
 * @wake: a descriptor; when it is readable, @meanwhile is called at once
 * @meanwhile: called again and again; true: end the command
 * @context: its argument
 */
struct patience {
	int wake;
	bool (*meanwhile)(void *context);
	void *context;
};

/*
 * shell_run - run "sh -c @command", and wait for it
 *
 * It is a child of ours, leads a process group of its own, reads nothing, and
 * has no signal blocked or ignored. Returns its wait status, or -1 with errno.
 */
int shell_run(const char *command, const struct patience *patience);

#endif /* RTLA_SHELL_H */
