/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The measuring threads of the kernel's own tracers, "timerlat/N" and
 * "osnoise/N" on CPU N: the kernel makes them, and only their names tell which
 * they are.
 */
#ifndef RTLA_KERNEL_THREADS_H
#define RTLA_KERNEL_THREADS_H

#include <stdbool.h>

#include "base/cpus.h"
#include "base/message.h"
#include "base/parse.h"

/*
 * kernel_threads_find - find the threads of @tracer on @cpus
 *
 * @pid has room for each CPU, in order, and gets the number of its thread, or
 * 0.
 */
void kernel_threads_find(const char *tracer, const struct cpus *cpus, int *pid);

/* kernel_thread_is - return whether @pid is still the thread of @tracer on @cpu */
bool kernel_thread_is(const char *tracer, int cpu, int pid);

/*
 * kernel_threads_schedule - give all threads that were found a policy and a
 * priority
 *
 * Prints an error if the kernel refuses that.
 */
enum result kernel_threads_schedule(const struct priority *priority,
				    const struct cpus *cpus, const int *pid);

#endif /* RTLA_KERNEL_THREADS_H */
