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

const char *trace_formats_unread(struct saved_trace *trace)
{
	if (trace->unitless_line)
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: its time is a number without a unit, as those of the trace clocks x86-tsc and counter, and has no place beside times in ns: record it with trace_clock \"local\"",
			 trace->unitless_line);
	else if (trace->odd_line)
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: not an event as rtla.ko or the kernel's tracers write it: give a trace that --trace saved",
			 trace->odd_line);
	else if (trace->damaged_lines)
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: a part of the tracer's entry is missing: give the trace as it was saved",
			 trace->damaged_line);
	else if (trace->bare_line)
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: it has fields of a tracer, but not the columns before them, like \"TASK-PID [CPU] STATE TIME:\": give the trace as the kernel prints it, with its option context-info",
			 trace->bare_line);
	else
		return NULL;
	return trace->why;
}

/* Return why there is nothing to explain in a trace that was read. */
static const char *trace_formats_find_reason(struct saved_trace *trace)
{
	const char *why = trace_formats_unread(trace);

	if (why)
		return why;
	if (is_foreign(trace->header))
		snprintf(trace->why, sizeof(trace->why),
			 "it is a trace of the tracer %s: give one of timerlat or osnoise",
			 trace->header);
	else if (*trace->header && strcmp(trace->header, "nop") &&
		 !trace->event_lines)
		snprintf(trace->why, sizeof(trace->why),
			 "the tracer %s has recorded nothing in it: save it after the hit, before the tracer is changed",
			 trace->header);
	else if (!trace->lines)
		return "it is empty: give a trace that --trace saved";
	else
		return "it has no event of rtla.ko, nor of the kernel's tracers timerlat and osnoise: give a trace that --trace saved";
	return trace->why;
}

/* Return whether the file is text of 16-bit units, and go back to its beginning. */
static bool is_utf16(FILE *in)
{
	unsigned char mark[2];
	bool is = fread(mark, sizeof(mark), 1, in) == 1 &&
		  ((mark[0] == 0xff && mark[1] == 0xfe) ||
		   (mark[0] == 0xfe && mark[1] == 0xff));

	clearerr(in);
	rewind(in);
	return is;
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
	else if (is_utf16(in))
		why = "it is text in UTF-16: change it first: iconv -f UTF-16 -t UTF-8";
	else
		why = trace_text_read(trace, in);
	fclose(in);
	if (!why && trace->events)
		why = saved_trace_settle(trace);
	return why || trace->events ? why : trace_formats_find_reason(trace);
}
