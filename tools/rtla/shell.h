/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Running other programs: commands of the user's, and tools of others.
 *
 * Each is a child of ours, leads a process group of its own, reads nothing, and
 * has no signal blocked or ignored, and dies if we do. Where it is waited for, what is returned is its
 * wait status, or -1 with errno.
 */
#ifndef RTLA_SHELL_H
#define RTLA_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "undo.h"

/**
 * struct patience - what is done while a command runs
 * @wake: a descriptor; when it is readable, @meanwhile is called at once
 * @meanwhile: called again and again; true: end the command
 * @context: its argument
 * @undo: where it is written that it is to be killed if we are; or NULL
 */
struct patience {
	int wake;
	bool (*meanwhile)(void *context);
	void *context;
	const struct undo_list *undo;
};

/* shell_run - "sh -c @command" */
int shell_run(const char *command, const struct patience *patience);

/* program_run - argv[0] of PATH; what it says goes to the descriptor @output */
int program_run(char *const argv[], int output,
		const struct patience *patience);

/*
 * program_start - the same, not waited for; @output may be -1: where we print
 *
 * It is in its group, which is in the list @undo (or NULL), and is executed, on
 * return. 0 or an errno.
 */
int program_start(pid_t *pid, char *const argv[], int output,
		  const struct undo_list *undo);

/* status_text - how it ended, other than well, for people */
const char *status_text(int status, char *text, size_t size);

#endif /* RTLA_SHELL_H */
