/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parts of a cycle are made of: who interrupted or preempted the
 * thread, where it was blocked, and who woke it.
 */
#ifndef RTLA_CYCLE_ITEMS_H
#define RTLA_CYCLE_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"

enum item_kind {
	ITEM_LATE,	/* start: the timer was due, and this thread ran */
	ITEM_BEFORE,	/* start: the thread itself, in its cycle before */
	ITEM_SPAN,	/* an interrupt, a softirq or a callback */
	ITEM_THREAD,	/* a thread that ran in its place */
	ITEM_IDLE,	/* its CPU was idle */
	ITEM_SWITCH,	/* its CPU had it already: the switch to it */
	ITEM_CALL,	/* run: in this system call */
	ITEM_OUTSIDE,	/* run: in none */
	ITEM_SPIN,	/* run: for a lock of the kernel */
	ITEM_WAIT,	/* a wait outside of the home wait */
	ITEM_UNKNOWN,	/* the trace begins later on this CPU */
};

/**
 * struct cycle_item - one item of a part
 * @part, @kind: what it is
 * @ns, @count: how long it took, in how many pieces
 * @pid: the thread that ran; 0: none. Of ITEM_SPIN: the one that had the lock;
 *	0: not known
 * @prio: its priority, on the kernel's scale
 * @lower: it ran although its priority is lower than that of a real-time thread
 * @chosen: its CPU was given to it, or went idle, when the thread that waits
 *	could run already
 * @cpu: of ITEM_IDLE: the CPU
 * @name: of ITEM_SPAN
 * @call: of ITEM_CALL and ITEM_SPIN
 * @wait: of ITEM_WAIT: the stretch that took longest
 * @wait_ns: how long that was
 * @waker: who ended that
 */
struct cycle_item {
	enum cycle_part part;
	enum item_kind kind;
	uint64_t ns;
	size_t count;
	int pid;
	int prio;
	bool lower;
	bool chosen;
	int cpu;
	uint32_t name;
	struct cycle_wait call;
	size_t wait;
	uint64_t wait_ns;
	struct waking waker;
};

struct cycle_items {
	struct cycle_item *item;
	size_t count;
	bool no_memory;
};

/*
 * cycle_items_find - find the items of a cycle, the longest of a part first
 *
 * The items of each part add up to it; but CYCLE_RUN has only those of locks if
 * the trace has no system calls of the thread, or is our own. Returns false
 * without memory. The caller frees @items with cycle_items_free() in any case.
 */
bool cycle_items_find(struct cycle_items *items,
		      const struct thread_cycles *cycles,
		      const struct thread_cycle *cycle);

/*
 * cycle_items_ready - add what ran in place of @thread in its stretch number
 * @i, as far as that is from @from to @to, to a part
 */
void cycle_items_ready(struct cycle_items *items, enum cycle_part part,
		       const struct whereabouts *where,
		       const struct thread_line *thread, size_t i,
		       uint64_t from, uint64_t to);

/*
 * cycle_item_is_throttled - return whether the scheduler kept a thread off its
 * CPU, as it had used up its time
 */
bool cycle_item_is_throttled(const struct cycle_item *item);

/* cycle_items_sort - put the longest of each part first */
void cycle_items_sort(struct cycle_items *items);

void cycle_items_free(struct cycle_items *items);

#endif /* RTLA_CYCLE_ITEMS_H */
