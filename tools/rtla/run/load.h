/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A load that runs during the measurement: a shell command of the user, in its
 * own process group, on the CPUs on which rtla could run when it was started.
 */
#ifndef RTLA_LOAD_H
#define RTLA_LOAD_H

#include <stdbool.h>

#include <jansson.h>

#include "base/cpus.h"
#include "base/message.h"
#include "host/process_group.h"

struct load {
	const char *command;	/* NULL: no load */
	const struct undo_list *undo;	/* lets the guard kill the load */
	struct cpus allowed;	/* CPUs of the load */
	struct process_group group;	/* its processes, while it runs */
	bool started;
	bool by_itself;		/* it has ended before load_stop() */
};

/*
 * load_prepare - fill in @load, without starting it
 *
 * It is called before the command moves to its house-keeping CPUs. @command is
 * NULL if there is no load. The caller keeps @command and @undo.
 */
void load_prepare(struct load *load, const char *command,
		  const struct undo_list *undo);

/*
 * load_start - let the shell run the load, if there is one
 *
 * What the load prints goes to stderr. Prints an error if it fails.
 */
enum result load_start(struct load *load);

/*
 * load_ended - note that the load ended by itself
 *
 * It is called when the pidfd is readable. What is measured from then on is not
 * measured under load.
 */
void load_ended(struct load *load);

/*
 * load_stop - end the load and its process group within 20 s, if it runs
 *
 * It is called when the CPUs are measured no more, as it may wait. If the load
 * has ended by itself, it prints how and returns RESULT_ERROR.
 */
enum result load_stop(struct load *load);

/*
 * load_json - return the command and the end of the load, as in a result
 *
 * Returns json_null() if there is no load. The caller frees the value with
 * json_decref().
 */
json_t *load_json(const struct load *load);

#endif /* RTLA_LOAD_H */
