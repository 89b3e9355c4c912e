// SPDX-License-Identifier: GPL-2.0
/*
 * Who blocked whom: see blocking_chain.h.
 */
#include <stdlib.h>

#include "base/parse.h"
#include "base/times.h"
#include "cycles/blocking_chain.h"

/* The longest waits of one waker are followed, if they matter. */
#define BRANCHES	3
#define BRANCH_PART	20	/* a twentieth of the time, at least */

/* A chain that is followed. */
struct following {
	struct blocking_chain *chain;
	const struct whereabouts *where;
	int prio;			/* of the thread whose cycle it is */
	int waiting[CHAIN_DEPTH];	/* the threads from that one on */
	bool no_memory;
};

/* The time that is looked at, and the sleeps in it. */
struct wait_window {
	uint64_t from;
	uint64_t to;
	size_t sleep[BRANCHES];
	uint64_t ns[BRANCHES];
};

/* Note a sleep if it is one of the longest. */
static void note_sleep(struct wait_window *window, size_t i, uint64_t ns)
{
	for (int place = 0; place < BRANCHES; place++) {
		size_t other = window->sleep[place];
		uint64_t other_ns = window->ns[place];

		if (ns <= other_ns)
			continue;
		window->sleep[place] = i;
		window->ns[place] = ns;
		i = other;
		ns = other_ns;
	}
}

/*
 * Return whether a thread that keeps another one from running is less urgent
 * than the thread that waits for that. Threads without a real-time priority
 * share a CPU, whatever their figures are.
 */
static bool is_inversion(const struct following *following, int waker_prio,
			 const struct cycle_item *by)
{
	if (by->kind != ITEM_THREAD || waker_prio <= following->prio ||
	    by->prio <= following->prio)
		return false;
	return by->prio < waker_prio ||
	       (by->prio > PRIO_RT_MAX && following->prio < PRIO_RT_MAX);
}

/* Find out who kept the waker of @link from running. */
static void name_preemptor(struct following *following, struct chain_link *link,
			   struct cycle_items *items)
{
	cycle_items_sort(items);
	if (!items->count)
		return;
	link->by = items->item[0];
	for (size_t i = 0; i < items->count && !link->inversion; i++) {
		if (!is_inversion(following, link->prio, &items->item[i]))
			continue;
		link->inversion = true;
		link->inverted = items->item[i];
	}
}

/* Add up what the waker of @link did. */
static void look_at_waker(struct following *following, struct chain_link *link,
			  const struct thread_line *waker,
			  struct wait_window *window)
{
	struct cycle_items items = { .count = 0 };
	size_t i = stretch_at(waker, window->from);
	uint64_t known = waker->stretches ? waker->stretch[0].from : window->to;

	link->prio = waker->stretches ? waker->stretch[i].prio : 0;
	if (known > window->from)
		link->unknown = time_min(known, window->to) - window->from;
	for (; i < waker->stretches && waker->stretch[i].from < window->to; i++) {
		const struct stretch *stretch = &waker->stretch[i];
		uint64_t from = time_max(stretch->from, window->from),
			 to = time_min(stretch_end(following->where, waker, i),
				       window->to);

		/* An event of the same time may be behind that of the begin. */
		if (from >= to)
			continue;
		switch (stretch->state) {
		case THREAD_RUNS:
			link->ran += to - from;
			break;
		case THREAD_READY:
			link->preempted += to - from;
			cycle_items_ready(&items, CYCLE_PREEMPTED,
					  following->where, waker, i, from, to);
			break;
		case THREAD_SLEEPS:
			link->blocked += to - from;
			note_sleep(window, i, to - from);
			break;
		default:
			link->unknown += to - from;
			break;
		}
	}
	name_preemptor(following, link, &items);
	following->no_memory |= items.no_memory;
	cycle_items_free(&items);
}

static bool is_waiting(const struct following *following, int depth, int pid)
{
	for (int i = 0; i <= depth; i++)
		if (following->waiting[i] == pid)
			return true;
	return false;
}

/* Return in which system call a thread was at @waking, or NULL. */
static const struct cycle_wait *call_of_waker(const struct thread_line *waker,
					      const struct waking *waking)
{
	const struct thread_call *call;

	if (!waker || !waker->calls)
		return NULL;
	call = &waker->call[thread_call_at(waker, waking->time)];
	return call->from <= waking->time &&
	       call->wait.nr != CYCLE_WAIT_NO_CALL ? &call->wait : NULL;
}

/*
 * Follow the stretch number @i of @thread, as far as it is from @from to @to:
 * the link of it is added, and those behind it.
 */
static void follow(struct following *following, const struct thread_line *thread,
		   size_t i, uint64_t from, uint64_t to, int depth)
{
	const struct stretch *stretch = &thread->stretch[i];
	struct wait_window window = {
		.from = time_max(from, stretch->from),
		.to = time_min(to, stretch_end(following->where, thread, i)),
	};
	struct blocking_chain *chain = following->chain;
	const struct thread_line *waker;
	struct chain_link *link;

	if (depth == CHAIN_DEPTH || chain->count == CHAIN_LINKS)
		return;
	link = &chain->link[chain->count++];
	*link = (struct chain_link) {
		.depth = depth, .pid = thread->pid, .sleep = stretch,
		.ns = window.to - window.from,
		.waker = { .by = WOKEN_BY_UNKNOWN, .pid = -1 },
	};
	following->waiting[depth] = thread->pid;
	if (i + 1 < thread->stretches && stretch[1].woken)
		link->waker = stretch[1].waking;
	link->kind = sleep_kind_find(following->where, stretch, &link->waker);
	if (link->waker.by != WOKEN_BY_THREAD)
		return;
	waker = whereabouts_thread(following->where, link->waker.pid);
	if (link->kind == SLEEP_FOR_KERNEL_LOCK)
		link->call = call_of_waker(waker, &link->waker);
	link->loop = is_waiting(following, depth, link->waker.pid);
	if (!waker)
		link->unknown = link->ns;
	if (!waker || link->loop)
		return;
	look_at_waker(following, link, waker, &window);
	for (int place = 0; place < BRANCHES; place++)
		if (window.ns[place] &&
		    window.ns[place] >= link->ns / BRANCH_PART)
			follow(following, waker, window.sleep[place],
			       window.from, window.to, depth + 1);
}

bool blocking_chain_find(struct blocking_chain *chain,
			 const struct whereabouts *where,
			 const struct thread_line *thread, size_t i)
{
	struct following following = {
		.chain = chain, .where = where, .prio = thread->stretch[i].prio,
	};

	chain->count = 0;
	follow(&following, thread, i, 0, UINT64_MAX, 0);
	return !following.no_memory;
}

const struct chain_link *chain_next(const struct blocking_chain *chain,
				    const struct chain_link *link)
{
	const struct chain_link *next = link + 1;

	return next < chain->link + chain->count && next->depth > link->depth ?
	       next : NULL;
}
