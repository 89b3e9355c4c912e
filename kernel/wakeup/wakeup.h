/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The wake-ups of any thread: see wakeup.c.
 */
#ifndef _RTLA_WAKEUP_H
#define _RTLA_WAKEUP_H

#include "noise/hooks.h"
#include "session/start.h"
#include "session/workload.h"

/* The flags of RTLA_IOC_START that sessions of wake-ups have. */
#define WAKEUP_FLAGS	(RTLA_START_PANIC | RTLA_START_HIT_ENDS | RTLA_START_NO_NOISE)

extern const struct workload rtla_wakeup;

/* Only the files of this folder use what follows. */
extern struct hook_set rtla_wakeup_hooks;

int rtla_wakeup_configure(struct workload_config *config,
			  const struct rtla_start *start);
void rtla_wakeup_free(struct workload_config *config);
long rtla_wakeup_read(struct session *session, unsigned int number,
		      void __user *arg);
int rtla_wakeup_buckets(const struct workload_config *config,
			const struct rtla_buckets *asked, u64 *buckets);

#endif /* _RTLA_WAKEUP_H */
