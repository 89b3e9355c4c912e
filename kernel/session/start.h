/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a session is to do, as user space says it: see start.c.
 */
#ifndef _RTLA_START_H
#define _RTLA_START_H

#include <linux/stddef.h>
#include <linux/types.h>

#include <uapi/rtla.h>

struct session;
struct text_request;

/**
 * struct start_fields - adjacent fields of &struct rtla_start that not all kinds have
 * @at: the offset of the first one
 * @end: the offset of the end of the last one
 */
struct start_fields {
	u16 at;
	u16 end;
};

/* START_FIELDS - the initializer for the fields from @first to @last */
#define START_FIELDS(first, last) {					\
	.at = offsetof(struct rtla_start, first),			\
	.end = offsetofend(struct rtla_start, last),			\
}

bool rtla_start_permitted(const struct rtla_start *start);
int rtla_start_configure(struct session *session, struct rtla_start *start,
			 struct text_request *text);
int rtla_start_threshold(u64 *stop, u64 ns);
int rtla_start_thresholds(u64 *stop, const u64 *ns);

#endif /* _RTLA_START_H */
