/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The keeper: the thread of a session that does what must happen although the
 * measured CPUs are taken.
 *
 * On a CPU with a real-time thread that never sleeps, a worker of a workqueue
 * does not run, nor does an irq_work under PREEMPT_RT. So each session has a
 * thread of its own: it wakes the session's holder at a hit, and ends the
 * session, however long that takes.
 */
#ifndef _RTLA_KEEPER_H
#define _RTLA_KEEPER_H

#include <linux/cpumask.h>
#include <linux/types.h>

struct task_struct;

/* The bits of keeper.asked, by their numbers. */
enum keeper_task {
	KEEPER_WAKE,	/* call wake() */
	KEEPER_END,	/* call end(), and go */
};

/**
 * struct keeper - the thread of a session
 * @task: the thread, to which a reference is held until keeper_free()
 * @asked: what it is asked for, by &enum keeper_task
 * @wake: a hit can be read
 * @end: end the session; the keeper may be free when that returns
 */
struct keeper {
	struct task_struct *task;
	unsigned long asked;
	void (*wake)(struct keeper *keeper);
	void (*end)(struct keeper *keeper);
};

int keeper_create(struct keeper *keeper, u32 session,
		  const struct cpumask *measured);
void keeper_ask(struct keeper *keeper, enum keeper_task what);
void keeper_free(struct keeper *keeper);

void keepers_exit(void);

#endif /* _RTLA_KEEPER_H */
