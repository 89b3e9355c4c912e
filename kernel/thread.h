/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measuring threads of the kernel.
 */
#ifndef _RTLA_THREAD_H
#define _RTLA_THREAD_H

#include <linux/sched.h>

struct sched_attr;

struct task_struct *thread_create(int cpu, int (*function)(void *), void *data,
				  const char *name,
				  const struct sched_attr *sched);
void thread_begin(void);
void thread_end(void);
void thread_give_way(void);

/*
 * thread_is_wanted_elsewhere - does somebody wait for us to migrate?
 *
 * Who changes our affinity (taskset, a cpuset) waits until we let it happen.
 */
static __always_inline bool thread_is_wanted_elsewhere(void)
{
	return READ_ONCE(current->migration_pending);
}

#endif /* _RTLA_THREAD_H */
