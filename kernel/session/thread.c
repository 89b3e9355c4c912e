// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring threads: bound to a CPU, with a scheduling policy, and still
 * allowed in cgroups.
 *
 * A thread of a higher priority may keep a measuring thread off its CPU for
 * ever, and kthread_stop() would wait for that thread without a limit. So a
 * measuring thread is asked to end, waited for with a timeout, and put before
 * all others if it takes long. The module cannot be unloaded while a measuring
 * thread exists.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/topology.h>
#include <uapi/linux/sched/types.h>

#include "session/thread.h"

/*
 * Reservation of SCHED_DEADLINE for a thread that is to end: 10 ms of its CPU
 * in each 100 ms, which is more than the thread needs, and leaves the rest to
 * others. If deadline threads have reserved almost all of the CPU, 1 ms
 * instead.
 */
#define URGENT_RUNTIME_NS	10000000
#define LEAST_RUNTIME_NS	1000000
#define URGENT_PERIOD_NS	100000000

DEFINE_PER_CPU(struct measuring_thread, rtla_thread[CPU_PLACES]);

/*
 * Return whether the thread may call its function. A CPU that goes offline may
 * have sent the thread to another CPU before it ran at all; then it must not.
 */
static bool thread_may_begin(const struct measuring_thread *thread)
{
	return READ_ONCE(thread->started) &&
	       thread == this_cpu_ptr(&rtla_thread[thread->place]);
}

