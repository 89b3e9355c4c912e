/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A saved trace in any of its formats: the events of rtla.ko on each CPU, and
 * the names of the functions in their stacks.
 */
#ifndef RTLA_SAVED_TRACE_H
#define RTLA_SAVED_TRACE_H

#include <stddef.h>

#include "trace/events.h"
#include "trace/symbols.h"

/**
 * struct saved_trace - a saved trace; a zeroed one is empty
 * @list: the events of each CPU, oldest first
 * @cpus: size of @list: one more than the last CPU with an event or a loss
 * @events: number of events of all CPUs
 * @symbols: finds the names of the addresses in stacks
 * @free_source: frees the source of @symbols; NULL: there is nothing to free
 * @odd_line: text: the first line that names an event of rtla.ko, but does not
 *	have its fields; 0: none
 * @damaged_lines: how many such lines are not from the in-tree tracer: each
 *	counts as a loss of events on its CPU
 * @damaged_line: the first of the damaged lines
 * @why: buffer for the text of a reason
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

/* saved_trace_free - free all of @trace, also after a failure */
void saved_trace_free(struct saved_trace *trace);

/*
 * saved_trace_list - return the event list of @cpu, for the readers of the
 * formats
 *
 * The list is made if needed. The pointer is valid until the next call. Returns
 * NULL if there is no memory.
 */
struct event_list *saved_trace_list(struct saved_trace *trace, int cpu);

#endif /* RTLA_SAVED_TRACE_H */
