/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the scheduler is called, and when it has switched: see scheduler_call.c.
 */
#ifndef _RTLA_SCHEDULER_CALL_H
#define _RTLA_SCHEDULER_CALL_H

#include <linux/compiler.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>

extern const char *rtla_scheduler_call;

bool __rtla_scheduler_is_called(const char *what);

/**
 * rtla_scheduler_is_called - return whether that is what the scheduler tells
 * RCU
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

#ifdef CONFIG_PREEMPT_NOTIFIERS

void rtla_notify_last(struct preempt_notifier *notifier,
		      struct preempt_ops *ops, struct task_struct *next);
void rtla_notify_never(struct preempt_notifier *notifier,
		       struct task_struct *next);

/*
 * rtla_notified - remove a notifier of rtla_notify_last()
 *
 * It keeps its own link: the caller goes on with the next one. Context: its
 * sched_in.
 */
static __always_inline void rtla_notified(struct preempt_notifier *notifier)
{
	__hlist_del(&notifier->link);
}

#endif /* CONFIG_PREEMPT_NOTIFIERS */

#endif /* _RTLA_SCHEDULER_CALL_H */
