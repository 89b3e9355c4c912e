/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading a saved trace, whatever its format: text or trace.dat.
 */
#ifndef RTLA_TRACE_FORMATS_H
#define RTLA_TRACE_FORMATS_H

struct saved_trace;

/*
 * trace_formats_read - read the file @path, a text or a trace.dat, into @trace
 *
 * "-" is standard input. The file may be packed (packed_file.h).
 * The caller has zeroed @trace. Returns NULL, or the reason of a failure, which
 * may be in @trace->why. The caller frees @trace with saved_trace_free() in
 * both cases.
 */
const char *trace_formats_read(struct saved_trace *trace, const char *path);

/*
 * trace_formats_unread - return why lines of a tracer could not be read, with
 * the first of them, or NULL if there are none
 *
 * The reason may be in @trace->why.
 */
const char *trace_formats_unread(struct saved_trace *trace);

#endif /* RTLA_TRACE_FORMATS_H */
