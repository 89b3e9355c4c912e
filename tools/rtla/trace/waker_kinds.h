/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whoever wakes a thread, as wake-up events say it.
 */
#ifndef RTLA_WAKER_KINDS_H
#define RTLA_WAKER_KINDS_H

/* The kinds of what wakes a thread, as in the ABI (enum rtla_waker). */
enum waker_kind {
	WAKER_TIMER = 0,
	WAKER_IRQ = 1,		/* an interrupt that is not a timer's */
	WAKER_SOFTIRQ = 2,
	WAKER_THREAD = 3,
	WAKER_NEW = 4,		/* nobody: the thread is new */
	WAKER_KINDS
};

#endif /* RTLA_WAKER_KINDS_H */
