/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading events about threads from a trace.dat, of which all buffers count.
 */
#ifndef RTLA_SCHED_DAT_H
#define RTLA_SCHED_DAT_H

struct sched_trace;

/*
 * sched_dat_read - add the events of the trace.dat @path to @trace
 *
 * Returns NULL, or the reason of a failure.
 */
const char *sched_dat_read(struct sched_trace *trace, const char *path);

#endif /* RTLA_SCHED_DAT_H */
