/* SPDX-License-Identifier: GPL-2.0 */
/*
 * On which CPUs and at which priority a process runs. All functions return 0 or
 * an errno.
 */
#ifndef RTLA_SCHEDULING_H
#define RTLA_SCHEDULING_H

#include <sys/types.h>

#include "base/cpus.h"
#include "base/parse.h"

/* scheduling_bind - let the caller run on @cpus only */
int scheduling_bind(const struct cpus *cpus);

/* scheduling_bind_process - let @pid run on @cpus only; 0: the caller */
int scheduling_bind_process(pid_t pid, const struct cpus *cpus);

/* scheduling_allowed - fill @cpus with the CPUs on which the caller may run */
int scheduling_allowed(struct cpus *cpus);

/* scheduling_set - set the caller's policy and priority, which must be given */
int scheduling_set(const struct priority *priority);

/* scheduling_set_thread - do the same for the thread @id; 0: the caller */
int scheduling_set_thread(pid_t id, const struct priority *priority);

#endif /* RTLA_SCHEDULING_H */
