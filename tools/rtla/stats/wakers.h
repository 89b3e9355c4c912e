/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who woke the threads that are watched.
 */
#ifndef RTLA_WAKERS_H
#define RTLA_WAKERS_H

#include <stdbool.h>

#include "stats/latency.h"
#include "trace/contexts.h"
#include "trace/waker_kinds.h"

/* A further kind, which no event has: all wakers for which the tracer had no place. */
#define WAKER_OTHERS	WAKER_KINDS

#define WAKER_NAME_LEN	32	/* with the terminating zero */

/**
 * struct woken_by - one of those who woke watched threads
 * @kind: what it is
 * @id: of a thread: its id; of an interrupt or a softirq: its number; -1: it
 *	has none
 * @name: of a thread, an interrupt or a softirq; of a timer: of its callback;
 *	or ""
 * @part: the wake-ups, by context less WAKEUP_FIRST; without @last and @squares
 */
struct woken_by {
	enum waker_kind kind;
	int id;
	char name[WAKER_NAME_LEN];
	struct latency part[WAKEUP_CONTEXTS];
};

/* All wakers of a measurement. */
struct wakers {
	struct woken_by *waker;
	int count;
};

/* wakers_new - return an empty list; NULL without memory. wakers_free() frees it */
struct wakers *wakers_new(void);
void wakers_free(struct wakers *wakers);

/* waker_kind_name - return what a kind is called: timer, irq, softirq, thread, ... */
const char *waker_kind_name(enum waker_kind kind);

/*
 * wakers_add - append a waker
 *
 * The caller frees @wakers->waker. Returns false if there is no memory.
 */
bool wakers_add(struct wakers *wakers, const struct woken_by *waker);

/*
 * wakers_merge - make one waker of those that have the same kind, id and name
 *
 * They are sorted by these afterwards.
 */
void wakers_merge(struct wakers *wakers);

#endif /* RTLA_WAKERS_H */
