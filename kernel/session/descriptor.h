/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An open file of /dev/rtla: see device.c.
 */
#ifndef _RTLA_DESCRIPTOR_H
#define _RTLA_DESCRIPTOR_H

#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "session/text.h"

struct pid;
struct session;
struct user_workload;

/**
 * struct descriptor - an open file
 * @lock: guards the setting of @session and @user
 * @waiters: readers and pollers that wait for the hit of @session
 * @session: if not NULL, the file is this session; set once
 * @user: if not NULL, the file is this user-space workload; set once
 * @opener: the process that opened the file
 * @text: a line of text started @session, and read() returns text; set before
 *	@session
 * @told: the line of the hit is in @line; written with @lock held
 * @line: the line of the hit; guarded by @lock
 * @line_at: how much of @line was read; guarded by @lock
 * @line_end: the length of @line; guarded by @lock
 */
struct descriptor {
	struct mutex lock;	/* see above */
	wait_queue_head_t waiters;
	struct session *session;
	struct user_workload *user;
	struct pid *opener;
	bool text;
	bool told;
	char line[TEXT_HIT_SIZE];
	size_t line_at;
	size_t line_end;
};

/*
 * rtla_session_of - return the session that the file is, or NULL; context: any
 */
static inline struct session *rtla_session_of(struct descriptor *of)
{
	/* Pairs with the release in request_start_session(). */
	return smp_load_acquire(&of->session);
}

/*
 * rtla_user_of - return the user-space workload that the file is, or NULL;
 * context: any
 */
static inline struct user_workload *rtla_user_of(struct descriptor *of)
{
	/* Pairs with the release in request_attach_workload(). */
	return smp_load_acquire(&of->user);
}

#endif /* _RTLA_DESCRIPTOR_H */
