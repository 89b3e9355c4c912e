/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Real-time threads that never sleep. Beside one, nothing that is less urgent runs on
 * its CPU: no measuring thread, and no work of the kernel's own.
 */
#ifndef RTLA_BUSY_THREADS_H
#define RTLA_BUSY_THREADS_H

#include <stdbool.h>

#include "machine.h"
#include "message.h"

struct busy_thread {
	int pid;		/* of its process */
	int id;
	char name[32];
	char state;		/* 'R': it runs, or waits for its CPU */
	int cpu;
	int policy;		/* SCHED_FIFO, SCHED_RR or SCHED_DEADLINE */
	int priority;		/* of SCHED_FIFO and SCHED_RR */
};

struct busy_threads {
	struct busy_thread *threads;
	int count;
	bool seen;		/* some thread could be looked at, busy or not */
};

/*
 * busy_threads_find - those on @cpus
 *
 * A thread that runs at five looks in 40 ms is taken for one. Only where there is one
 * at the first look does it take that long. 0, or an errno if /proc cannot be read;
 * @found is to be freed in any case.
 */
int busy_threads_find(const struct machine *machine, const struct cpus *cpus,
		      struct busy_threads *found);

void busy_threads_free(struct busy_threads *found);

/* busy_thread_print - "SCHED_FIFO 50", "SCHED_DEADLINE", into @text of @size */
void busy_thread_print(const struct busy_thread *thread, char *text,
		       size_t size);

/*
 * busy_threads_refuse - is there a CPU that the kernel's own work would never get?
 *
 * What @option needs has some work done on each CPU that is online, in the kernel,
 * which waits for that and cannot be interrupted. Says which thread is in the way.
 */
enum result busy_threads_refuse(const char *option);

#endif /* RTLA_BUSY_THREADS_H */
