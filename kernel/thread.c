// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring threads: bound to a CPU, with a policy, and still open to cgroups.
 *
 * A thread of a higher priority may keep a measuring thread off its CPU for ever.
 * So nobody waits for the end of one without a limit, as kthread_stop() does: a
 * thread is told to end, waited for with a timeout, and moved before all others
 * if it takes long. The module cannot be unloaded while one exists.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/topology.h>
#include <uapi/linux/sched/types.h>

#include "thread.h"

/*
 * A thread that is to end gets so much of its CPU: more than it takes. What is left
 * over is others'. Where deadline threads have all but a little, it is less.
 */
#define URGENT_RUNTIME_NS	10000000
#define LEAST_RUNTIME_NS	1000000
#define URGENT_PERIOD_NS	100000000

DEFINE_PER_CPU(struct measuring_thread, measuring_thread);

/* It may have been sent away from its CPU, which goes offline, before it ran. */
static bool may_begin(const struct measuring_thread *thread)
{
	return READ_ONCE(thread->started) &&
	       thread == this_cpu_ptr(&measuring_thread);
}

/* False: it is to end. */
static bool wait_for_begin(const struct measuring_thread *thread)
{
	for (;;) {
		set_current_state(TASK_IDLE);
		if (READ_ONCE(thread->ending) || may_begin(thread))
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return !READ_ONCE(thread->ending);
}

/*
 * It is bound, but a CPU that goes offline sends such threads away before it
 * tells us; it leaves those that must not migrate. And with that it needs no
 * PF_NO_SETAFFINITY, which would keep it out of all cgroups but the root.
 */
static int run(void *data)
{
	struct measuring_thread *thread = data;

	migrate_disable();
	current->flags &= ~PF_NO_SETAFFINITY;
	if (wait_for_begin(thread))
		thread->function(smp_processor_id(), thread->data);
	migrate_enable();
	complete_all(&thread->gone);
	/* The end of it is the kernel's own code, not ours. */
	module_put_and_kthread_exit(0);
}

/**
 * thread_create - make the thread of a CPU, bound to it, which waits there
 * @cpu: an online CPU that has none; the caller keeps it online
 * @function: returns soon after thread_is_ending()
 * @data: its argument
 * @name: "NAME/CPU" is what the thread is called
 *
 * Return: 0, then thread_halt() and thread_destroy() have to follow; or a negative
 * error. Context: process, may sleep.
 */
int thread_create(int cpu, void (*function)(int cpu, const void *data),
		  const void *data, const char *name)
{
	struct measuring_thread *thread = per_cpu_ptr(&measuring_thread, cpu);
	struct task_struct *task;

	task = kthread_create_on_node(run, thread, cpu_to_node(cpu), "%s/%d",
				      name, cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	__module_get(THIS_MODULE);
	thread->task = get_task_struct(task);
	thread->started = false;
	thread->ending = false;
	thread->function = function;
	thread->data = data;
	init_completion(&thread->gone);
	/* From here on the kernel has it down for this CPU, whether it gets it or not. */
	wake_up_process(task);
	return 0;
}

/**
 * thread_schedule - set policy and priority of a thread
 * @cpu: its CPU, from thread_create() on: the time that SCHED_DEADLINE reserves is
 *	that of the CPU which the thread is on at this moment
 * @sched: policy and priority
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int thread_schedule(int cpu, const struct sched_attr *sched)
{
	return sched_setattr_nocheck(per_cpu_ptr(&measuring_thread, cpu)->task,
				     sched);
}

/* thread_run - let the thread of @cpu begin, which thread_create() has made */
void thread_run(int cpu)
{
	struct measuring_thread *thread = per_cpu_ptr(&measuring_thread, cpu);

	WRITE_ONCE(thread->started, true);
	wake_up_process(thread->task);
}

/**
 * thread_halt - tell the thread of a CPU to end, run or not
 * @cpu: its CPU; again, it does nothing
 *
 * It may be gone at any time from now on, but its structure is there until
 * thread_destroy(). Context: process; does not wait.
 */
void thread_halt(int cpu)
{
	struct measuring_thread *thread = per_cpu_ptr(&measuring_thread, cpu);

	WRITE_ONCE(thread->ending, true);
	wake_up_process(thread->task);
}

/**
 * thread_has_ended - wait for the end of a thread
 * @cpu: its CPU
 * @timeout: jiffies; 0: do not wait
 *
 * Return: false if it has not ended; true also if there is none. Context:
 * process, may sleep; nobody makes a thread there meanwhile.
 */
bool thread_has_ended(int cpu, unsigned long timeout)
{
	struct measuring_thread *thread = per_cpu_ptr(&measuring_thread, cpu);

	return !READ_ONCE(thread->task) || completion_done(&thread->gone) ||
	       (timeout && wait_for_completion_timeout(&thread->gone, timeout));
}

/**
 * thread_put_first - put a thread before all others of SCHED_FIFO
 * @task: of the kernel, measuring or not
 *
 * Context: process, may sleep.
 */
void thread_put_first(struct task_struct *task)
{
	static const struct sched_attr first = {
		.size = sizeof(first),
		.sched_policy = SCHED_FIFO,
		.sched_priority = MAX_RT_PRIO - 1,
	};

	sched_setattr_nocheck(task, &first);
}

static int set_deadline(struct task_struct *task, u64 runtime)
{
	const struct sched_attr deadline = {
		.size = sizeof(deadline),
		.sched_policy = SCHED_DEADLINE,
		.sched_runtime = runtime,
		.sched_deadline = URGENT_PERIOD_NS,
		.sched_period = URGENT_PERIOD_NS,
	};

	return sched_setattr_nocheck(task, &deadline);
}

/**
 * thread_urge - put a thread that is to end before others of its CPU
 * @cpu: its CPU
 * @deadline: also before one of SCHED_FIFO 99 that never sleeps, which takes
 *	SCHED_DEADLINE; otherwise before all others of SCHED_FIFO
 *
 * Not @deadline at once: the kernel keeps its share of the CPU for a while after
 * the thread's end. And no CPU may come or go until it is no deadline thread any
 * more.
 *
 * Context: process, may sleep; nobody destroys the thread meanwhile.
 */
void thread_urge(int cpu, bool deadline)
{
	struct measuring_thread *thread = per_cpu_ptr(&measuring_thread, cpu);

	if (deadline && (!set_deadline(thread->task, URGENT_RUNTIME_NS) ||
			 !set_deadline(thread->task, LEAST_RUNTIME_NS)))
		return;
	thread_put_first(thread->task);
}

/* thread_destroy - forget a thread that has ended; context: process */
void thread_destroy(int cpu)
{
	struct measuring_thread *thread = per_cpu_ptr(&measuring_thread, cpu);

	put_task_struct(thread->task);
	thread->task = NULL;
}

/**
 * thread_give_way - let the thread be moved, and do nothing until it is to end
 *
 * Context: the measuring thread, with no timer of its own running.
 */
void thread_give_way(void)
{
	const struct measuring_thread *of = this_cpu_ptr(&measuring_thread);

	migrate_enable();
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (READ_ONCE(of->ending))
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	migrate_disable();
}
