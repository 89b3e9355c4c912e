/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The measuring threads of timerlat as processes of ours, "timerlatu/CPU".
 *
 * They are started in a session that waits for them, and are gone before it
 * ends. Where the tool dies, they die with it.
 */
#ifndef RTLA_USER_WORKLOAD_H
#define RTLA_USER_WORKLOAD_H

#include "cgroup.h"
#include "config.h"
#include "tracer.h"
#include "undo.h"

struct user_workload;

/*
 * user_workload_start - one for each CPU of @config, all measuring on return
 *
 * In @cgroup, unless that is empty. They are in the list @undo as long as they live.
 */
enum result user_workload_start(struct user_workload **workload,
				const struct tracer_ops *ops,
				const struct config *config,
				const struct cgroup *cgroup,
				const struct undo_list *undo);

/* user_workload_count - how many there are; 0 if @workload is NULL */
int user_workload_count(const struct user_workload *workload);

/* user_workload_fd - a descriptor to poll for the end of one */
int user_workload_fd(const struct user_workload *workload, int index);

/* user_workload_ended - it has, though nobody asked it to: say why */
void user_workload_ended(struct user_workload *workload, int index);

/* user_workload_stop - end all; NULL is none */
void user_workload_stop(struct user_workload *workload);

#endif /* RTLA_USER_WORKLOAD_H */
