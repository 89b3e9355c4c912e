/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making a trace.dat, which trace-cmd and KernelShark open, by trace-cmd.
 *
 * Not by "trace-cmd extract", which would disable the instance's events and
 * remove the instance afterwards; it is needed for the next hit.
 */
#ifndef RTLA_TRACE_CMD_H
#define RTLA_TRACE_CMD_H

#include "instance.h"
#include "shell.h"

/**
 * struct trace_cmd - what can be used again for the next file
 * @head: what there is to say of this machine's events; 0: not made yet
 * @why: a reason for which there is no constant text
 */
struct trace_cmd {
	int head;
	char why[160];
};

/* trace_cmd_check - is there such a program? */
enum result trace_cmd_check(void);

/*
 * trace_cmd_make - @path, which may exist, of all that @instance has
 *
 * It has nothing any more afterwards. Returns NULL, or the reason.
 */
const char *trace_cmd_make(struct trace_cmd *maker, struct instance *instance,
			   const char *path, const struct patience *patience);

void trace_cmd_free(struct trace_cmd *maker);

#endif /* RTLA_TRACE_CMD_H */
