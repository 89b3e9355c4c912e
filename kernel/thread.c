// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring threads: bound to a CPU, with a policy, and still open to cgroups.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/topology.h>
#include <uapi/linux/sched/types.h>

#include "thread.h"

/*
 * SCHED_DEADLINE admits only threads that may run on all of a root domain, so
 * the policy is set first and the thread bound then.
 */
static int set_policy(struct task_struct *thread, const struct sched_attr *sched)
{
	if (sched->sched_policy == SCHED_DEADLINE) {
		int ret = set_cpus_allowed_ptr(thread, cpu_possible_mask);

		if (ret)
			return ret;
	}
	return sched_setattr_nocheck(thread, sched);
}

/**
 * thread_create - make a thread that is bound to a CPU, without running it
 * @cpu: an online CPU; the caller keeps it online
 * @function: begins with thread_begin() and ends with thread_end()
 * @data: its argument
 * @name: "NAME/CPU" is what the thread is called
 * @sched: policy and priority, or NULL
 *
 * Return: the thread, or an error pointer. Context: process, may sleep.
 */
struct task_struct *thread_create(int cpu, int (*function)(void *), void *data,
				  const char *name,
				  const struct sched_attr *sched)
{
	struct task_struct *thread;
	int ret;

	thread = kthread_create_on_node(function, data, cpu_to_node(cpu),
					"%s/%d", name, cpu);
	if (IS_ERR(thread))
		return thread;
	ret = sched ? set_policy(thread, sched) : 0;
	if (ret) {
		kthread_stop(thread);
		return ERR_PTR(ret);
	}
	kthread_bind(thread, cpu);
	return thread;
}

/**
 * thread_begin - what a measuring thread does first
 *
 * It is bound, but a CPU that goes offline sends such threads away before it
 * tells us; it leaves those that must not migrate. And with that it needs no
 * PF_NO_SETAFFINITY, which would keep it out of all cgroups but the root.
 */
void thread_begin(void)
{
	migrate_disable();
	current->flags &= ~PF_NO_SETAFFINITY;
}

/* thread_end - what a measuring thread does last */
void thread_end(void)
{
	migrate_enable();
}

/**
 * thread_give_way - let the thread be moved, and do nothing until it is ended
 *
 * Between thread_begin() and thread_end(), with no timer of its own running.
 */
void thread_give_way(void)
{
	migrate_enable();
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	migrate_disable();
}
