// SPDX-License-Identifier: GPL-2.0
/*
 * Saved traces in memory: see saved_trace.h.
 */
#include <stdlib.h>
#include <string.h>

#include "trace/saved_trace.h"

struct event_list *saved_trace_list(struct saved_trace *trace, int cpu)
{
	struct event_list *grown;

	if (cpu < trace->cpus)
		return &trace->list[cpu];
	grown = reallocarray(trace->list, cpu + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	memset(grown + trace->cpus, 0, (cpu + 1 - trace->cpus) * sizeof(*grown));
	trace->list = grown;
	trace->cpus = cpu + 1;
	return &grown[cpu];
}

void saved_trace_free(struct saved_trace *trace)
{
	for (int cpu = 0; cpu < trace->cpus; cpu++)
		event_list_clear(&trace->list[cpu]);
	free(trace->list);
	if (trace->free_source)
		trace->free_source(trace->symbols.source);
	*trace = (struct saved_trace) { .cpus = 0 };
}
