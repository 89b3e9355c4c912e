// SPDX-License-Identifier: GPL-2.0
/*
 * The sentence about a cycle, and what to do about it: see explained_cycle.h.
 */
#include <stdarg.h>
#include <string.h>

#include "base/human.h"
#include "base/parse.h"
#include "base/times.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"

/* A part of a cycle item_matters from here on, in percent of it. */
#define MATTERS		10

/* The thread of lower priority that runs so long does not just end something. */
#define THROTTLED_NS	1000000

/* A text that grows at its end, as far as it fits. */
struct growing {
	char *text;
	size_t size;
	size_t length;
};

static void append(struct growing *to, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void append(struct growing *to, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(to->text + to->length, to->size - to->length, format,
			   args);
	va_end(args);
	if (length > 0)
		to->length += time_min(length, to->size - to->length - 1);
}

/* ---- Blocked ------------------------------------------------------------- */

/* Tell why the waker of @link took so long, in the words after its name. */
static void append_reason(struct growing *to, const struct sched_trace *trace,
			  const struct blocking_chain *chain,
			  const struct chain_link *link)
{
	const struct cycle_item *by = link->inversion ? &link->inverted :
							&link->by;
	const struct chain_link *next = chain_next(chain, link);
	char name[CYCLE_NAME_LEN], wait[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	if (link->loop || link->unknown > link->ns / 2)
		return;
	if (link->preempted > link->blocked && link->preempted > link->ran / 2) {
		name_us(by->ns, time);
		if (by->kind == ITEM_THREAD)
			append(to, ", which %s had preempted for %s%s",
			       name_traced(trace, by->pid, name), time,
			       link->inversion ? ": a priority inversion" : "");
		else if (by->kind == ITEM_IDLE)
			append(to, ", which could run, but did not for %s while CPU %d was idle",
			       time, by->cpu);
		else
			append(to, ", which had to wait %s for its CPU",
			       name_us(link->preempted, time));
		return;
	}
	if (!next || link->ran >= link->blocked) {
		append(to, ", which ran for %s of that", name_us(link->ran, time));
		return;
	}
	append(to, ", which itself slept %s in %s",
	       name_us(next->ns, time),
	       name_wait(trace, &next->wait, next->wait_known, next->faulted,
			 wait));
	append(to, next->waker.by == WOKEN_BY_TIMER ? " until its time was over" :
	       " until %s woke it", name_waker(trace, &next->waker, name));
	if (next->waker.by == WOKEN_BY_THREAD)
		append_reason(to, trace, chain, next);
}

static void append_blocked(struct growing *to,
			   const struct explained_cycle *explained,
			   const struct cycle_item *item)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	const struct blocking_chain *chain = explained_chain(explained, item);
	const struct chain_link *link = &chain->link[0];
	char wait[CYCLE_NAME_LEN], waker[CYCLE_NAME_LEN];

	name_wait(trace, &link->wait, link->wait_known, link->faulted, wait);
	if (item->waker.by == WOKEN_BY_TIMER) {
		append(to, "it slept by itself in %s, until its time was over",
		       wait);
		return;
	}
	append(to, "blocked in %s until %s %s", wait,
	       name_waker(trace, &item->waker, waker),
	       wait_is_lock(&link->wait) && item->waker.by == WOKEN_BY_THREAD ?
	       "released it" : "woke it");
	if (item->waker.by == WOKEN_BY_THREAD)
		append_reason(to, trace, chain, link);
}

/* ---- The other parts ----------------------------------------------------- */

/* Return whether a thread was kept off though it was its turn. */
static bool is_throttled(const struct cycle_item *item)
{
	return item->ns >= THROTTLED_NS &&
	       (item->kind == ITEM_IDLE ||
		(item->kind == ITEM_THREAD && item->lower));
}

static void append_preempted(struct growing *to,
			     const struct explained_cycle *explained,
			     const struct cycle_item *item)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	name_us(item->ns, time);
	if (item->kind == ITEM_IDLE)
		append(to, "it could run, but did not for %s while CPU %d was idle: it was throttled, or the wake-up of that CPU took so long",
		       time, item->cpu);
	else if (item->kind == ITEM_THREAD && item->lower)
		append(to, "it could run, but %s did for %s, although its priority is lower%s",
		       name_traced(trace, item->pid, name), time,
		       is_throttled(item) ?
		       ": that one kept preemption off, or real-time threads were throttled" : "");
	else if (item->kind == ITEM_THREAD)
		append(to, "preempted for %s by %s", time,
		       name_ranked(trace, item->pid, item->prio, name));
	else
		append(to, "it could run, but %s kept its CPU for %s",
		       name_item(explained->cycles, item, name), time);
}

