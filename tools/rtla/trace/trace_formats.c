// SPDX-License-Identifier: GPL-2.0
/*
 * The formats of saved traces: see trace_formats.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "input/packed_file.h"
#include "input/stream_begin.h"
#include "trace/saved_trace.h"
#include "trace/trace_dat.h"
#include "trace/trace_formats.h"
#include "trace/trace_text.h"

/* The names of our tracers are not in the header, as the module is no tracer. */
static bool is_foreign(const char *tracer)
{
	return *tracer && strcmp(tracer, "nop") && strcmp(tracer, "timerlat") &&
	       strcmp(tracer, "osnoise");
}

const char *trace_formats_unread(struct saved_trace *trace)
{
	if (trace->form)
		return trace->form;
	if (trace->unitless_line)
		snprintf(trace->why, sizeof(trace->why),
			 "line %lu: its time is a number without a unit, as those of the trace clocks x86-tsc and counter, and has no place beside times in ns: record it with trace_clock \"%s\"",
			 trace->unitless_line,
			 trace->unitless_module ? "mono" : "local");
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

/*
 * Read a trace.dat. The library wants a name, and to go back in the file, so
 * that one that comes by a pipe is copied to the memory.
 */
static const char *trace_formats_read_dat(struct saved_trace *trace, FILE *in,
					  const char *path)
{
	int copy = path ? -1 : memfd_create("trace.dat", MFD_CLOEXEC);
	FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
	char name[48], buffer[65536];
	const char *why;
	size_t got;

	if (path)
		return trace_dat_read(trace, path);
	if (!out)
		return strerror(errno);
	while ((got = fread(buffer, 1, sizeof(buffer), in)))
		if (fwrite(buffer, 1, got, out) != got)
			break;
	if (ferror(in) || ferror(out) || fflush(out)) {
		why = strerror(errno);
	} else {
		snprintf(name, sizeof(name), "/proc/self/fd/%d", copy);
		why = trace_dat_read(trace, name);
	}
	fclose(out);
	return why;
}

/* Read a trace of any format; it is in the file @path, or with NULL only in @in. */
static const char *trace_formats_read_any(struct saved_trace *trace, FILE *in,
					  const char *path)
{
	const char *packer, *why;

	if (stream_is_dat(in))
		return trace_formats_read_dat(trace, in, path);
	why = stream_unreadable(in);
	if (why)
		return why;
	packer = stream_packer(in);
	if (!packer)
		return trace_text_read(trace, in);
	snprintf(trace->why, sizeof(trace->why),
		 "it is packed twice, within by %s: unpack it once first", packer);
	return trace->why;
}

const char *trace_formats_read(struct saved_trace *trace, const char *path)
{
	struct packed_file file;
	const char *why = packed_file_open(&file, path), *cut;

	if (!why) {
		trace->lines = 1;
		why = trace_formats_read_any(trace, file.in, file.packer ||
					     !strcmp(path, "-") ? NULL : path);
	}
	cut = packed_file_close(&file);
	if (file.why[0] && (cut || why == file.why)) {
		snprintf(trace->why, sizeof(trace->why), "%s", file.why);
		return trace->why;
	}
	if (!why && trace->events)
		why = saved_trace_settle(trace);
	return why || trace->events ? why : trace_formats_find_reason(trace);
}
