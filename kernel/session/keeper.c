// SPDX-License-Identifier: GPL-2.0
/*
 * The keeper of a session: see keeper.h.
 *
 * The keeper has the highest priority of SCHED_FIFO on CPUs that are neither
 * measured nor isolated from such work, so nothing keeps it off all of these
 * CPUs for long. If there is no such CPU, the keeper runs on measured ones and
 * gives way to the measuring threads.
 */
#include <linux/bitops.h>
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/sched/task.h>

#include "session/keeper.h"
#include "session/thread.h"

/*
 * @keepers counts the keepers created. Each completes @keeper_gone when it
 * exits and needs no code of the module any more.
 */
static unsigned int keepers;
static DECLARE_COMPLETION(keeper_gone);

static int keeper_thread(void *data)
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
	/*
	 * The thread exits in code of the kernel, because the module may be
	 * unloaded as soon as the completion is done.
	 */
	kthread_complete_and_exit(&keeper_gone, 0);
}

/*
 * Keep the thread off the measured and the isolated CPUs. Returns false if no
 * other CPU is left, or the thread cannot be bound to those.
 */
static bool keeper_keep_away(struct task_struct *task,
			     const struct cpumask *measured)
{
	/* Static, as a mask may be large; the callers hold rtla_sessions_lock. */
	static struct cpumask cpus;

	cpumask_and(&cpus, cpu_online_mask,
		    housekeeping_cpumask(HK_TYPE_DOMAIN));
	cpumask_and(&cpus, &cpus, housekeeping_cpumask(HK_TYPE_KTHREAD));
	cpumask_andnot(&cpus, &cpus, measured);
	return !cpumask_empty(&cpus) && !set_cpus_allowed_ptr(task, &cpus);
}

/**
 * rtla_keeper_create - create the keeper of a session
 * @keeper: zeroed, except wake and end
 * @session: the number of the session, for the thread's name
 * @measured: the CPUs that the keeper should stay off
 *
 * Return: 0, then rtla_keeper_ask(KEEPER_END) has to follow, and
 * rtla_keeper_free() after the last rtla_keeper_ask(); or a negative error.
 * Context: process, may sleep; cpus_read_lock() is held, and callers exclude
 * each other.
 */
int rtla_keeper_create(struct keeper *keeper, u32 session,
		       const struct cpumask *measured)
{
	struct task_struct *task;

	task = kthread_create(keeper_thread, keeper, "rtla/%u", session);
	if (IS_ERR(task))
		return PTR_ERR(task);
	if (keeper_keep_away(task, measured))
		rtla_thread_put_first(task);
	else
		sched_set_fifo_low(task);
	keeper->task = get_task_struct(task);
	keepers++;
	wake_up_process(task);
	return 0;
}

/**
 * rtla_keeper_ask - ask the keeper to do something soon
 * @keeper: from rtla_keeper_create(), before rtla_keeper_free()
 * @what: the request; repeated before the keeper deals with it, it counts once
 *
 * A keeper that was asked to end may ignore other requests. Context: any but
 * NMI.
 */
void rtla_keeper_ask(struct keeper *keeper, enum keeper_task what)
{
	/* wake_up_process() orders this before its read of the thread state. */
	set_bit(what, &keeper->asked);
	wake_up_process(keeper->task);
}

/*
 * rtla_keeper_free - release a keeper that was asked to end
 *
 * Context: any but NMI.
 */
void rtla_keeper_free(struct keeper *keeper)
{
	put_task_struct(keeper->task);
}

/*
 * rtla_keepers_exit - wait until all keepers have exited
 *
 * Context: process, may sleep; no session is created any more.
 */
void rtla_keepers_exit(void)
{
	for (; keepers; keepers--)
		wait_for_completion(&keeper_gone);
}