static void append_start(struct growing *to,
			 const struct explained_cycle *explained,
			 const struct cycle_item *item)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	name_us(item->ns, time);
	if (item->kind == ITEM_BEFORE)
		append(to, "it started late, as its cycle before was not over for %s more",
		       time);
	else if (item->kind == ITEM_LATE && item->pid)
		append(to, "it started late: the interrupt of its timer was %s late, while %s ran",
		       time, name_traced(trace, item->pid, name));
	else if (item->kind == ITEM_LATE)
		append(to, "it started late: the interrupt of its timer was %s late, while the CPU was idle",
		       time);
	else {
		append(to, "it started late: ");
		append_preempted(to, explained, item);
	}
}

/* Nobody has kept it off its CPU. It may spin in a system call for a lock. */
static void append_run(struct growing *to,
		       const struct explained_cycle *explained)
{
	const struct cycle_item *item = explained_item(explained, CYCLE_RUN);
	const struct cycle_item *end =
		explained->items.item + explained->items.count;
	uint64_t run = explained->cycle->part[CYCLE_RUN];
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	append(to, "it ran for %s, and nobody kept it off its CPU",
	       name_us(run, time));
	/* The longest are first. */
	while (item && item < end && item->kind != ITEM_CALL)
		item++;
	if (item && item < end && item->part == CYCLE_RUN &&
	    time_percent(item->ns, run) >= MATTERS)
		append(to, ": %s of that %s", name_us(item->ns, time),
		       name_item(explained->cycles, item, name));
	else
		append(to, ": its own work took so long");
}

const char *explained_sentence(const struct explained_cycle *explained,
			       char text[CYCLE_SENTENCE_LEN])
{
	enum cycle_part part = explained_part(explained);
	const struct thread_cycle *cycle = explained->cycle;
	const struct cycle_item *item = explained_item(explained, part);
	struct growing to = { text, CYCLE_SENTENCE_LEN, 0 };
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];
	uint64_t response = cycle_response(cycle);

	append(&to, "%.0f %% of %s: ", time_percent(cycle->part[part], response),
	       name_us(response, time));
	if (part == CYCLE_RUN)
		append_run(&to, explained);
	else if (!item)
		append(&to, "it is not known why");
	else if (part == CYCLE_BLOCKED)
		append_blocked(&to, explained, item);
	else if (part == CYCLE_PREEMPTED)
		append_preempted(&to, explained, item);
	else if (part == CYCLE_START)
		append_start(&to, explained, item);
	else
		append(&to, "interrupted by %s for %s",
		       name_item(explained->cycles, item, name),
		       name_us(item->ns, time));
	append(&to, ".");
	return text;
}

/* ---- What to do ---------------------------------------------------------- */

static bool item_matters(const struct explained_cycle *explained, uint64_t ns)
{
	return time_percent(ns, cycle_response(explained->cycle)) >= MATTERS;
}

/* Return whether @is is true of an item that item_matters. */
static bool has_item(const struct explained_cycle *explained,
		     bool (*is)(const struct explained_cycle *explained,
				const struct cycle_item *item))
{
	for (size_t i = 0; i < explained->items.count; i++)
		if (item_matters(explained, explained->items.item[i].ns) &&
		    is(explained, &explained->items.item[i]))
			return true;
	return false;
}

static const struct stretch *wait_of(const struct explained_cycle *explained,
				     const struct cycle_item *item)
{
	return item->kind == ITEM_WAIT ?
	       &explained->cycles->thread->stretch[item->wait] : NULL;
}

static bool is_inverted(const struct explained_cycle *explained,
			const struct cycle_item *item)
{
	const struct blocking_chain *chain = explained_chain(explained, item);

	for (size_t i = 0; chain && i < chain->count; i++)
		if (chain->link[i].inversion)
			return true;
	return false;
}

static bool is_held(const struct explained_cycle *explained,
		    const struct cycle_item *item)
{
	const struct stretch *wait = wait_of(explained, item);

	return wait && wait_is_lock(&wait->wait) &&
	       item->waker.by == WOKEN_BY_THREAD &&
	       !is_inverted(explained, item);
}

