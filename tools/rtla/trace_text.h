/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of traces that were saved as text: what a file "trace" of tracefs has,
 * or what "trace-cmd report" prints.
 */
#ifndef RTLA_TRACE_TEXT_H
#define RTLA_TRACE_TEXT_H

#include <stdio.h>

#include "events.h"
#include "symbols.h"

/* Opaque: the events, by CPU, and the names of functions in them. */
struct trace_text;

/*
 * trace_text_read - NULL with errno
 *
 * Lines that are no event of ours are passed over; errno is 0 where all of them
 * were, and nothing was found.
 */
struct trace_text *trace_text_read(FILE *in);
void trace_text_free(struct trace_text *trace);

/* trace_text_cpus - one more than the last CPU with an event */
int trace_text_cpus(const struct trace_text *trace);

/* trace_text_events - those of a CPU, oldest first */
const struct event_list *trace_text_events(const struct trace_text *trace,
					   int cpu);

/* trace_text_symbols - the names that stacks have instead of addresses */
struct symbols trace_text_symbols(struct trace_text *trace);

#endif /* RTLA_TRACE_TEXT_H */
