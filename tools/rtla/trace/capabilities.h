/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The capabilities of each tracer, and its gaps, with the reason: the one table
 * of which results, the doctor, the report and Documentation/tracers.md tell.
 */
#ifndef RTLA_CAPABILITIES_H
#define RTLA_CAPABILITIES_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/recorder.h"

struct machine;

/*
 * The measurements that miss what a tracer does not see; each is a bit.
 * CAPABILITY_OF_LATENCIES: latencies of measuring threads
 * CAPABILITY_OF_NOISE: noise of measuring threads
 * CAPABILITY_OF_WAKE_UPS: wake-ups of any thread
 * CAPABILITY_OF_CYCLES: cycles of any thread
 */
enum capability_of {
	CAPABILITY_OF_LATENCIES = 1,
	CAPABILITY_OF_NOISE = 2,
	CAPABILITY_OF_WAKE_UPS = 4,
	CAPABILITY_OF_CYCLES = 8,
};

/**
 * struct capability_cell - one capability of one tracer
 * @text: whether it has it, in Markdown
 * @why: why it has not, or not all of it, here; NULL: it has
 * @event: a tracepoint, or @file a file, with which it has; NULL: @why is so on
 *	each machine
 */
struct capability_cell {
	const char *text;
	const char *why;
	const char *event;
	const char *file;
};

/**
 * struct capability - a row of the table
 * @id: its word in results: "nmis"
 * @title: its title in the table, in Markdown
 * @lack: what a tracer without it is without: "NMIs"; NULL: no more is told of
 *	it than the table does
 * @is_kind: it is a command that measures
 * @of: the measurements that it matters to: bits of enum capability_of; 0:
 *	those that would need it are refused
 * @cell: of each tracer
 */
struct capability {
	const char *id;
	const char *title;
	const char *lack;
	bool is_kind;
	unsigned int of;
	struct capability_cell cell[RECORDERS];
};

/* The rows; one without a title ends them. */
extern const struct capability capabilities[];

/**
 * struct capability_facts - what has to be known of a machine to say what
 * tracers lack there
 * @machine: which one; the rest is read when it is needed, and is zero before
 * @was_read: that has been tried
 * @types: the types of its kernel; NULL: they are not known
 * @names, @names_size: where in them the names are, each with a zero before it
 */
struct capability_facts {
	const struct machine *machine;
	bool was_read;
	char *types;
	const char *names;
	size_t names_size;
};

/*
 * capability_lacks - return why a tracer lacks it on this machine, or NULL
 *
 * The caller calls capability_facts_free() after the last one.
 */
const char *capability_lacks(const struct capability *capability,
			     enum recorder recorder,
			     struct capability_facts *facts);

void capability_facts_free(struct capability_facts *facts);

#endif /* RTLA_CAPABILITIES_H */
