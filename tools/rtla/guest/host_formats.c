// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the trace of a host: see host_formats.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/line_reader.h"
#include "guest/host_dat.h"
#include "guest/host_events.h"
#include "guest/host_formats.h"
#include "guest/host_trace.h"
#include "input/line_cleaner.h"
#include "input/packed_file.h"
#include "input/stream_begin.h"
#include "trace/text_line.h"

static bool take_text(struct host_trace *trace, const struct text_line *line)
{
	struct host_event event = {
		.time = line->time, .cpu = line->cpu, .pid = line->pid, .to = -1,
	};

	if (!host_event_parse(&event, line->rest))
		return true;
	if (event.type == HOST_ENTRY)
		snprintf(event.name, sizeof(event.name), "%.*s",
			 (int)line->comm_length, line->comm);
	return host_trace_add(trace, &event);
}

static const char *host_formats_read_text(struct host_trace *trace, FILE *in)
{
	struct line_reader reader = { .in = in };
	struct text_line line;
	bool memory = true;

	trace->resolution = TEXT_RESOLUTION_NS / 2;
	while (memory && line_read(&reader)) {
		line_clean(reader.line, reader.length);
		text_line_parse(&line, reader.line);
		trace->lost += line.kind == LINE_LOSS;
		if (line.kind == LINE_EVENT && line.when == TIME_OF_CLOCK)
			memory = take_text(trace, &line);
	}
	line_reader_free(&reader);
	return !memory ? strerror(ENOMEM) :
	       reader.error ? strerror(reader.error) : NULL;
}

/* Read a trace of any format. Only a trace.dat that is a plain file can be read. */
static const char *host_formats_read_any(struct host_trace *trace, FILE *in,
				       const char *path)
{
	if (!stream_is_dat(in))
		return host_formats_read_text(trace, in);
	return path ? host_dat_read(trace, path) :
	       "it is a trace.dat that is packed, or comes by a pipe: give it as a file of its own";
}

const char *host_formats_read(struct host_trace *trace, const char *path)
{
	struct packed_file file;
	const char *why = packed_file_open(&file, path), *cut;

	if (!why)
		why = host_formats_read_any(trace, file.in, file.packer ||
					    !strcmp(path, "-") ? NULL : path);
	cut = packed_file_close(&file);
	if (file.why[0] && (cut || why == file.why)) {
		snprintf(trace->why, sizeof(trace->why), "%s", file.why);
		return trace->why;
	}
	return why ?: host_trace_settle(trace);
}
