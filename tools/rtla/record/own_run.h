/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of this same program whose output goes into memory that they share with
 * the caller, so that a full disk does not take it away.
 */
#ifndef RTLA_OWN_RUN_H
#define RTLA_OWN_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "host/process_group.h"

struct undo_list;

struct own_run {
	struct process_group group;
	int output, said;	/* files in memory, or -1 */
};

#define OWN_RUN_NONE	((struct own_run) { .group = PROCESS_GROUP_NONE, \
					    .output = -1, .said = -1 })

/*
 * own_run_start - start this program with the words of a command line, of which
 * NULL is the last; the first is put before them
 *
 * If @debug, the words are printed. Returns 0 or an errno, after which @run is
 * OWN_RUN_NONE.
 */
int own_run_start(struct own_run *run, const char *const *words,
		  const struct undo_list *undo, bool debug);

static inline bool own_run_is_on(const struct own_run *run)
{
	return run->group.pid;
}

/* own_run_wait - end it within 20 s, or take it if it has ended by itself */
void own_run_wait(struct own_run *run);

#define OWN_RUN_PATH_LEN	32

/* own_run_path - print the path by which its output can be read; returns @path */
const char *own_run_path(const struct own_run *run,
			 char path[OWN_RUN_PATH_LEN]);

/*
 * own_run_has_output - return whether it has ended by itself, with any output
 *
 * A result that cannot be trusted is one, too.
 */
bool own_run_has_output(const struct own_run *run);

/*
 * own_run_is_terminated - return whether a SIGTERM has ended it, which a run
 * that measures takes as the end of its time
 */
bool own_run_is_terminated(const struct own_run *run);

/* own_run_why - return its last message, or else how it ended */
const char *own_run_why(const struct own_run *run, char *text, size_t size);

/* own_run_free - forget it; it has ended */
void own_run_free(struct own_run *run);

#endif /* RTLA_OWN_RUN_H */
