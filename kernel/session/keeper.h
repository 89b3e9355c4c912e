/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The keeper: the thread of a session that does what must happen even while
 * other threads occupy the measured CPUs.
 *
 * On a CPU with a real-time thread that never sleeps, a worker of a workqueue
 * does not run, nor does an irq_work under PREEMPT_RT. So each session has a
 * keeper of its own: the keeper wakes the session's holder at a hit, and ends
 * the session, however long that takes.
 */
#ifndef _RTLA_KEEPER_H
#define _RTLA_KEEPER_H

#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/types.h>

struct task_struct;

/**
 * struct keeper - the thread of a session
 * @task: the thread, to which a reference is held until rtla_keeper_free()
 * @asked: requests that it has not dealt with yet: see keeper.c
 * @in_scheduler: rtla_keeper_wake() is called with locks of the scheduler held
 * @interrupt: wakes @task then
 * @wake: called when a hit can be read
 * @end: called to end the session; may free this structure
 */
struct keeper {
	struct task_struct *task;
	unsigned long asked;
	bool in_scheduler;
	struct irq_work interrupt;
	void (*wake)(struct keeper *keeper);
	void (*end)(struct keeper *keeper);
};

int rtla_keeper_create(struct keeper *keeper, u32 session,
		       const struct cpumask *measured);
void rtla_keeper_wake(struct keeper *keeper);
void rtla_keeper_end(struct keeper *keeper);
void rtla_keeper_step_back(const struct cpumask *measured);
void rtla_keeper_free(struct keeper *keeper);

void rtla_keepers_exit(void);

#endif /* _RTLA_KEEPER_H */
