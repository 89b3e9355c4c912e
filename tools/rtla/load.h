/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A load that runs while it is measured: a command of the user's, in a process
 * group of its own, on the CPUs that we were given ourselves.
 */
#ifndef RTLA_LOAD_H
#define RTLA_LOAD_H

#include <stdbool.h>
#include <sys/types.h>

#include <jansson.h>

#include "cpus.h"
#include "message.h"
#include "undo.h"

struct load {
	const char *command;	/* NULL: there is none */
	const struct undo_list *undo;	/* for our guard, who ends it if we are killed */
	struct cpus allowed;	/* where it may run */
	pid_t pid;		/* 0: it does not run */
	int pidfd;		/* readable when it has ended; -1: it never ran */
	bool started;
	bool by_itself;		/* it has ended, and not by load_stop() */
	int status;		/* its wait status, when it has ended */
};

/* load_prepare - before we move to our house-keeping CPUs */
void load_prepare(struct load *load, const char *command,
		  const struct undo_list *undo);

/* load_start - have the shell run it; what it prints goes to stderr */
enum result load_start(struct load *load);

/*
 * load_ended - the pidfd is readable: note how it ended, and say so
 *
 * Always RESULT_ERROR: what follows was not measured under load.
 */
enum result load_ended(struct load *load);

/* load_stop - end it and all of its group, if it runs; within 20 s */
void load_stop(struct load *load);

/* load_json - how it went, for results; json_null() where there is none */
json_t *load_json(const struct load *load);

#endif /* RTLA_LOAD_H */
