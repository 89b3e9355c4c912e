/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the trace of a host, whatever its format: text or trace.dat.
 */
#ifndef RTLA_HOST_FORMATS_H
#define RTLA_HOST_FORMATS_H

struct host_trace;

/*
 * host_formats_read - read the file @path, a text or a trace.dat, into @trace
 *
 * The file may be packed, and "-" is standard input. The caller has zeroed
 * @trace, and frees it with host_trace_free() in any case. Returns NULL, or the
 * reason of a failure, which may be in @trace->why.
 */
const char *host_formats_read(struct host_trace *trace, const char *path);

#endif /* RTLA_HOST_FORMATS_H */
