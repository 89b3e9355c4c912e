/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kind of a sleep: told by where the thread slept, and by what ended that.
 */
#ifndef RTLA_SLEEP_KIND_H
#define RTLA_SLEEP_KIND_H

#include <stdbool.h>

struct cycle_wait;
struct stretch;
struct waking;
struct whereabouts;

enum sleep_kind {
	SLEEP_UNKNOWN,
	SLEEP_BY_ITSELF,	/* until its time was over */
	SLEEP_FOR_LOCK,		/* of the program, which a thread released */
	SLEEP_FOR_KERNEL_LOCK,	/* inside the kernel, likewise */
	SLEEP_FOR_PAGE,		/* after a page fault */
	SLEEP_FOR_READER,	/* of what it writes */
	SLEEP_FOR_THREAD,	/* which gave it something */
	SLEEP_FOR_DEVICE,
	SLEEP_FOR_KERNEL,	/* a thread of the kernel, which may serve a device */
};

/* sleep_kind_find - tell what the thread of @sleep slept for until @waking */
enum sleep_kind sleep_kind_find(const struct whereabouts *where,
				const struct stretch *sleep,
				const struct waking *waking);

/* wait_is_lock - return whether a thread waits there for a lock of a program */
bool wait_is_lock(const struct cycle_wait *wait);

/* sleep_is_for_lock - return whether whoever ends such a sleep releases a lock */
static inline bool sleep_is_for_lock(enum sleep_kind kind)
{
	return kind == SLEEP_FOR_LOCK || kind == SLEEP_FOR_KERNEL_LOCK;
}

#endif /* RTLA_SLEEP_KIND_H */
