/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The formats of a saved trace with events about threads: a trace.dat, or a
 * text, which may be packed.
 */
#ifndef RTLA_SCHED_FORMATS_H
#define RTLA_SCHED_FORMATS_H

struct sched_trace;

/* This command records all events that the analysis of cycles asks for. */
#define SCHED_RECORDED_WITH \
	"trace-cmd record -e sched -e irq -e irq_vectors -e timer -e raw_syscalls -e exceptions"

/*
 * sched_formats_read - read the trace @path
 *
 * Returns NULL, or the reason of a failure, which may be in @trace.
 */
const char *sched_formats_read(struct sched_trace *trace, const char *path);

#endif /* RTLA_SCHED_FORMATS_H */
