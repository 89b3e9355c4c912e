/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the scheduler is called: see scheduler_call.c.
 */
#ifndef _RTLA_SCHEDULER_CALL_H
#define _RTLA_SCHEDULER_CALL_H

#include <linux/compiler.h>
#include <linux/types.h>

extern const char *rtla_scheduler_call;

bool __rtla_scheduler_is_called(const char *what);

/**
 * rtla_scheduler_is_called - return whether that is what the scheduler tells RCU
 * @what: what the tracepoint rcu_utilization was called with
 *
 * Context: any.
 */
static __always_inline bool rtla_scheduler_is_called(const char *what)
{
	const char *call = READ_ONCE(rtla_scheduler_call);

	return what == call ||
	       (unlikely(!call) && __rtla_scheduler_is_called(what));
}

#endif /* _RTLA_SCHEDULER_CALL_H */
