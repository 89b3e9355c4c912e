/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Real-time threads that never sleep. On the CPU of such a thread nothing that
 * is less urgent runs: no measuring thread, and no work of the kernel itself.
 */
#ifndef RTLA_BUSY_THREADS_H
#define RTLA_BUSY_THREADS_H

#include "base/message.h"

struct cpus;
struct machine;
struct thread_list;

/*
 * busy_threads_find - find the real-time threads on @cpus that never sleep
 *
 * @all are the threads at the first look. A thread that is running at each of
 * five looks in 40 ms is taken as one. The call takes that long only if @all
 * has such a thread. Returns 0, or ENOMEM. The caller frees @found with
 * threads_free() in any case.
 */
int busy_threads_find(const struct machine *machine,
		      const struct thread_list *all, const struct cpus *cpus,
		      struct thread_list *found);

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
