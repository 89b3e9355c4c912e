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
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sched/isolation.h>
#include <linux/sched/task.h>
#include <uapi/linux/sched/types.h>

#include "session/keeper.h"
#include "session/thread.h"

/* Requests to a keeper: the numbers of the bits of keeper.asked. */
enum keeper_task {
	KEEPER_WAKE,	/* call wake() */
	KEEPER_END,	/* call end(), and exit */
};

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

static void keeper_interrupt(struct irq_work *interrupt)
{
	struct keeper *keeper =
		container_of(interrupt, struct keeper, interrupt);

	wake_up_process(keeper->task);
}

/*
 * Keep the thread off the measured and the isolated CPUs. Returns false if no
 * other CPU is left, or the thread cannot be bound to those.
 */
static bool keeper_keep_away(struct task_struct *task,
			     const struct cpumask *measured)
{
	/*
	 * Static, as a mask may be large; the callers hold rtla_sessions_lock.
	 */
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
 * Return: 0, then rtla_keeper_end() has to follow, and rtla_keeper_free() after
 * the last rtla_keeper_wake(); or a negative error. Context: process, may
 * sleep; cpus_read_lock() is held, and callers exclude each other.
 */
int rtla_keeper_create(struct keeper *keeper, u32 session,
		       const struct cpumask *measured)
{
	struct task_struct *task;

	keeper->interrupt = IRQ_WORK_INIT_HARD(keeper_interrupt);
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
 * rtla_keeper_wake - let the keeper call wake() soon
 * @keeper: from rtla_keeper_create(), before rtla_keeper_free()
 *
 * Repeated before the keeper deals with it, it counts once; a keeper that was
 * asked to end may ignore it. To wake a thread takes locks of the scheduler.
 * Where the caller may have one of them, an interrupt does so as soon as it has
 * not: of this CPU itself, as no other context is sure to run beside a
 * real-time thread.
 *
 * Context: any but NMI, preemption off; see keeper.in_scheduler.
 */
void rtla_keeper_wake(struct keeper *keeper)
{
	/* Both ways order this before the state of the thread is read. */
	set_bit(KEEPER_WAKE, &keeper->asked);
	if (keeper->in_scheduler)
		irq_work_queue(&keeper->interrupt);
	else
		wake_up_process(keeper->task);
}

/* rtla_keeper_end - let the keeper call end(), and exit; context: process */
void rtla_keeper_end(struct keeper *keeper)
{
	set_bit(KEEPER_END, &keeper->asked);
	wake_up_process(keeper->task);
}

/**
 * rtla_keeper_step_back - let the calling keeper go on as a thread like others
 * @measured: the CPUs that it should stay off
 *
 * What is left to do takes milliseconds, and nobody waits for it.
 *
 * Context: the keeper, in end(); callers exclude each other.
 */
void rtla_keeper_step_back(const struct cpumask *measured)
{
	static const struct sched_attr normal = {
		.size = sizeof(normal),
		.sched_policy = SCHED_NORMAL,
	};

	keeper_keep_away(current, measured);
	sched_setattr_nocheck(current, &normal);
}

/*
 * rtla_keeper_free - release a keeper that was asked to end
 *
 * Context: process, may sleep.
 */
void rtla_keeper_free(struct keeper *keeper)
{
	irq_work_sync(&keeper->interrupt);
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
