/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the statistics of a session: see session_stats.c.
 */
#ifndef _RTLA_SESSION_STATS_H
#define _RTLA_SESSION_STATS_H

#include <uapi/rtla.h>

struct session;

int rtla_session_stats(struct session *session, struct rtla_stats *stats);
int rtla_session_buckets(struct session *session,
			 const struct rtla_buckets *asked, u64 *buckets);
int rtla_session_blocks(struct session *session,
			const struct rtla_blocks *asked,
			struct rtla_block *blocks);

#endif /* _RTLA_SESSION_STATS_H */
