/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measuring threads of the kernel, at most one in each place of a CPU.
 */
#ifndef _RTLA_THREAD_H
#define _RTLA_THREAD_H

#include <linux/completion.h>
#include <linux/percpu.h>
#include <linux/sched.h>

struct sched_attr;

/**
 * enum cpu_place - the places of a CPU, each of which one session can have
 * @PLACE_WORKLOAD: a workload that measures latencies or noise
 * @PLACE_PROBE: the probe of a bound
 * @CPU_PLACES: the number of places
 */
enum cpu_place {
	PLACE_WORKLOAD,
	PLACE_PROBE,
	CPU_PLACES,
};

/**
 * struct measuring_thread - the measuring thread in one place of a CPU
 * @task: the thread, to which a reference is held; NULL: there is none
 * @place: its place
 * @started: the thread may call @function
 * @ending: the thread is to end
 * @function: the function that measures
 * @data: argument of @function
 * @gone: completed when the thread has ended
 */
struct measuring_thread {
	struct task_struct *task;
	enum cpu_place place;
	bool started;
	bool ending;
	void (*function)(int cpu, const void *data);
	const void *data;
	struct completion gone;
};

DECLARE_PER_CPU(struct measuring_thread, rtla_thread[CPU_PLACES]);

/* rtla_thread_of - return the thread in a place of a CPU */
static inline struct measuring_thread *rtla_thread_of(enum cpu_place place,
						      int cpu)
{
	return per_cpu_ptr(&rtla_thread[place], cpu);
}

int rtla_thread_create(enum cpu_place place, int cpu,
		       void (*function)(int cpu, const void *data),
		       const void *data, const char *name);
int rtla_thread_schedule(enum cpu_place place, int cpu,
			 const struct sched_attr *sched);
void rtla_thread_run(enum cpu_place place, int cpu);
void rtla_thread_halt(enum cpu_place place, int cpu);
bool rtla_thread_has_ended(enum cpu_place place, int cpu,
			   unsigned long timeout);
void rtla_thread_urge(enum cpu_place place, int cpu, bool deadline);
bool rtla_thread_deadline_is_over(enum cpu_place place, int cpu);
void rtla_thread_destroy(enum cpu_place place, int cpu);

void rtla_thread_give_way(enum cpu_place place);
void rtla_thread_put_first(struct task_struct *task);

/* rtla_thread_is_ending - return whether this CPU's thread there is to end */
static __always_inline bool rtla_thread_is_ending(enum cpu_place place)
{
	return READ_ONCE(this_cpu_ptr(&rtla_thread[place])->ending);
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
