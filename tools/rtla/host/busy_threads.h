/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Real-time threads that never sleep. On the CPU of such a thread nothing that
 * is less urgent runs: no measuring thread, and no work of the kernel itself.
 */
#ifndef RTLA_BUSY_THREADS_H
#define RTLA_BUSY_THREADS_H

#include <stdbool.h>

#include "base/message.h"
#include "host/machine.h"

struct busy_thread {
	int pid;		/* of the thread's process */
	int id;			/* of the thread */
	char name[32];
	char state;		/* 'R': the thread runs, or waits for its CPU */
	int cpu;		/* on which the thread ran last */
	int policy;		/* SCHED_FIFO, SCHED_RR or SCHED_DEADLINE */
	int priority;		/* under SCHED_FIFO and SCHED_RR */
};

struct busy_threads {
	struct busy_thread *threads;
	int count;
	bool seen;		/* a thread could be read, busy or not */
};

/*
 * busy_threads_find - find the real-time threads on @cpus that never sleep
 *
 * A thread that is running at each of five looks in 40 ms is taken as one. The
 * call takes that long only if the first look finds such a thread. Returns 0,
 * or an errno if /proc cannot be read or there is no memory. The caller frees
 * @found with busy_threads_free() in any case.
 */
int busy_threads_find(const struct machine *machine, const struct cpus *cpus,
		      struct busy_threads *found);

void busy_threads_free(struct busy_threads *found);

/*
 * busy_thread_print - print the policy and priority of @thread into @text
 *
 * For example "SCHED_FIFO 50", or "SCHED_DEADLINE". @text has @size bytes.
 */
void busy_thread_print(const struct busy_thread *thread, char *text,
		       size_t size);

/*
 * busy_threads_refuse - refuse @option if a busy thread would block it forever
 *
 * For @option, the kernel has some work done on each CPU that is online, and
 * waits for that work without being interruptible. On a CPU where a real-time
 * thread never sleeps, and from which the kernel keeps no time, that work would
 * never run. Then this prints which thread is in the way, and returns
 * RESULT_CANNOT; else RESULT_OK.
 */
enum result busy_threads_refuse(const char *option);

#endif /* RTLA_BUSY_THREADS_H */
