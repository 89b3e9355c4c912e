/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The threads of a machine: what /proc says about each of them.
 */
#ifndef RTLA_THREADS_H
#define RTLA_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cpus.h"

struct machine;

struct thread {
	int pid;		/* of the thread's process */
	int id;			/* of the thread */
	char name[32];
	char state;		/* 'R': the thread runs, or waits for its CPU */
	bool is_kernel;		/* a thread of the kernel, not of a program */
	bool is_bound;		/* a kernel thread whose CPUs cannot be changed */
	int cpu;		/* on which the thread ran last */
	int policy;		/* SCHED_OTHER, ... */
	int priority;		/* under SCHED_FIFO and SCHED_RR */
};

struct thread_list {
	struct thread *thread;
	int count;
	int error;		/* the errno of reading them, or 0 */
	bool is_read;
};

/*
 * threads_read - read all threads that this user can see
 *
 * If /proc cannot be read or there is no memory, the error is set. Threads that
 * end at this moment are left out. The caller frees @threads with
 * threads_free() in any case.
 */
void threads_read(const struct machine *machine, struct thread_list *threads);

void threads_free(struct thread_list *threads);

/*
 * machine_threads - return the threads of @machine, which are read at the first
 * call
 *
 * Its list of threads is not NULL, and empty before that call. To read them
 * takes long, and not everybody who looks at a machine needs them.
 */
const struct thread_list *machine_threads(const struct machine *machine);

/* threads_add - append a copy of @thread; return false if there is no memory */
bool threads_add(struct thread_list *threads, const struct thread *thread);

/*
 * thread_read - read thread @id of process @pid
 *
 * Returns false if the thread is gone, or if its file is not as expected.
 */
bool thread_read(const struct machine *machine, int pid, int id,
		 struct thread *thread);

/*
 * thread_read_kernel - read the kernel thread @id of this machine, as
 * thread_read() does
 */
bool thread_read_kernel(int id, struct thread *thread);

/*
 * thread_last_cpu - return the CPU on which thread @id of process @pid of this
 * machine ran last, or -1 if the thread is gone
 */
int thread_last_cpu(int pid, int id);

/*
 * thread_cpus - read the CPUs on which @thread may run
 *
 * Returns 0 or an errno, ENOENT or ESRCH if the thread is gone.
 */
int thread_cpus(const struct machine *machine, const struct thread *thread,
		struct cpus *cpus);

/* thread_is_realtime - return whether the policy is a real-time policy */
bool thread_is_realtime(const struct thread *thread);

/*
 * thread_policy_print - print the policy and priority of @thread into @text
 *
 * For example "SCHED_FIFO 50", or "SCHED_DEADLINE". @text has @size bytes.
 */
void thread_policy_print(const struct thread *thread, char *text, size_t size);

#endif /* RTLA_THREADS_H */
