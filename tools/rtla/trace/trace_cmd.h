/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making a trace.dat, the format of trace-cmd and KernelShark, by trace-cmd.
 *
 * "trace-cmd extract" is not used: it would disable the instance's events and
 * then remove the instance, which is needed for the next hit.
 */
#ifndef RTLA_TRACE_CMD_H
#define RTLA_TRACE_CMD_H

#include "host/process.h"
#include "trace/instance.h"

struct pages;

/**
 * struct trace_cmd - what is kept for the next trace.dat; zeroed at first
 * @head: descriptor of the file with this machine's event formats and function
 *	names; 0: not made yet
 * @pages: the events of a trace.dat that could not be made, for another one;
 *	NULL: the instance has them
 * @spoiled: not all of the events that were taken out could be kept
 * @why: buffer for the text of a reason
 */
struct trace_cmd {
	int head;
	struct pages *pages;
	bool spoiled;
	char why[160];
};

/* trace_cmd_check - check that trace-cmd is in PATH; print an error if not */
enum result trace_cmd_check(void);

/*
 * trace_cmd_make - make the trace.dat @path from all events of @instance
 *
 * @path may exist. The events are taken out of @instance; after a failure they
 * are kept for the next call. @patience says what is done while trace-cmd runs.
 * Returns NULL, or the reason of a failure, which may be in @maker->why.
 */
const char *trace_cmd_make(struct trace_cmd *maker, struct instance *instance,
			   const char *path, const struct patience *patience);

/* trace_cmd_forget - forget the events that are kept: the instance has others now */
void trace_cmd_forget(struct trace_cmd *maker);

/* trace_cmd_free - free all but @maker itself */
void trace_cmd_free(struct trace_cmd *maker);

#endif /* RTLA_TRACE_CMD_H */
