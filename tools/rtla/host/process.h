/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Running other programs: commands of the user, and tools like trace-cmd.
 *
 * Each program is a child of the caller, leads a process group of its own, has
 * /dev/null as its input, and has no signal blocked or ignored. The kernel
 * kills it if the caller dies. Functions that wait for the program return its
 * wait status, or -1 with errno set.
 */
#ifndef RTLA_PROCESS_H
#define RTLA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "host/undo.h"

/**
 * struct patience - what is done while the caller waits for a program
 * @wake: a descriptor; when it is readable, @meanwhile is called at once; or -1
 * @meanwhile: called every 100 ms or more often; if it returns true, the
 *	program is killed, and @meanwhile is not called again
 * @context: argument of @meanwhile
 * @undo: the undo list, so that the guard kills the program if the caller is
 *	killed; or NULL
 */
struct patience {
	int wake;
	bool (*meanwhile)(void *context);
	void *context;
	const struct undo_list *undo;
};

/* shell_run - run "sh -c @command" with the caller's output, and wait for it */
int shell_run(const char *command, const struct patience *patience);

/*
 * program_run - run the program argv[0], found in PATH, and wait for it
 *
 * Its standard output and error are the descriptor @output, or with -1 those of
 * the caller.
 */
int program_run(char *const argv[], int output,
		const struct patience *patience);

/*
 * program_start - start a program like program_run(), but do not wait for it
 *
 * On return the program is executed, leads its group, and the group is in the
 * undo list @undo, unless that is NULL. Returns 0 with the process in *@pid, or
 * an errno.
 */
int program_start(pid_t *pid, char *const argv[], int output,
		  const struct undo_list *undo);

/* program_is_there - return whether the program @name is in a folder of PATH */
bool program_is_there(const char *name);

/*
 * status_text - print into @text, for people, how a program failed
 *
 * @status is its wait status, or -1 with errno still set. Returns @text.
 */
const char *status_text(int status, char *text, size_t size);

#endif /* RTLA_PROCESS_H */
