/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The user-space workload of timerlat: processes of the command, one for each
 * measured CPU, which are its measuring threads. They are named
 * "timerlatu/CPU" or "osnoiseu/CPU".
 *
 * They are started after the session, which waits for them, and have ended
 * before it ends. If the command dies, the kernel kills them.
 */
#ifndef RTLA_USER_WORKLOAD_H
#define RTLA_USER_WORKLOAD_H

#include "base/message.h"

struct cgroup;
struct tracer;
struct tracer_config;
struct tracer_ops;
struct undo_list;
struct user_workload;

/*
 * user_workload_start - start a process for each CPU that @config measures
 *
 * On return, all processes measure, and are in @cgroup, unless that is empty.
 * They are in the undo list @undo as long as they live. The caller keeps @ops,
 * @tracer, @cgroup and @undo until user_workload_stop(). If it fails, the
 * function prints an error and sets @workload to NULL.
 */
enum result user_workload_start(struct user_workload **workload,
				const struct tracer_ops *ops,
				struct tracer *tracer,
				const struct tracer_config *config,
				const struct cgroup *cgroup,
				const struct undo_list *undo);

/* user_workload_count - return the number of processes; 0: @workload is NULL */
int user_workload_count(const struct user_workload *workload);

/*
 * user_workload_fd - return a descriptor that is readable when a process ends
 *
 * @index is the process, 0 to user_workload_count() - 1. The descriptor belongs
 * to @workload.
 */
int user_workload_fd(const struct user_workload *workload, int index);

/*
 * user_workload_ended - print why a process has ended
 *
 * It is called when the descriptor of the process @index is readable, and
 * closes the descriptor.
 */
void user_workload_ended(struct user_workload *workload, int index);

/* user_workload_stop - end and free all; @workload may be NULL */
void user_workload_stop(struct user_workload *workload);

#endif /* RTLA_USER_WORKLOAD_H */
