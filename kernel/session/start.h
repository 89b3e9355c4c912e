/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a session is to do, as user space says it: see start.c.
 */
#ifndef _RTLA_START_H
#define _RTLA_START_H

#include <linux/types.h>

#include <uapi/rtla.h>

struct session;
struct text_request;
struct workload;

bool rtla_start_permitted(const struct rtla_start *start);
int rtla_start_configure(struct session *session, struct rtla_start *start,
			 struct text_request *text);
int rtla_start_threshold(u64 *stop, u64 ns);
int rtla_start_thresholds(u64 *stop, const struct workload *kind,
			  const u64 *ns);

#endif /* _RTLA_START_H */
