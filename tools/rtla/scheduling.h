/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where and how the calling process is scheduled. All return 0 or an errno.
 */
#ifndef RTLA_SCHEDULING_H
#define RTLA_SCHEDULING_H

#include <sys/types.h>

#include "cpus.h"
#include "values.h"

/* scheduling_bind - run on these CPUs only */
int scheduling_bind(const struct cpus *cpus);

/* scheduling_bind_process - have a process run on these CPUs only */
int scheduling_bind_process(pid_t pid, const struct cpus *cpus);

/* scheduling_allowed - where it may run */
int scheduling_allowed(struct cpus *cpus);

/* scheduling_set - its policy and priority; it must be given */
int scheduling_set(const struct priority *priority);

#endif /* RTLA_SCHEDULING_H */