static bool waits_for_page(const struct explained_cycle *explained,
		     const struct cycle_item *item)
{
	const struct stretch *wait = wait_of(explained, item);

	return wait && wait->faulted;
}

static bool is_kept_off(const struct explained_cycle *explained,
			const struct cycle_item *item)
{
	(void)explained;
	return item->part == CYCLE_PREEMPTED && is_throttled(item);
}

static bool is_preempted(const struct explained_cycle *explained,
			 const struct cycle_item *item)
{
	(void)explained;
	return item->part == CYCLE_PREEMPTED && item->kind == ITEM_THREAD &&
	       !item->lower;
}

static bool waits_for_reader(const struct explained_cycle *explained,
		    const struct cycle_item *item)
{
	const struct stretch *wait = wait_of(explained, item);

	return wait && wait_is_full(&wait->wait) &&
	       item->waker.by == WOKEN_BY_THREAD;
}

static bool waits_for_thread(const struct explained_cycle *explained,
			     const struct cycle_item *item)
{
	const struct stretch *wait = wait_of(explained, item);

	return wait && item->waker.by == WOKEN_BY_THREAD && !wait->faulted &&
	       !wait_is_lock(&wait->wait) && !wait_is_full(&wait->wait);
}

static bool waits_for_device(const struct explained_cycle *explained,
		      const struct cycle_item *item)
{
	(void)explained;
	return item->kind == ITEM_WAIT && (item->waker.by == WOKEN_BY_IRQ ||
					   item->waker.by == WOKEN_BY_SOFTIRQ);
}

static bool is_own_sleep(const struct explained_cycle *explained,
			 const struct cycle_item *item)
{
	(void)explained;
	return item->kind == ITEM_WAIT && item->waker.by == WOKEN_BY_TIMER;
}

static bool is_span_item(const struct explained_cycle *explained,
			 const struct cycle_item *item)
{
	(void)explained;
	return item->kind == ITEM_SPAN;
}

static const struct advice_row {
	bool (*is)(const struct explained_cycle *explained,
		   const struct cycle_item *item);
	const char *text;
} advice_rows[] = {
	{ is_inverted,
	  "Make that mutex one with priority inheritance: pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT); then a thread in between cannot keep off the one that holds it" },
	{ is_held,
	  "Hold that lock for a shorter time, or share no lock with the other thread: give it a copy, or use pthread_mutex_trylock() and try again in the next cycle" },
	{ waits_for_page,
	  "Lock the memory before the first cycle: mlockall(MCL_CURRENT | MCL_FUTURE), touch the stack and all buffers once, and allocate none in the loop" },
	{ is_kept_off,
	  "See whether it was throttled, or the kernel cannot be preempted (rtla doctor tells): 'sysctl kernel.sched_rt_runtime_us' is the time that all real-time threads have in each 'sched_rt_period_us' (-1: no limit), since Linux 6.12 also /sys/kernel/debug/sched/fair_server/*/runtime is time for others, and cpu.max and cpu.stat of its cgroup (/sys/fs/cgroup) tell whether that has a quota" },
	{ is_preempted,
	  "If the other thread can wait, give it a lower priority; otherwise run it on another CPU: 'taskset -pc CPU TID'" },
	{ waits_for_reader,
	  "Nobody read what it wrote: let the reader run with a higher priority, make the buffer larger (F_SETPIPE_SZ, SO_SNDBUF), or write with O_NONBLOCK and drop what does not fit" },
	{ waits_for_thread,
	  "It waited for what the other thread gives it: let that one begin earlier or with a higher priority, or do not wait in the loop (O_NONBLOCK, a timeout), and use what is there" },
	{ waits_for_device,
	  "It waited for a device: let another thread do that, like reading, writing and syncing files, and hand the data over" },
	{ is_own_sleep,
	  "It slept by itself: if that is where it waits for its next period, name it with --wait" },
	{ is_span_item,
	  "Keep interrupts off its CPU: /proc/irq/*/smp_affinity; 'rtla doctor' says what else is there" },
};

const char *explained_advice(const struct explained_cycle *explained, int i)
{
	for (size_t row = 0; row < sizeof(advice_rows) / sizeof(advice_rows[0]);
	     row++)
		if (has_item(explained, advice_rows[row].is) && !i--)
			return advice_rows[row].text;
	return NULL;
}
