// SPDX-License-Identifier: GPL-2.0
/*
 * The sentence about a cycle: see explained_cycle.h.
 */
#include <inttypes.h>
#include <stdarg.h>

#include "base/human.h"
#include "base/parse.h"
#include "base/times.h"
#include "cycles/cycle_names.h"
#include "cycles/explained_cycle.h"

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

/* ---- Throttled ----------------------------------------------------------- */

/* Tell of a thread with this priority, in the words after its name. */
static void append_throttled(struct growing *to, const struct sched_trace *trace,
			     const struct cycle_item *item, uint64_t ns, int prio)
{
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	append(to, "throttled for %s", name_us(ns, time));
	if (item->kind == ITEM_THREAD)
		append(to, ", while %s ran",
		       name_traced(trace, item->pid, name));
	append(to, ": %s",
	       prio < 0 ? "it had used up its runtime of SCHED_DEADLINE" :
	       prio < PRIO_RT_MAX ? "real-time threads had used up the time that they may have" :
	       "its control group had used up its time (cpu.max)");
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
		if (cycle_item_is_throttled(by)) {
			append(to, ", which was ");
			append_throttled(to, trace, by, by->ns, link->prio);
		} else if (by->kind == ITEM_THREAD)
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
	       name_sleep(trace, next->sleep, next->kind, wait));
	append(to, next->kind == SLEEP_BY_ITSELF ? " until its time was over" :
	       " until %s %s", name_waker(trace, &next->waker, name),
	       end_verb(next->kind));
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

	name_sleep(trace, link->sleep, link->kind, wait);
	if (link->kind == SLEEP_BY_ITSELF) {
		append(to, "it slept by itself in %s, until its time was over",
		       wait);
		return;
	}
	append(to, "blocked in %s until %s", wait,
	       name_waker(trace, &item->waker, waker));
	if (link->call)
		append(to, " (in %s)",
		       sched_trace_wait_name(trace, link->call, wait));
	append(to, " %s", end_verb(link->kind));
	if (item->waker.by == WOKEN_BY_THREAD)
		append_reason(to, trace, chain, link);
}

/* ---- The other parts ----------------------------------------------------- */

/* Return how long the thread was throttled, on all its CPUs. */
static uint64_t throttled_ns(const struct explained_cycle *explained,
			     enum cycle_part part)
{
	uint64_t ns = 0;

	for (size_t i = 0; i < explained->items.count; i++) {
		const struct cycle_item *item = &explained->items.item[i];

		if (item->part == part && cycle_item_is_throttled(item))
			ns += item->ns;
	}
	return ns;
}

static void append_preempted(struct growing *to,
			     const struct explained_cycle *explained,
			     const struct cycle_item *item)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	name_us(item->ns, time);
	if (cycle_item_is_throttled(item)) {
		append(to, "it was ");
		append_throttled(to, trace, item,
				 throttled_ns(explained, item->part),
				 explained_prio(explained));
	} else if (item->kind == ITEM_IDLE)
		append(to, "it could run, but did not for %s while CPU %d was idle: the wake-up of that CPU took so long",
		       time, item->cpu);
	else if (item->kind == ITEM_THREAD && item->lower)
		append(to, "it could run, but %s did for %s, although its priority is lower: that one kept preemption off",
		       name_traced(trace, item->pid, name), time);
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
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN], thread[CYCLE_NAME_LEN];
	int server = explained_timer_thread(explained, item);

	name_us(item->ns, time);
	if (item->kind == ITEM_BEFORE)
		append(to, "it started late, as its cycle before was not over for %s more",
		       time);
	else if (server)
		append(to, "it started late: %s, which serves its timer, had to wait for %s while %s ran",
		       name_traced(trace, server, thread), time,
		       name_ranked(trace, item->pid, item->prio, name));
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

/* Return what of this kind it ran longest, or NULL. */
static const struct cycle_item *
longest_run(const struct explained_cycle *explained, enum item_kind kind)
{
	const struct cycle_item *item = explained_item(explained, CYCLE_RUN);
	const struct cycle_item *end =
		explained->items.item + explained->items.count;

	/* The longest are first. */
	while (item && item < end && item->kind != kind)
		item++;
	return item && item < end && item->part == CYCLE_RUN ? item : NULL;
}

/*
 * Nobody has kept it off its CPU. It may spin for a lock: for that of a futex,
 * no event tells it, but the system call.
 */
static void append_run(struct growing *to,
		       const struct explained_cycle *explained)
{
	const struct sched_trace *trace = explained->cycles->where->trace;
	const struct cycle_item *call = longest_run(explained, ITEM_CALL),
				*spin = longest_run(explained, ITEM_SPIN);
	uint64_t run = explained->cycle->part[CYCLE_RUN];
	char name[CYCLE_NAME_LEN], time[CYCLE_NAME_LEN];

	if (spin && spin->ns > run / 2) {
		append(to, "it spun for %s %s", name_us(spin->ns, time),
		       name_spin(trace, spin, name));
		return;
	}
	append(to, "it ran for %s, and nobody kept it off its CPU",
	       name_us(run, time));
	if (explained->cycle->faults >= CYCLE_FAULTS_MATTER)
		append(to, "; it had %" PRIu64 " page faults, as it touched memory that was not there yet",
		       explained->cycle->faults);
	else if (call && time_percent(call->ns, run) >= CYCLE_MATTERS)
		append(to, ": %s of that %s", name_us(call->ns, time),
		       name_item(explained->cycles, call, name));
	else
		append(to, sched_trace_is_own(trace) ?
		       ": its own work took so long, or the kernel's for it" :
		       ": its own work took so long");
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
