/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making a trace.dat, the format of trace-cmd and KernelShark, by trace-cmd.
 *
 * "trace-cmd extract" is not used: it would disable the instance's events and
 * then remove the instance, which is needed for the next hit.
 */
#ifndef RTLA_TRACE_CMD_H
#define RTLA_TRACE_CMD_H

#include <stdbool.h>

#include "base/message.h"

struct instance;
struct pages;
struct patience;

/**
 * struct trace_cmd - what is kept for the next trace.dat; zeroed at first
 * @head: descriptor of the file with this machine's event formats and function
 *	names; 0: not made yet
 * @pages: the events of a trace.dat that was not made or saved, for another
 *	one; NULL: the instance has them
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
 * trace_cmd_make - make a trace.dat from all events of @instance
 *
 * It is written to the memfd @to. The events are taken out of @instance, and
 * kept for further calls until trace_cmd_forget(). @patience says what is done
 * while trace-cmd runs. Returns NULL, or the reason of a failure, which may be
 * in @maker->why.
 */
const char *trace_cmd_make(struct trace_cmd *maker, struct instance *instance,
			   int to, const struct patience *patience);

/* trace_cmd_forget - forget the events that are kept: the instance has others now */
void trace_cmd_forget(struct trace_cmd *maker);

/* trace_cmd_free - free all but @maker itself */
void trace_cmd_free(struct trace_cmd *maker);

#endif /* RTLA_TRACE_CMD_H */
