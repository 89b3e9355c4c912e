/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands of a load, for the shell.
 */
#ifndef RTLA_LOAD_COMMANDS_H
#define RTLA_LOAD_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "load/scenarios.h"

#define LOAD_COMMAND_LEN	6144
#define PEER_LEN		256	/* of the name of another machine */

/* The values of the placeholders of scenarios. */
struct load_values {
	int cpus;		/* number of CPUs */
	uint64_t l2_size;	/* size of the L2 cache in bytes */
	bool l2_known;		/* else that size is only assumed */
	uint64_t bytes;		/* memory of all workers together */
	int port;		/* a TCP port of 127.0.0.1 that was free just now */
	const char *peer;	/* another machine, its name or address; or NULL */
};

/* load_values_find - fill in @values for a load on @cpus of this machine */
void load_values_find(struct load_values *values, const struct cpus *cpus);

/*
 * load_command_fill - write the command of @part, without placeholders, to
 * @text
 *
 * @text has LOAD_COMMAND_LEN bytes. Returns @text.
 */
const char *load_command_fill(const struct load_part *part,
			      const struct load_values *values, char *text);

/*
 * load_commands_print - print all of the load as one line for a shell
 *
 * @bound are the CPUs to which the line binds the load; an empty set: none.
 */
void load_commands_print(const struct load_plan *plan,
			 const struct load_values *values,
			 const struct cpus *bound);

#endif /* RTLA_LOAD_COMMANDS_H */
