// SPDX-License-Identifier: GPL-2.0
/*
 * The keeper of a session: see keeper.h.
 *
 * It runs before everything else, on CPUs that are neither measured nor isolated
 * from such work: nothing keeps it off all of those for long. Where none is left,
 * it is among the measured ones and gives way to the measuring threads.
 */
#include <linux/bitops.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/sched/task.h>

#include "keeper.h"
#include "thread.h"

/* Keepers that were made; each that is gone, and needs our code no more, completes. */
static unsigned int keepers;
static DECLARE_COMPLETION(keeper_gone);

static int keep(void *data)
{
	struct keeper *keeper = data;

	while (!test_bit(KEEPER_END, &keeper->asked)) {
		set_current_state(TASK_IDLE);
		if (!READ_ONCE(keeper->asked))
			schedule();
		__set_current_state(TASK_RUNNING);
		if (test_and_clear_bit(KEEPER_WAKE, &keeper->asked))
			keeper->wake(keeper);
	}
	keeper->end(keeper);
	/* Its end is the kernel's own code, which the module may be gone for. */
	kthread_complete_and_exit(&keeper_gone, 0);
}

/* False: every CPU that may do such work is measured. */
static bool keep_away(struct task_struct *task, const struct cpumask *measured)
{
	/* One at a time: callers hold the lock of the sessions. */
	static struct cpumask cpus;

	cpumask_and(&cpus, cpu_online_mask,
		    housekeeping_cpumask(HK_TYPE_DOMAIN));
	cpumask_and(&cpus, &cpus, housekeeping_cpumask(HK_TYPE_KTHREAD));
	cpumask_andnot(&cpus, &cpus, measured);
	return !cpumask_empty(&cpus) && !set_cpus_allowed_ptr(task, &cpus);
}

/**
 * keeper_create - make the keeper of a session
 * @keeper: zeroed but for @wake and @end
 * @session: the number of the session, for the thread's name
 * @measured: the CPUs it is to keep away from
 *
 * Return: 0; then keeper_ask(KEEPER_END) and, when nobody asks any more,
 * keeper_free() have to follow. Or a negative error. Context: process, may sleep;
 * cpus_read_lock() is held, and callers exclude each other.
 */
int keeper_create(struct keeper *keeper, u32 session,
		  const struct cpumask *measured)
{
	struct task_struct *task;

	task = kthread_create(keep, keeper, "rtla/%u", session);
	if (IS_ERR(task))
		return PTR_ERR(task);
	if (keep_away(task, measured))
		thread_put_first(task);
	else
		sched_set_fifo_low(task);
	keeper->task = get_task_struct(task);
	keepers++;
	wake_up_process(task);
	return 0;
}

/**
 * keeper_ask - let the keeper do something soon
 * @keeper: from keeper_create(), and not yet asked to end
 * @what: for what; several times before it gets to it are as good as once
 *
 * Context: any but NMI.
 */
void keeper_ask(struct keeper *keeper, enum keeper_task what)
{
	/* wake_up_process() orders that before it looks at the thread's state. */
	set_bit(what, &keeper->asked);
	wake_up_process(keeper->task);
}

/* keeper_free - forget a keeper that was asked to end; context: any but NMI */
void keeper_free(struct keeper *keeper)
{
	put_task_struct(keeper->task);
}

/* keepers_exit - wait for the last of them; no session is made any more */
void keepers_exit(void)
{
	for (; keepers; keepers--)
		wait_for_completion(&keeper_gone);
}
