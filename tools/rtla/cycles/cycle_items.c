// SPDX-License-Identifier: GPL-2.0
/*
 * What the parts of a cycle are made of: see cycle_items.h.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/parse.h"
#include "base/times.h"
#include "cycles/cycle_items.h"

/* A thread of lower priority that runs may just end something. */
#define THROTTLED_NS	1000000

/* The items and the part that pieces of a CPU's time are added to. */
struct piece_target {
	struct cycle_items *items;
	enum cycle_part part;
	enum item_kind kind;	/* of a piece in which a thread runs */
	int pid;		/* the thread that waits */
	int prio;
	int cpu;
	uint64_t since;		/* when that began */
};

/* Return whether two waits are at one place, and were ended in the same way. */
static bool same_wait(const struct whereabouts *where, int pid,
		      const struct cycle_item *one,
		      const struct cycle_item *two)
{
	const struct thread_line *thread = whereabouts_thread(where, pid);
	const struct stretch *a = &thread->stretch[one->wait],
			     *b = &thread->stretch[two->wait];

	return one->waker.by == two->waker.by &&
	       one->waker.name == two->waker.name &&
	       (one->waker.by != WOKEN_BY_THREAD ||
		one->waker.pid == two->waker.pid) &&
	       a->faulted == b->faulted && cycle_wait_same(&a->wait, &b->wait);
}

static bool same_item(const struct whereabouts *where, int pid,
		      const struct cycle_item *one,
		      const struct cycle_item *two)
{
	if (one->part != two->part || one->kind != two->kind)
		return false;
	if (one->kind == ITEM_WAIT)
		return same_wait(where, pid, one, two);
	if (one->kind == ITEM_CALL)
		return cycle_wait_same(&one->call, &two->call);
	if (one->kind == ITEM_SPIN)
		return one->pid == two->pid &&
		       cycle_wait_same(&one->call, &two->call);
	return one->pid == two->pid && one->name == two->name &&
	       one->lower == two->lower && one->chosen == two->chosen &&
	       one->cpu == two->cpu;
}

/* Add @item of the thread @pid, which has one more piece. */
static void add_item(struct cycle_items *items, const struct whereabouts *where,
		     int pid, const struct cycle_item *item)
{
	struct cycle_item *grown;

	for (size_t i = 0; i < items->count; i++) {
		struct cycle_item *known = &items->item[i];

		if (!same_item(where, pid, known, item))
			continue;
		known->ns += item->ns;
		known->count += item->count;
		if (item->wait_ns > known->wait_ns) {
			known->wait = item->wait;
			known->wait_ns = item->wait_ns;
			known->waker = item->waker;
		}
		return;
	}
	grown = array_grow(items->item, items->count, sizeof(*grown));
	if (!grown) {
		items->no_memory = true;
		return;
	}
	items->item = grown;
	grown[items->count++] = *item;
}

/* A piece of the time in which a thread had to wait for its CPU. */
static void add_piece(void *context, uint64_t ns, const struct cpu_turn *turn,
		      const struct cpu_span *span)
{
	const struct piece_target *to = context;
	struct cycle_item item = {
		.part = to->part, .ns = ns, .count = 1, .cpu = -1,
	};

	if (span->kind) {
		item.kind = ITEM_SPAN;
		item.name = span->name;
	} else if (turn->pid < 0) {
		item.kind = ITEM_UNKNOWN;
	} else if (to->kind == ITEM_LATE) {
		item.kind = ITEM_LATE;
		item.pid = turn->pid;
		item.prio = turn->prio;
	} else if (!turn->pid) {
		item.kind = ITEM_IDLE;
		item.cpu = to->cpu;
		item.chosen = turn->from >= to->since;
	} else if (turn->pid == to->pid) {
		item.kind = ITEM_SWITCH;
	} else {
		item.kind = ITEM_THREAD;
		item.pid = turn->pid;
		item.prio = turn->prio;
		/* Others share a CPU, whatever their figures are. */
		item.lower = to->prio < PRIO_RT_MAX && turn->prio > to->prio;
		item.chosen = item.lower && turn->from >= to->since;
	}
	/* Only items of waits are compared by what is in @where. */
	add_item(to->items, NULL, to->pid, &item);
}

void cycle_items_ready(struct cycle_items *items, enum cycle_part part,
		       const struct whereabouts *where,
		       const struct thread_line *thread, size_t i,
		       uint64_t from, uint64_t to)
{
	const struct stretch *stretch = &thread->stretch[i];
	struct piece_target target = {
		.items = items, .part = part, .kind = ITEM_THREAD,
		.pid = thread->pid, .prio = stretch->prio, .cpu = stretch->cpu,
		.since = stretch->from,
	};

	whereabouts_walk(where, stretch->cpu,
			 time_max(from, stretch->from),
			 time_min(to, stretch_end(where, thread, i)),
			 add_piece, &target);
}

/*
 * Before the thread was woken, the timer was late; but first, it may have been
 * the thread that was not back in its home wait.
 */
