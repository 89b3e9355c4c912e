/* SPDX-License-Identifier: GPL-2.0 */
/*
 * timerlat with user-space workloads.
 */
#ifndef _RTLA_TIMERLAT_USER_H
#define _RTLA_TIMERLAT_USER_H

#include <linux/types.h>

struct timerlat_user;

void rtla_timerlat_user_free(struct timerlat_user *user);
bool rtla_timerlat_user_is_current(const struct timerlat_user *user);
int rtla_timerlat_user_read(struct timerlat_user *user, u64 returned);

#endif /* _RTLA_TIMERLAT_USER_H */
