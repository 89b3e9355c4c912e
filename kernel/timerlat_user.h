/* SPDX-License-Identifier: GPL-2.0 */
/*
 * timerlat with user-space workloads.
 */
#ifndef _RTLA_TIMERLAT_USER_H
#define _RTLA_TIMERLAT_USER_H

#include <linux/types.h>

struct timerlat_user;

void timerlat_user_free(struct timerlat_user *user);
bool timerlat_user_is_current(const struct timerlat_user *user);
int timerlat_user_read(struct timerlat_user *user);

#endif /* _RTLA_TIMERLAT_USER_H */
