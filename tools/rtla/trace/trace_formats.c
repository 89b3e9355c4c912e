// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of saved traces: see trace_formats.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "trace/saved_trace.h"
#include "trace/trace_dat.h"
#include "trace/trace_formats.h"
#include "trace/trace_text.h"

/* Every trace.dat begins with these bytes; its name may be any. */
static const char dat_magic[] = "\x17\x08\x44tracing";

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

/* The names of our tracers are not in the header, as the module is no tracer. */
static bool is_foreign(const char *tracer)
{
	return *tracer && strcmp(tracer, "nop") && strcmp(tracer, "timerlat") &&
	       strcmp(tracer, "osnoise");
}

/* Return why there is nothing to explain in a trace that was read. */
static const char *trace_formats_find_reason(struct saved_trace *trace)
{
	if (trace->odd_line)
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: not an event as rtla.ko or the kernel's tracers write it: give a trace that --trace saved",
			 trace->odd_line);
	else if (is_foreign(trace->header))
		snprintf(trace->why, sizeof(trace->why),
			 "it is a trace of the tracer %s: give one of timerlat or osnoise",
			 trace->header);
	else if (*trace->header && strcmp(trace->header, "nop"))
		snprintf(trace->why, sizeof(trace->why),
			 "the tracer %s has recorded nothing in it: save it after the hit, before the tracer is changed",
			 trace->header);
	else if (!trace->lines)
		return "it is empty: give a trace that --trace saved";
	else
		return "it has no event of rtla.ko, nor of the kernel's tracers timerlat and osnoise: give a trace that --trace saved";
	return trace->why;
}

const char *trace_formats_read(struct saved_trace *trace, const char *path)
{
	FILE *in = fopen(path, "re");
	const char *why;

	if (!in)
		return strerror(errno);
	trace->lines = 1;
	if (is_dat(in))
		why = trace_dat_read(trace, path);
	else
		why = trace_text_read(trace, in);
	fclose(in);
	if (!why && trace->events)
		why = saved_trace_settle(trace);
	return why || trace->events ? why : trace_formats_find_reason(trace);
}
