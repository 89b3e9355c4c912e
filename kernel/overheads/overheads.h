/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The overheads of the kernel: see overheads.c.
 */
#ifndef _RTLA_OVERHEADS_H
#define _RTLA_OVERHEADS_H

#include <linux/types.h>

#include "noise/hooks.h"
#include "session/start.h"
#include "session/workload.h"

/* The flags of RTLA_IOC_START that sessions of overheads have. */
#define OVERHEADS_FLAGS	(RTLA_START_PANIC | RTLA_START_HIT_ENDS |		\
			 RTLA_START_ALL_THREADS | RTLA_START_DISTURBED)

extern const struct workload rtla_overheads;

/* Only the files of this folder use what follows. */

/**
 * struct overheads_session - a session on one of its CPUs
 * @others: in the list of those that count there
 * @config: of the session
 * @stats: where it counts
 */
struct overheads_session {
	struct hlist_node others;
	const struct workload_config *config;
	struct stats_cpu *stats;
};

extern struct hook_set rtla_overheads_hooks;

int rtla_overheads_configure(struct workload_config *config,
			     const struct rtla_start *start);
void rtla_overheads_free(struct workload_config *config);

#endif /* _RTLA_OVERHEADS_H */
