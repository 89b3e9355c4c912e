// SPDX-License-Identifier: GPL-2.0
/*
 * When the scheduler is called, and when it has switched.
 *
 * 6.1 and 6.12 have no tracepoint for that. But all kernels have the one by
 * which the scheduler tells RCU, as soon as interrupts are off, what it is
 * about to do: by one of some strings, and always the same one. So that string
 * is found by its text once, and from then on by its address.
 *
 * When a switch is over, the kernel calls the preempt notifiers of the thread
 * that goes on, in that thread.
 */
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "noise/scheduler_call.h"

/* NULL: it was not seen yet. */
const char *rtla_scheduler_call;

/* A kernel that has told so many other things does not tell that. */
#define OTHERS_MAX	10000

bool __rtla_scheduler_is_called(const char *what)
{
	static atomic_t others;

	if (strcmp(what, "Start context switch")) {
		/* RCU is told before the scheduler takes its locks. */
		if (atomic_inc_return(&others) == OTHERS_MAX)
			pr_warn("this kernel does not tell when it calls its scheduler: of overheads, sched, cxs and sched2 are not measured, nor are bounds\n");
		return false;
	}
	WRITE_ONCE(rtla_scheduler_call, what);
	return true;
}

#ifdef CONFIG_PREEMPT_NOTIFIERS

/**
 * rtla_notify_last - let a notifier be called once, when the switch is over
 * @notifier: the notifier, which is in no list; its sched_in calls
 *	rtla_notified()
 * @ops: its functions; their sched_out is rtla_notify_never()
 * @next: the thread to which the scheduler is about to switch
 *
 * It is called after those of others: what they do there is a part of the
 * switch.
 *
 * Context: tracepoint sched_switch.
 */
void rtla_notify_last(struct preempt_notifier *notifier,
		      struct preempt_ops *ops, struct task_struct *next)
{
	struct hlist_node **link = &next->preempt_notifiers.first;
	struct hlist_node *node = &notifier->link;

	notifier->ops = ops;
	while (*link)
		link = &(*link)->next;
	node->next = NULL;
	node->pprev = link;
	*link = node;
}

/*
 * It is never called: the notifier is removed before the thread may be
 * preempted.
 */
void rtla_notify_never(struct preempt_notifier *notifier,
		       struct task_struct *next)
{
}

#endif /* CONFIG_PREEMPT_NOTIFIERS */