/* Sleep until the thread may call its function; false: it is to end. */
static bool thread_wait_for_begin(const struct measuring_thread *thread)
{
	for (;;) {
		set_current_state(TASK_IDLE);
		if (READ_ONCE(thread->ending) || thread_may_begin(thread))
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return !READ_ONCE(thread->ending);
}

/*
 * The thread is bound, but the kernel moves bound threads off a CPU that goes
 * offline before it calls cpu_goes_offline(); it does not move threads that
 * have migration disabled. With migration disabled, the thread also needs no
 * PF_NO_SETAFFINITY, which would keep it out of all cgroups but the root.
 */
static int thread_main(void *data)
{
	struct measuring_thread *thread = data;

	migrate_disable();
	current->flags &= ~PF_NO_SETAFFINITY;
	if (thread_wait_for_begin(thread))
		thread->function(smp_processor_id(), thread->data);
	migrate_enable();
	complete_all(&thread->gone);
	/* The thread releases the module and exits in code of the kernel. */
	module_put_and_kthread_exit(0);
}

/**
 * rtla_thread_create - create a thread of a CPU, bound to it, waiting there
 * @place: its place
 * @cpu: an online CPU that has no thread there; the caller keeps it online
 * @function: called by the thread after rtla_thread_run(); has to return soon
 *	after rtla_thread_is_ending() has become true
 * @data: argument of @function
 * @name: the thread is called "@name/@cpu"
 *
 * Return: 0, then rtla_thread_halt() and, when the thread has ended,
 * rtla_thread_destroy() have to follow; or a negative error. Context: process,
 * may sleep.
 */
int rtla_thread_create(enum cpu_place place, int cpu,
		       void (*function)(int cpu, const void *data),
		       const void *data, const char *name)
{
	struct measuring_thread *thread = rtla_thread_of(place, cpu);
	struct task_struct *task;

	task = kthread_create_on_node(thread_main, thread, cpu_to_node(cpu),
				      "%s/%d", name, cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	__module_get(THIS_MODULE);
	thread->task = get_task_struct(task);
	thread->place = place;
	thread->started = false;
	thread->ending = false;
	thread->function = function;
	thread->data = data;
	init_completion(&thread->gone);
	/*
	 * From here on the kernel regards the thread as one of this CPU, even
	 * if it does not get to run there: see rtla_thread_schedule().
	 */
	wake_up_process(task);
	return 0;
}

/**
 * rtla_thread_schedule - set policy and priority of a thread
 * @place: its place
 * @cpu: its CPU; the thread has been on it since rtla_thread_create(), because
 *	SCHED_DEADLINE reserves time of the CPU that the thread is on now
 * @sched: policy and priority
 *
 * Return: 0 or a negative error. Context: process, may sleep.
 */
int rtla_thread_schedule(enum cpu_place place, int cpu,
			 const struct sched_attr *sched)
{
	return sched_setattr_nocheck(rtla_thread_of(place, cpu)->task, sched);
}

/* rtla_thread_run - let a thread call the function of rtla_thread_create() */
void rtla_thread_run(enum cpu_place place, int cpu)
{
	struct measuring_thread *thread = rtla_thread_of(place, cpu);

	WRITE_ONCE(thread->started, true);
	wake_up_process(thread->task);
}

/**
 * rtla_thread_halt - tell a thread to end
 * @place: its place
 * @cpu: its CPU; a repeated call does nothing
 *
 * The function may be called before rtla_thread_run(), too.
 *
 * From now on the thread may exit at any time, but its struct measuring_thread
 * stays valid until rtla_thread_destroy(). Context: process; does not wait.
 */
void rtla_thread_halt(enum cpu_place place, int cpu)
{
	struct measuring_thread *thread = rtla_thread_of(place, cpu);

	WRITE_ONCE(thread->ending, true);
	wake_up_process(thread->task);
}

/**
 * rtla_thread_has_ended - wait for the end of a thread
 * @place: its place
 * @cpu: its CPU
 * @timeout: jiffies; 0: do not wait
 *
 * Return: false if the thread has not ended; true if it has, or if the CPU has
 * no thread there. Context: process, may sleep; the caller makes sure that no
 * thread is created there before this returns.
 */
bool rtla_thread_has_ended(enum cpu_place place, int cpu,
			   unsigned long timeout)
{
	struct measuring_thread *thread = rtla_thread_of(place, cpu);

	return !READ_ONCE(thread->task) || completion_done(&thread->gone) ||
	       (timeout && wait_for_completion_timeout(&thread->gone, timeout));
}

/**
 * rtla_thread_put_first - give a thread the highest priority of SCHED_FIFO
 * @task: a thread of the kernel, measuring or not
 *
 * Context: process, may sleep.
 */
void rtla_thread_put_first(struct task_struct *task)
{
	static const struct sched_attr first = {
		.size = sizeof(first),
		.sched_policy = SCHED_FIFO,
		.sched_priority = MAX_RT_PRIO - 1,
	};

	sched_setattr_nocheck(task, &first);
}

static int thread_set_deadline(struct task_struct *task, u64 runtime)
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
 * rtla_thread_urge - put a thread that is to end before others of its CPU
 * @place: its place
 * @cpu: its CPU
 * @deadline: use SCHED_DEADLINE, which also is before a thread of SCHED_FIFO 99
 *	that never sleeps; otherwise SCHED_FIFO 99
 *
 * Callers first try without @deadline: the kernel keeps the reserved time of
 * the CPU for a while after the thread's end. And no CPU may come or go until
 * the thread is no deadline thread any more.
 *
 * Context: process, may sleep; the caller makes sure that the thread
 * is not destroyed before this returns.
 */
void rtla_thread_urge(enum cpu_place place, int cpu, bool deadline)
{
	struct measuring_thread *thread = rtla_thread_of(place, cpu);

	if (deadline &&
	    (!thread_set_deadline(thread->task, URGENT_RUNTIME_NS) ||
	     !thread_set_deadline(thread->task, LEAST_RUNTIME_NS)))
		return;
	rtla_thread_put_first(thread->task);
}

/**
 * rtla_thread_deadline_is_over - return whether a thread's deadline is over
 * @place: its place
 * @cpu: its CPU; the caller keeps the thread from being destroyed
 *
 * A thread that ends as a deadline thread, or gets another policy, leaves a
 * timer that gives its share of the CPU back, up to a period later. If the CPU
 * is offline by then, inactive_task_timer() divides by the number of active
 * CPUs around it, which is 0.
 *
 * Return: true also if there is no thread, or it never was a deadline thread;
 * false as long as it is one. Context: any.
 */
bool rtla_thread_deadline_is_over(enum cpu_place place, int cpu)
{
	struct task_struct *task = rtla_thread_of(place, cpu)->task;

	if (!task)
		return true;
	if (READ_ONCE(task->policy) == SCHED_DEADLINE &&
	    (READ_ONCE(task->__state) != TASK_DEAD ||
	     /* Its last switch starts the timer, and then clears on_cpu. */
	     smp_load_acquire(&task->on_cpu)))
		return false;
	return !hrtimer_active(&task->dl.inactive_timer) &&
	       !hrtimer_active(&task->dl.dl_timer);
}

/* rtla_thread_destroy - release a thread that has ended; context: process */
void rtla_thread_destroy(enum cpu_place place, int cpu)
{
	struct measuring_thread *thread = rtla_thread_of(place, cpu);

	put_task_struct(thread->task);
	thread->task = NULL;
}

/**
 * rtla_thread_give_way - let this thread be moved, and sleep until it is to end
 * @place: its place
 *
 * Context: the measuring thread, with none of its timers running.
 */
void rtla_thread_give_way(enum cpu_place place)
{
	const struct measuring_thread *of = this_cpu_ptr(&rtla_thread[place]);

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
