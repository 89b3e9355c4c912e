// SPDX-License-Identifier: GPL-2.0
/*
 * The words for what is in cycles: see cycle_names.h.
 */
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/parse.h"
#include "cycles/cycle_items.h"
#include "cycles/cycle_names.h"
#include "cycles/sched_trace.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"

const char *name_us(uint64_t ns, char *text)
{
	char us[QUANTITY_LEN];

	snprintf(text, CYCLE_NAME_LEN, "%s us", us_text(ns, us));
	return text;
}

const char *name_traced(const struct sched_trace *trace, int pid, char *text)
{
	const char *comm = sched_trace_comm(trace, pid);

	if (*comm)
		snprintf(text, CYCLE_NAME_LEN, "%s:%d", comm, pid);
	else
		snprintf(text, CYCLE_NAME_LEN, "thread %d", pid);
	return text;
}

const char *name_priority(int prio, char *text)
{
	if (prio < 0)
		snprintf(text, CYCLE_NAME_LEN, "deadline");
	else if (prio < PRIO_RT_MAX)
		snprintf(text, CYCLE_NAME_LEN, "real-time priority %d",
			 PRIO_RT_MAX - prio);
	else
		snprintf(text, CYCLE_NAME_LEN, "no real-time priority");
	return text;
}

const char *name_ranked(const struct sched_trace *trace, int pid, int prio,
			char *text)
{
	char thread[CYCLE_NAME_LEN], priority[CYCLE_NAME_LEN];

	snprintf(text, CYCLE_NAME_LEN, "%.60s (%.60s)",
		 name_traced(trace, pid, thread), name_priority(prio, priority));
	return text;
}

/* Say what the place does not tell. */
static const char *sleep_purpose(enum sleep_kind kind,
				 const struct stretch *sleep)
{
	switch (kind) {
	case SLEEP_FOR_KERNEL_LOCK:
		return " (lock of the kernel)";
	case SLEEP_FOR_DEVICE:
		return sleep->is_blocked ? " (device)" : "";
	case SLEEP_FOR_PAGE:
		return sleep->is_blocked ? " (file or swap)" : "";
	case SLEEP_FOR_KERNEL:
		return " (device or kernel)";
	default:
		return "";
	}
}

const char *name_sleep(const struct sched_trace *trace,
		       const struct stretch *sleep, enum sleep_kind kind,
		       char *text)
{
	char name[SCHED_WAIT_LEN];

	snprintf(text, CYCLE_NAME_LEN, "%s%s",
		 !sleep->wait_known ?
		 "a system call that the trace does not tell" :
		 sleep->faulted ? "a page fault" :
		 sched_trace_wait_name(trace, &sleep->wait, name),
		 sleep_purpose(kind, sleep));
	return text;
}

const char *end_verb(enum sleep_kind kind)
{
	return sleep_is_for_lock(kind) ? "released it" : "woke it";
}

const char *name_waker(const struct sched_trace *trace,
		       const struct waking *waker, char *text)
{
	static const char *const kinds[] = {
		[WOKEN_BY_TIMER] = "a timer", [WOKEN_BY_IRQ] = "interrupt",
		[WOKEN_BY_SOFTIRQ] = "softirq",
	};
	const char *name = sched_trace_name(trace, waker->name);

	if (waker->by == WOKEN_BY_UNKNOWN)
		snprintf(text, CYCLE_NAME_LEN, "somebody unknown");
	else if (waker->by == WOKEN_BY_THREAD)
		name_traced(trace, waker->pid, text);
	else if (waker->by == WOKEN_BY_TIMER)
		snprintf(text, CYCLE_NAME_LEN, "%s", kinds[waker->by]);
	else
		snprintf(text, CYCLE_NAME_LEN, "%s %s", kinds[waker->by],
			 *name ? name : "without a name in the trace");
	return text;
}

