/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A load while it runs: the process groups of its parts, and their folder.
 */
#ifndef RTLA_RUNNING_LOAD_H
#define RTLA_RUNNING_LOAD_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/message.h"
#include "host/process_group.h"
#include "load/scenarios.h"
#include "run/guard.h"

struct load_values;

struct running_load {
	struct guard guard;	/* kills the load if the command is killed */
	const struct load_plan *plan;
	struct process_group group[LOAD_PARTS_MAX];	/* of each part */
	char folder[PATH_MAX];	/* temporary files; empty: there is no folder */
	int signals;		/* a signalfd: SIGINT, SIGTERM, SIGHUP; or -1 */
};

/*
 * running_load_begin - start all parts of @plan
 *
 * The caller keeps @plan, and calls running_load_end() even after an error,
 * which has been printed.
 */
enum result running_load_begin(struct running_load *load,
			       const struct load_plan *plan,
			       const struct load_values *values);

/*
 * running_load_wait - wait for a signal that ends the command
 *
 * Waits for @ns at most, or for ever with 0. @signalled is set to whether there
 * was a signal. If a part of the load ends by itself, prints how and returns
 * RESULT_ERROR.
 */
enum result running_load_wait(struct running_load *load, uint64_t ns,
			      bool *signalled);

/* running_load_end - end all parts, and remove their folder */
void running_load_end(struct running_load *load);

#endif /* RTLA_RUNNING_LOAD_H */
