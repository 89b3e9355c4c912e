/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of a trace.dat, the format of trace-cmd and KernelShark.
 */
#ifndef RTLA_TRACE_DAT_H
#define RTLA_TRACE_DAT_H

struct saved_trace;

/*
 * trace_dat_read - read the trace.dat @path into @trace
 *
 * Returns NULL, or the reason of a failure. The names of functions have no
 * "[module]" after them: trace-cmd does not save that.
 */
const char *trace_dat_read(struct saved_trace *trace, const char *path);

#endif /* RTLA_TRACE_DAT_H */