static void name_late(const struct sched_trace *trace,
		      const struct cycle_item *item, char *text)
{
	char thread[CYCLE_NAME_LEN];

	if (item->pid)
		snprintf(text, CYCLE_NAME_LEN, "its timer was late: %.60s ran",
			 name_traced(trace, item->pid, thread));
	else
		snprintf(text, CYCLE_NAME_LEN,
			 "its timer was late: the CPU was idle");
}

static void name_blocked(const struct thread_cycles *cycles,
			 const struct cycle_item *item, char *text)
{
	const struct sched_trace *trace = cycles->where->trace;
	const struct stretch *stretch = &cycles->thread->stretch[item->wait];
	enum sleep_kind kind = sleep_kind_find(cycles->where, stretch,
					       &item->waker);
	char wait[CYCLE_NAME_LEN], waker[CYCLE_NAME_LEN];

	snprintf(text, CYCLE_NAME_LEN, "%.90s, until %.80s %s",
		 name_sleep(trace, stretch, kind, wait),
		 name_waker(trace, &item->waker, waker), end_verb(kind));
}

const char *name_spin(const struct sched_trace *trace,
		      const struct cycle_item *item, char *text)
{
	bool called = item->call.nr != CYCLE_WAIT_NO_CALL;
	char thread[CYCLE_NAME_LEN], call[SCHED_WAIT_LEN];

	if (called)
		sched_trace_wait_name(trace, &item->call, call);
	snprintf(text, CYCLE_NAME_LEN, "for a lock of the kernel%s%.60s, which %.60s had",
		 called ? " in " : "", called ? call : "",
		 item->pid ? name_traced(trace, item->pid, thread) : "others");
	return text;
}

const char *name_item(const struct thread_cycles *cycles,
		      const struct cycle_item *item, char *text)
{
	const struct sched_trace *trace = cycles->where->trace;
	char thread[CYCLE_NAME_LEN], call[CYCLE_NAME_LEN];

	switch (item->kind) {
	case ITEM_LATE:
		name_late(trace, item, text);
		break;
	case ITEM_BEFORE:
		snprintf(text, CYCLE_NAME_LEN, "its cycle before was not over");
		break;
	case ITEM_SPAN:
		snprintf(text, CYCLE_NAME_LEN, "%s",
			 sched_trace_name(trace, item->name));
		break;
	case ITEM_THREAD:
		name_ranked(trace, item->pid, item->prio, thread);
		snprintf(text, CYCLE_NAME_LEN, "%.120s%s", thread,
			 item->lower && !item->chosen ?
			 ", until it made way" : "");
		break;
	case ITEM_IDLE:
		snprintf(text, CYCLE_NAME_LEN, "CPU %d was idle", item->cpu);
		break;
	case ITEM_SWITCH:
		snprintf(text, CYCLE_NAME_LEN, "the switch to it");
		break;
	case ITEM_CALL:
		snprintf(text, CYCLE_NAME_LEN, "in %s",
			 sched_trace_wait_name(trace, &item->call, call));
		break;
	case ITEM_SPIN:
		snprintf(text, CYCLE_NAME_LEN, "spun %.180s",
			 name_spin(trace, item, call));
		break;
	case ITEM_OUTSIDE:
		snprintf(text, CYCLE_NAME_LEN, "in its own program");
		break;
	case ITEM_WAIT:
		name_blocked(cycles, item, text);
		break;
	default:
		snprintf(text, CYCLE_NAME_LEN,
			 "unknown: the trace begins later there");
		break;
	}
	return text;
}

const char *name_home(const struct sched_trace *trace,
		      const struct home_wait *home, char *text)
{
	const char *call = cycle_wait_call(home->wait.nr);

	if (home->by_timer)
		snprintf(text, CYCLE_NAME_LEN, "any sleep that a timer ends");
	else if (home->any && call)
		snprintf(text, CYCLE_NAME_LEN, "%s", call);
	else
		sched_trace_wait_name(trace, &home->wait, text);
	return text;
}
