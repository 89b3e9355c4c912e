/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace that was saved, by whatever wrote it: our events of each CPU, and the
 * names of the functions in them.
 */
#ifndef RTLA_SAVED_TRACE_H
#define RTLA_SAVED_TRACE_H

#include <stddef.h>

#include "events.h"
#include "symbols.h"

/**
 * struct saved_trace - all zero, it is empty
 * @list: by CPU, the events, oldest first
 * @cpus: one more than the last CPU with an event
 * @events: how many there are, of all CPUs
 * @symbols: what names the addresses of stacks
 * @free_source: for the source of @symbols; NULL: there is nothing to be freed
 * @odd_line: the first line with the name of an event of ours that is none; 0
 * @damaged_lines: how many of them are of no other tracer, either: each is taken
 *	for a loss on its CPU
 * @damaged_line: the first of those
 * @why: a reason that is made up here
 */
struct saved_trace {
	struct event_list *list;
	int cpus;
	size_t events;
	struct symbols symbols;
	void (*free_source)(void *source);
	unsigned long odd_line;
	unsigned long damaged_lines;
	unsigned long damaged_line;
	char why[128];
};

/*
 * saved_trace_read - from @path, a text or a trace.dat
 *
 * Returns NULL, or the reason, which may be in @trace.
 */
const char *saved_trace_read(struct saved_trace *trace, const char *path);

/* saved_trace_free - also after a failure */
void saved_trace_free(struct saved_trace *trace);

/* saved_trace_list - that of a CPU, for a reader to add to; NULL: no memory */
struct event_list *saved_trace_list(struct saved_trace *trace, int cpu);

#endif /* RTLA_SAVED_TRACE_H */
