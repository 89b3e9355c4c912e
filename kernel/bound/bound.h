/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bound of the scheduling latency: see bound.c.
 */
#ifndef _RTLA_BOUND_H
#define _RTLA_BOUND_H

#include "noise/hooks.h"
#include "session/start.h"
#include "session/workload.h"

/* The flags of RTLA_IOC_START that sessions of a bound have. */
#define BOUND_FLAGS	(RTLA_START_PANIC | RTLA_START_HIT_ENDS)

extern const struct workload rtla_bound;

/* Only the files of this folder use what follows. */
extern struct hook_set rtla_bound_hooks;

int rtla_bound_configure(struct workload_config *config,
			 const struct rtla_start *start);
void rtla_bound_free(struct workload_config *config);
long rtla_bound_read(struct session *session, unsigned int number,
		     void __user *arg);

#endif /* _RTLA_BOUND_H */