static void add_late_release(struct cycle_items *items,
		     const struct thread_cycles *cycles,
		     const struct thread_cycle *cycle)
{
	const struct stretch *first = &cycles->thread->stretch[cycle->first];
	struct piece_target target = {
		.items = items, .part = CYCLE_START, .kind = ITEM_LATE,
		.pid = cycles->thread->pid, .cpu = first->waking.cpu,
		.since = UINT64_MAX,
	};
	uint64_t back = first->passes ? first->from : first[-1].from,
		 due = time_max(cycle->release, back);
	const struct cycle_item before = {
		.part = CYCLE_START, .kind = ITEM_BEFORE, .count = 1, .cpu = -1,
		.ns = due - cycle->release,
	};

	if (before.ns)
		add_item(items, cycles->where, cycles->thread->pid, &before);
	whereabouts_walk(cycles->where, first->waking.cpu, due, first->from,
			 add_piece, &target);
}

static void add_call_piece(void *context, uint64_t ns,
			   const struct cpu_turn *turn,
			   const struct cpu_span *span)
{
	struct cycle_item *item = context;

	(void)turn;
	item->ns += span->kind ? 0 : ns;
}

/* A thread runs in @call, or contends there for a lock; NULL: it is in none. */
static struct cycle_item item_of_call(const struct thread_call *call)
{
	struct cycle_item item = {
		.part = CYCLE_RUN, .kind = ITEM_OUTSIDE, .count = 1, .cpu = -1,
	};

	if (!call)
		return item;
	item.call = call->wait;
	item.pid = call->owner;
	if (call->contends)
		item.kind = ITEM_SPIN;
	else if (call->wait.nr != CYCLE_WAIT_NO_CALL)
		item.kind = ITEM_CALL;
	return item;
}

/*
 * Add in which system calls the thread ran in a stretch, and for which locks of
 * the kernel it spun there. A trace of our own has only the calls in which a
 * thread sleeps or contends.
 */
static void add_calls(struct cycle_items *items,
		      const struct thread_cycles *cycles,
		      const struct stretch *stretch, uint64_t end)
{
	const struct thread_line *thread = cycles->thread;
	bool own = sched_trace_is_own(cycles->where->trace);
	size_t i = thread_call_at(thread, stretch->from);
	uint64_t from = stretch->from;

	while (thread->calls && from < end) {
		bool begun = thread->call[i].from <= from;
		size_t next = i + begun;
		uint64_t to = next < thread->calls ?
			      time_min(thread->call[next].from, end) : end;
		struct cycle_item item =
			item_of_call(begun ? &thread->call[i] : NULL);

		whereabouts_walk(cycles->where, stretch->cpu, from, to,
				 add_call_piece, &item);
		if (item.ns && (item.kind == ITEM_SPIN || !own))
			add_item(items, cycles->where, thread->pid, &item);
		from = to;
		i = next < thread->calls ? next : i;
	}
}

static void add_spans_of_run(void *context, uint64_t ns,
			     const struct cpu_turn *turn,
			     const struct cpu_span *span)
{
	if (span->kind)
		add_piece(context, ns, turn, span);
}

static void add_stretch_items(struct cycle_items *items,
			      const struct thread_cycles *cycles, size_t i,
			      bool started)
{
	const struct thread_line *thread = cycles->thread;
	const struct stretch *stretch = &thread->stretch[i];
	uint64_t end = stretch_end(cycles->where, thread, i);
	struct piece_target target = {
		.items = items, .part = CYCLE_INTERRUPTED, .kind = ITEM_THREAD,
		.pid = thread->pid,
	};

	if (stretch->state == THREAD_RUNS) {
		add_calls(items, cycles, stretch, end);
		whereabouts_walk(cycles->where, stretch->cpu, stretch->from,
				 end, add_spans_of_run, &target);
	} else if (stretch->state == THREAD_READY) {
		cycle_items_ready(items, started ? CYCLE_PREEMPTED : CYCLE_START,
				  cycles->where, thread, i, stretch->from, end);
	} else if (stretch->state == THREAD_SLEEPS) {
		add_item(items, cycles->where, thread->pid, &(struct cycle_item) {
			.part = CYCLE_BLOCKED, .kind = ITEM_WAIT, .count = 1,
			.ns = end - stretch->from, .cpu = -1,
			.wait = i, .wait_ns = end - stretch->from,
			.waker = thread->stretch[i + 1].waking,
		});
	}
}

bool cycle_item_is_throttled(const struct cycle_item *item)
{
	return item->chosen && item->ns >= THROTTLED_NS;
}

static int compare_items(const void *a, const void *b)
{
	const struct cycle_item *one = a, *two = b;

	if (one->part != two->part)
		return one->part < two->part ? -1 : 1;
	return one->ns > two->ns ? -1 : one->ns < two->ns;
}

void cycle_items_sort(struct cycle_items *items)
{
	if (items->count)
		qsort(items->item, items->count, sizeof(*items->item),
		      compare_items);
}

bool cycle_items_find(struct cycle_items *items,
		      const struct thread_cycles *cycles,
		      const struct thread_cycle *cycle)
{
	bool started = false;

	*items = (struct cycle_items) { .count = 0 };
	add_late_release(items, cycles, cycle);
	for (size_t i = cycle->first; i < cycle->last; i++) {
		started |= cycles->thread->stretch[i].state == THREAD_RUNS;
		add_stretch_items(items, cycles, i, started);
	}
	cycle_items_sort(items);
	return !items->no_memory;
}

void cycle_items_free(struct cycle_items *items)
{
	free(items->item);
	*items = (struct cycle_items) { .count = 0 };
}
