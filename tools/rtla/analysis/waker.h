/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who woke a thread: the event of the wake-up says what kind of context it was,
 * and which thread ran there; the spans of the CPU on which the woken thread
 * runs say whether that was there, and which interrupt or softirq it was.
 */
#ifndef RTLA_WAKER_H
#define RTLA_WAKER_H

#include <stdbool.h>

#include "analysis/spans.h"
#include "trace/event_names.h"
#include "trace/waker_kinds.h"

enum waker_place {
	WAKER_UNKNOWN,		/* what the CPU did then is not in the trace */
	WAKER_HERE,		/* on the CPU on which the woken thread runs */
	WAKER_ELSEWHERE,	/* that CPU ran another thread */
};

struct waker {
	enum waker_kind kind;
	enum waker_place place;
	int pid;		/* the thread that ran there */
	/* With WAKER_HERE: the context that woke the thread. */
	enum level level;
	int id;			/* of an interrupt, a softirq, or the thread */
	char name[EVENT_DESC_LEN];
};

/* waker_find - find out who woke the thread of an EVENT_WAKEUP */
void waker_find(struct waker *waker, const struct event *wakeup,
		const struct spans *spans);

/*
 * waker_serves_timer - return whether a thread of the kernel called the timer's
 * callback, and had to get its CPU for that: PREEMPT_RT has one on each CPU
 */
bool waker_serves_timer(const struct waker *waker);

/* waker_print - print who it was, like "a timer, in local_timer:236"; return @text */
#define WAKER_LEN	80
const char *waker_print(const struct waker *waker, char *text);

#endif /* RTLA_WAKER_H */
