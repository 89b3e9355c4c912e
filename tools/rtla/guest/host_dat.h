/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the trace of a host from a trace.dat, of which all buffers count.
 */
#ifndef RTLA_HOST_DAT_H
#define RTLA_HOST_DAT_H

struct host_trace;

/*
 * host_dat_read - add the events of the trace.dat @path to @trace
 *
 * Returns NULL, or the reason of a failure.
 */
const char *host_dat_read(struct host_trace *trace, const char *path);

#endif /* RTLA_HOST_DAT_H */
