// SPDX-License-Identifier: GPL-2.0
/*
 * The kinds of sleeps of a thread: see sleep_kind.h.
 */
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "cycles/sleep_kind.h"
#include "cycles/whereabouts.h"

bool wait_is_lock(const struct cycle_wait *wait)
{
	return wait->nr == SYS_futex &&
	       (wait->how == FUTEX_WAIT || wait->how == FUTEX_LOCK_PI ||
		wait->how == FUTEX_LOCK_PI2);
}

/* Return whether a thread waits there until another one reads. */
static bool is_full(const struct cycle_wait *wait)
{
	static const uint32_t calls[] = {
		SYS_write, SYS_writev, SYS_sendto, SYS_sendmsg, SYS_splice,
		SYS_mq_timedsend,
	};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (wait->nr == calls[i])
			return true;
	return false;
}

static bool is_program(const struct whereabouts *where, int pid)
{
	const struct thread_line *thread = whereabouts_thread(where, pid);

	return thread && thread->has_calls;
}

/* No signal would have ended the sleep. */
static enum sleep_kind kind_of_blocked(const struct whereabouts *where,
				       const struct stretch *sleep,
				       const struct waking *waking)
{
	if (waking->by == WOKEN_BY_THREAD &&
	    (sleep->needs_lock || is_program(where, waking->pid)))
		return SLEEP_FOR_KERNEL_LOCK;
	if (sleep->faulted)
		return SLEEP_FOR_PAGE;
	return waking->by == WOKEN_BY_THREAD ? SLEEP_FOR_KERNEL :
					       SLEEP_FOR_DEVICE;
}

enum sleep_kind sleep_kind_find(const struct whereabouts *where,
				const struct stretch *sleep,
				const struct waking *waking)
{
	if (waking->by == WOKEN_BY_UNKNOWN)
		return SLEEP_UNKNOWN;
	if (sleep->is_blocked)
		return kind_of_blocked(where, sleep, waking);
	if (sleep->faulted)
		return SLEEP_FOR_PAGE;
	if (waking->by == WOKEN_BY_TIMER)
		return SLEEP_BY_ITSELF;
	if (waking->by != WOKEN_BY_THREAD)
		return SLEEP_FOR_DEVICE;
	if (wait_is_lock(&sleep->wait))
		return SLEEP_FOR_LOCK;
	return is_full(&sleep->wait) ? SLEEP_FOR_READER : SLEEP_FOR_THREAD;
}
