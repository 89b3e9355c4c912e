/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Running other programs: commands of the user, and tools like trace-cmd.
 *
 * Each program is a child of the caller, leads a process group of its own, has
 * /dev/null as its input unless it is said otherwise, and has no signal blocked
 * or ignored. The kernel
 * kills it if the caller dies. Functions that wait for the program return its
 * wait status, or -1 with errno set.
 */
#ifndef RTLA_PROCESS_H
#define RTLA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <jansson.h>

#include "base/cpus.h"

struct undo_list;

/**
 * struct patience - what is done while the caller waits for a program
 * @wake: a descriptor; when it is readable, @poll is called at once; or -1
 * @poll: called every 100 ms or more often; if it returns true, the
 *	program is killed, and @poll is not called again; NULL: it may take as
 *	long as it does
 * @context: argument of @poll
 * @undo: the undo list, so that the guard kills the program if the caller is
 *	killed; or NULL
 */
struct patience {
	int wake;
	bool (*poll)(void *context);
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

/*
 * The descriptors that a program gets. With -1, its input is /dev/null, and the
 * others are those of the caller.
 */
struct program_io {
	int input;
	int output;
	int error;
};

/* A child that is not its program yet. */
struct held_program {
	pid_t pid;	/* 0: there is none */
	int go;		/* lets it go on */
	int failed;	/* tells why it could not */
	const struct undo_list *undo;
};

#define HELD_NONE	((struct held_program) { .go = -1, .failed = -1 })

/*
 * program_hold - start a program like program_start(), but before it is
 * executed, let it wait for program_go()
 *
 * So the caller knows its process id before it does anything. @cpus are those
 * that it may use; NULL: those of the caller. Returns 0 or an errno; then there
 * is no child. program_go() or program_drop() follows.
 */
int program_hold(struct held_program *held, char *const argv[],
		 const struct program_io *io, const struct cpus *cpus,
		 const struct undo_list *undo);

/*
 * program_go - let the program be executed
 *
 * Returns 0, or an errno if that failed; then there is no child any more. In
 * either case @held becomes HELD_NONE.
 */
int program_go(struct held_program *held);

/* program_drop - end a child that waits; with HELD_NONE, nothing is done */
void program_drop(struct held_program *held);

/*
 * program_find - find the program @name in a folder of PATH, or, if it has a
 * slash, where it says; return whether it is there
 *
 * @path has @size bytes.
 */
bool program_find(const char *name, char *path, size_t size);

/* program_is_there - return whether it is there */
bool program_is_there(const char *name);

/*
 * program_self - fill in the path of this program, to be run again; @program
 * has @size bytes
 */
void program_self(char *program, size_t size);

/*
 * status_set_json - set "exit_status" and "signal" of a program in an object
 *
 * They are null, unless the program has ended in that way, and @known says that
 * @status is its wait status. The object becomes NULL if there is no memory.
 */
void status_set_json(json_t **object, bool known, int status);

/*
 * status_text - print into @text, for people, how a program failed
 *
 * @status is its wait status, or -1 with errno still set. Returns @text.
 */
const char *status_text(int status, char *text, size_t size);

#endif /* RTLA_PROCESS_H */
