// SPDX-License-Identifier: GPL-2.0
/*
 * Wakers: see wakers.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "stats/wakers.h"

struct wakers *wakers_new(void)
{
	return calloc(1, sizeof(struct wakers));
}

void wakers_free(struct wakers *wakers)
{
	if (wakers)
		free(wakers->waker);
	free(wakers);
}

const char *waker_kind_name(enum waker_kind kind)
{
	static const char *const names[WAKER_OTHERS + 1] = {
		[WAKER_TIMER] = "timer", [WAKER_IRQ] = "irq",
		[WAKER_SOFTIRQ] = "softirq", [WAKER_THREAD] = "thread",
		[WAKER_NEW] = "new", [WAKER_OTHERS] = "others",
	};

	return names[kind];
}

bool wakers_add(struct wakers *wakers, const struct woken_by *waker)
{
	struct woken_by *grown = array_grow(wakers->waker, wakers->count,
					 sizeof(*grown));

	if (!grown)
		return false;
	wakers->waker = grown;
	grown[wakers->count++] = *waker;
	return true;
}

static int wakers_compare(const void *one, const void *other)
{
	const struct woken_by *a = one, *b = other;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return strcmp(a->name, b->name);
}

void wakers_merge(struct wakers *wakers)
{
	struct woken_by *to = wakers->waker;

	if (!wakers->count)
		return;
	qsort(to, wakers->count, sizeof(*to), wakers_compare);
	for (int i = 1; i < wakers->count; i++) {
		const struct woken_by *from = &wakers->waker[i];

		if (wakers_compare(to, from)) {
			*++to = *from;
			continue;
		}
		for (int j = 0; j < WAKEUP_CONTEXTS; j++)
			latency_merge(&to->part[j], &from->part[j]);
	}
	wakers->count = to - wakers->waker + 1;
}
