/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The callbacks that interrupts, softirqs and kworkers run: see
 * hooks_callbacks.c.
 */
#ifndef _RTLA_CALLBACKS_H
#define _RTLA_CALLBACKS_H

#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <uapi/rtla.h>

struct hook_set;
struct hrtimer;
struct task_struct;

/**
 * struct callback - a callback that runs
 * @start: ns; when it was called, or since when it was not reported; 0: none
 *	runs
 * @function: it; NULL: it is not known yet
 * @request: what was asked for; it is only compared
 * @task: the thread in which, or above which, it runs; it is only compared
 * @pid: of @task
 * @kind: of it
 */
struct callback {
	u64 start;
	void *function;
	const void *request;
	const struct task_struct *task;
	int pid;
	enum rtla_callback kind;
};

/* The callback in an interrupt of a CPU; it has memory while the key is set. */
extern struct callback __percpu *rtla_callbacks_irq;
DECLARE_STATIC_KEY_FALSE(rtla_callbacks_kept);

extern struct hook_set rtla_hooks_callbacks;

void rtla_callbacks_end(struct callback *callback, u64 now);
void rtla_callbacks_end_thread(struct task_struct *task, u64 start, u64 now);
void rtla_callbacks_release(void);
void rtla_callbacks_tell_preempted(int pid, u64 since, u64 until);
bool rtla_callbacks_told(unsigned long address);
void rtla_callbacks_pass_over(int cpu, const struct hrtimer *timer);

/**
 * rtla_callbacks_end_irq - end what an interrupt ran, if anything
 * @since: ns; the interrupt has begun then
 * @now: ns
 *
 * Context: hard interrupt, at its end or between what it runs.
 */
static __always_inline void rtla_callbacks_end_irq(u64 since, u64 now)
{
	struct callback *callback;

	if (!static_branch_unlikely(&rtla_callbacks_kept))
		return;
	callback = this_cpu_ptr(rtla_callbacks_irq);
	if (unlikely(callback->start) && callback->start >= since)
		rtla_callbacks_end(callback, now);
}

#endif /* _RTLA_CALLBACKS_H */
