// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of saved traces: see trace_formats.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

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

const char *trace_formats_read(struct saved_trace *trace, const char *path)
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
	if (!why && trace->events)
		why = saved_trace_settle(trace);
	if (why || trace->events)
		return why;
	if (!trace->odd_line)
		return "it has no event of rtla.ko: give a trace that --trace saved";
	snprintf(trace->why, sizeof(trace->why),
		 "line %lu: not an event as rtla.ko writes it: give a trace that --trace saved",
		 trace->odd_line);
	return trace->why;
}
