// SPDX-License-Identifier: GPL-2.0
/*
 * The explanation of a cycle: see explained_cycle.h.
 */
#include <stdlib.h>

#include "base/parse.h"
#include "cycles/explained_cycle.h"
#include "trace/event_names.h"

bool explained_cycle_make(struct explained_cycle *explained,
			  const struct thread_cycles *cycles,
			  const struct thread_cycle *cycle, uint64_t deadline)
{
	*explained = (struct explained_cycle) {
		.cycles = cycles, .deadline = deadline,
		.cycle = cycle,
	};
	if (!cycle_figures_find(&explained->figures, cycles, deadline) ||
	    !cycle_items_find(&explained->items, cycles, explained->cycle))
		return false;
	explained->chain = calloc(explained->items.count + 1,
				  sizeof(*explained->chain));
	if (!explained->chain)
		return false;
	for (size_t i = 0; i < explained->items.count; i++) {
		const struct cycle_item *item = &explained->items.item[i];

		if (item->kind == ITEM_WAIT &&
		    !blocking_chain_find(&explained->chain[i], cycles->where,
					 cycles->thread, item->wait))
			return false;
	}
	return true;
}

void explained_cycle_free(struct explained_cycle *explained)
{
	cycle_items_free(&explained->items);
	advice_free(&explained->advice);
	free(explained->chain);
	explained->chain = NULL;
}

const struct cycle_item *explained_item(const struct explained_cycle *explained,
					enum cycle_part part)
{
	for (size_t i = 0; i < explained->items.count; i++)
		if (explained->items.item[i].part == part)
			return &explained->items.item[i];
	return NULL;
}

enum cycle_part explained_part(const struct explained_cycle *explained)
{
	enum cycle_part longest = CYCLE_START;

	for (int part = CYCLE_START; part < CYCLE_PARTS; part++)
		if (explained->cycle->part[part] >
		    explained->cycle->part[longest])
			longest = part;
	return longest;
}

int explained_prio(const struct explained_cycle *explained)
{
	return explained->cycles->thread->stretch[explained->cycle->last - 1].prio;
}

const struct blocking_chain *
explained_chain(const struct explained_cycle *explained,
		const struct cycle_item *item)
{
	return item->kind == ITEM_WAIT ?
	       &explained->chain[item - explained->items.item] : NULL;
}

int explained_timer_thread(const struct explained_cycle *explained,
			   const struct cycle_item *item)
{
	const struct thread_cycles *cycles = explained->cycles;
	const struct waking *waking =
		&cycles->thread->stretch[explained->cycle->first].waking;
	const char *name = sched_trace_comm(cycles->where->trace, waking->pid);

	/* Without a real-time priority, it would have made way. */
	return item->kind == ITEM_LATE && item->pid &&
	       item->prio < PRIO_RT_MAX && item->prio > explained_prio(explained) &&
	       waking->by == WOKEN_BY_TIMER && item->pid != waking->pid &&
	       thread_serves_timers(name) ? waking->pid : 0;
}
