// SPDX-License-Identifier: GPL-2.0
/*
 * Who woke a thread: see waker.h.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/waker.h"
#include "trace/events.h"

/*
 * Return the context that woke the thread, which ran on the CPU of @spans. A
 * timer expires in an interrupt, or in a softirq; softirqs have a thread under
 * PREEMPT_RT. NULL: the interrupt has no event.
 */
static const struct span *waking_context(const struct waker *waker,
					 const struct spans *spans,
					 const struct span *thread, uint64_t at)
{
	const struct span *irq = spans_at(spans, LEVEL_IRQ, at);
	const struct span *softirq = spans_at(spans, LEVEL_SOFTIRQ, at);

	switch (waker->kind) {
	case WAKER_IRQ:
		return irq;
	case WAKER_SOFTIRQ:
		return softirq ?: thread;
	case WAKER_TIMER:
		/* The idle thread also runs elsewhere, so that it is no proof. */
		return irq ?: softirq ?: waker->pid ? thread : NULL;
	default:
		return thread;
	}
}

void waker_find(struct waker *waker, const struct event *wakeup,
		const struct spans *spans)
{
	uint64_t at = wakeup->wakeup.point[WAKEUP_WAKING];
	const struct span *thread = spans_at(spans, LEVEL_THREAD, at);
	const struct span *context;

	*waker = (struct waker) {
		.kind = wakeup->wakeup.kind, .pid = wakeup->wakeup.waker,
	};
	if (!thread)
		return;
	if (thread->event->noise.id != waker->pid) {
		waker->place = WAKER_ELSEWHERE;
		return;
	}
	context = waking_context(waker, spans, thread, at);
	if (!context)
		return;
	waker->place = WAKER_HERE;
	waker->level = context->level;
	waker->id = context->event->noise.id;
	memcpy(waker->name, context->event->noise.name, sizeof(waker->name));
	waker->name[sizeof(waker->name) - 1] = '\0';
}

bool waker_serves_timer(const struct waker *waker)
{
	return waker->kind == WAKER_TIMER && waker->place == WAKER_HERE &&
	       waker->level == LEVEL_THREAD &&
	       thread_serves_timers(waker->name);
}

const char *waker_print(const struct waker *waker, char *text)
{
	static const char *const kinds[WAKER_KINDS] = {
		[WAKER_TIMER] = "a timer", [WAKER_IRQ] = "an interrupt",
		[WAKER_SOFTIRQ] = "a softirq", [WAKER_THREAD] = "a thread",
		[WAKER_NEW] = "the thread that created it",
	};
	const char *kind = waker->kind < WAKER_KINDS ? kinds[waker->kind] :
						       "unknown";

	if (waker->place == WAKER_HERE)
		snprintf(text, WAKER_LEN, "%s%s %s:%d", kind,
			 waker->kind == WAKER_TIMER ? ", in" : ",", waker->name,
			 waker->id);
	else if (waker->kind == WAKER_THREAD || waker->kind == WAKER_NEW)
		snprintf(text, WAKER_LEN, "%s%s, with the id %d", kind,
			 waker->place == WAKER_ELSEWHERE ? ", on another CPU" : "",
			 waker->pid);
	else
		snprintf(text, WAKER_LEN, "%s%s", kind,
			 waker->place == WAKER_ELSEWHERE ? ", on another CPU" : "");
	return text;
}
