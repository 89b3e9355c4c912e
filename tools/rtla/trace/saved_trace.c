// SPDX-License-Identifier: GPL-2.0
/*
 * Saved traces: see saved_trace.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/saved_trace.h"
#include "trace/trace_dat.h"
#include "trace/trace_text.h"

/* Every trace.dat begins with these bytes; its name may be any. */
static const char dat_magic[] = "\x17\x08\x44tracing";

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

/* Return whether the file is a trace.dat, and go back to its beginning. */
static bool is_dat(FILE *in)
{
	char start[sizeof(dat_magic) - 1];
	bool is = fread(start, sizeof(start), 1, in) == 1 &&
		  !memcmp(start, dat_magic, sizeof(start));

	clearerr(in);
	rewind(in);
	return is;
}

const char *saved_trace_read(struct saved_trace *trace, const char *path)
{
	FILE *in = fopen(path, "re");
	const char *why;

	if (!in)
		return strerror(errno);
	if (is_dat(in))
		why = trace_dat_read(trace, path);
	else
		why = trace_text_read(trace, in);
	fclose(in);
	if (why || trace->events)
		return why;
	if (!trace->odd_line)
		return "it has no event of rtla.ko: give a trace that --trace saved";
	snprintf(trace->why, sizeof(trace->why),
		 "line %lu: not an event as rtla.ko writes it: give a trace that --trace saved",
		 trace->odd_line);
	return trace->why;
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
