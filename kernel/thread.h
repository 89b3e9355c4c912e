/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measuring threads of the kernel, at most one on each CPU.
 */
#ifndef _RTLA_THREAD_H
#define _RTLA_THREAD_H

#include <linux/completion.h>
#include <linux/percpu.h>
#include <linux/sched.h>

struct sched_attr;

/**
 * struct measuring_thread - the measuring thread of one CPU
 * @task: the thread, to which a reference is held; NULL: there is none
 * @started: the thread may call @function
 * @ending: the thread is to end
 * @function: the function that measures
 * @data: argument of @function
 * @gone: completed when the thread has ended
 */
struct measuring_thread {
	struct task_struct *task;
	bool started;
	bool ending;
	void (*function)(int cpu, const void *data);
	const void *data;
	struct completion gone;
};

DECLARE_PER_CPU(struct measuring_thread, rtla_thread);

int rtla_thread_create(int cpu, void (*function)(int cpu, const void *data),
		       const void *data, const char *name);
int rtla_thread_schedule(int cpu, const struct sched_attr *sched);
void rtla_thread_run(int cpu);
void rtla_thread_halt(int cpu);
bool rtla_thread_has_ended(int cpu, unsigned long timeout);
void rtla_thread_urge(int cpu, bool deadline);
bool rtla_thread_deadline_is_over(int cpu);
void rtla_thread_destroy(int cpu);

void rtla_thread_give_way(void);
void rtla_thread_put_first(struct task_struct *task);

/* rtla_thread_is_ending - return whether this CPU's thread is to end */
static __always_inline bool rtla_thread_is_ending(void)
{
	return READ_ONCE(this_cpu_ptr(&rtla_thread)->ending);
}

/*
 * rtla_thread_is_wanted_elsewhere - return whether this thread is to be moved
 *
 * A process that changes the affinity of a measuring thread (taskset, a cpuset)
 * waits until the thread allows its migration: see rtla_thread_give_way().
 */
static __always_inline bool rtla_thread_is_wanted_elsewhere(void)
{
	return READ_ONCE(current->migration_pending);
}

#endif /* _RTLA_THREAD_H */
