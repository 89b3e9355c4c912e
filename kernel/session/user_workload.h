/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A thread of user space that is the workload of a CPU: see RTLA_IOC_ATTACH.
 *
 * One kind has such workloads, and these are its functions. They are called
 * directly, and not by a pointer of the kind: the calls that read() makes are a
 * part of what it measures.
 */
#ifndef _RTLA_USER_WORKLOAD_H
#define _RTLA_USER_WORKLOAD_H

#include <linux/types.h>

struct user_workload;

void rtla_user_workload_leave(struct user_workload *user);
void rtla_user_workload_free(struct user_workload *user);
bool rtla_user_workload_is_current(const struct user_workload *user);
int rtla_user_workload_read(struct user_workload *user, u64 returned);

#endif /* _RTLA_USER_WORKLOAD_H */
