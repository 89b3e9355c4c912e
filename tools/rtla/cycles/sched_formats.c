// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a trace with events about threads: see sched_formats.h.
 */
#include <stdio.h>
#include <string.h>

#include "cycles/sched_dat.h"
#include "cycles/sched_formats.h"
#include "cycles/sched_text.h"
#include "cycles/sched_trace.h"
#include "input/packed_file.h"
#include "input/stream_begin.h"

/* Read a trace of any format. Only a trace.dat that is a plain file can be read. */
static const char *sched_formats_read_any(struct sched_trace *trace, FILE *in,
					  const char *path)
{
	if (!stream_is_dat(in))
		return stream_unreadable(in) ?: sched_text_read(trace, in);
	return path ? sched_dat_read(trace, path) :
	       "it is a trace.dat that is packed, or comes by a pipe: give it as a file of its own";
}

const char *sched_formats_read(struct sched_trace *trace, const char *path)
{
	struct packed_file file;
	const char *why = packed_file_open(&file, path), *cut;

	if (!why)
		why = sched_formats_read_any(trace, file.in, file.packer ||
					     !strcmp(path, "-") ? NULL : path);
	cut = packed_file_close(&file);
	if (file.why[0] && (cut || why == file.why)) {
		snprintf(trace->why, sizeof(trace->why), "%s", file.why);
		return trace->why;
	}
	if (why)
		return why;
	sched_trace_settle(trace);
	if (!(trace->has & SCHED_HAS(SCHED_SWITCH)))
		return "it has no sched_switch, so that nobody knows which thread had a CPU: record it with " SCHED_RECORDED_WITH;
	return NULL;
}
