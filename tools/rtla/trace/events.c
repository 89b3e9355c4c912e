// SPDX-License-Identifier: GPL-2.0
/*
 * Contexts, and lists of events.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "trace/events.h"

static const struct context_row {
	const char *name;
	enum kind kind;
	const char *title;
} rows[CONTEXTS] = {
	[CONTEXT_IRQ] = { "irq", KIND_TIMERLAT, "IRQ latency" },
	[CONTEXT_THREAD] = { "thread", KIND_TIMERLAT, "Thread latency" },
	[CONTEXT_USER] = { "user", KIND_TIMERLAT, "User latency" },
	[CONTEXT_SINGLE] = { "single", KIND_OSNOISE, "Single noise" },
	[CONTEXT_TOTAL] = { "total", KIND_OSNOISE, "Noise of a period" },
	[CONTEXT_WAKE_TIMER] = { "timer", KIND_WAKEUP,
		"Wake-up, timer to interrupt" },
	[CONTEXT_WAKE_IRQ] = { "irq", KIND_WAKEUP,
		"Wake-up, interrupt to waking" },
	[CONTEXT_WAKE_QUEUE] = { "queue", KIND_WAKEUP,
		"Wake-up, waking to queue" },
	[CONTEXT_WAKE_WAIT] = { "wait", KIND_WAKEUP,
		"Wake-up, wait for the scheduler" },
	[CONTEXT_WAKE_PICK] = { "pick", KIND_WAKEUP,
		"Wake-up, scheduler's choice" },
	[CONTEXT_WAKE_SWITCH] = { "switch", KIND_WAKEUP,
		"Wake-up, switch to the thread" },
	[CONTEXT_WAKE_TOTAL] = { "total", KIND_WAKEUP,
		"Wake-up, whole latency" },
	[CONTEXT_OVERHEAD_RELEASE_LATENCY] = { "release-latency",
		KIND_OVERHEADS, "Overhead, timer to its callback" },
	[CONTEXT_OVERHEAD_RELEASE] = { "release", KIND_OVERHEADS,
		"Overhead, callback of the timer" },
	[CONTEXT_OVERHEAD_SCHED] = { "sched", KIND_OVERHEADS,
		"Overhead, scheduler's choice" },
	[CONTEXT_OVERHEAD_CXS] = { "cxs", KIND_OVERHEADS,
		"Overhead, context switch" },
	[CONTEXT_OVERHEAD_SCHED2] = { "sched2", KIND_OVERHEADS,
		"Overhead, scheduler after the switch" },
	[CONTEXT_OVERHEAD_TICK] = { "tick", KIND_OVERHEADS,
		"Overhead, scheduler's timer" },
	[CONTEXT_OVERHEAD_IPI] = { "ipi", KIND_OVERHEADS,
		"Overhead, interrupt to reschedule" },
	[CONTEXT_OVERHEAD_XCALL] = { "xcall", KIND_OVERHEADS,
		"Overhead, interrupt to call a function" },
	[CONTEXT_OVERHEAD_WAKE] = { "wake", KIND_OVERHEADS,
		"Overhead, waking to queue" },
	[CONTEXT_BOUND_POID] = { "poid", KIND_BOUND,
		"Bound, preemption or interrupts off" },
	[CONTEXT_BOUND_PAIE] = { "paie", KIND_BOUND,
		"Bound, from one call of the scheduler to the next" },
	[CONTEXT_BOUND_DST] = { "dst", KIND_BOUND,
		"Bound, scheduler with a switch" },
	[CONTEXT_BOUND_PSD] = { "psd", KIND_BOUND, "Bound, scheduler" },
	[CONTEXT_BOUND_IDLE] = { "idle", KIND_BOUND, "Bound, leaving idle" },
	[CONTEXT_BOUND_OBSERVED] = { "observed", KIND_BOUND,
		"Observed latency of the probe" },
};

void event_set_defaults(struct event *event)
{
	switch (event->type) {
	case EVENT_SAMPLE:
		event->sample.t_w = TIME_ABSENT;
		event->sample.pid = event->pid;
		break;
	case EVENT_THREAD:
		event->noise.prio = PRIO_ABSENT;
		break;
	case EVENT_STACK:
		event->stack.t_w = TIME_ABSENT;
		event->stack.pid = -1;
		break;
	case EVENT_STOP:
		event->stop.latency = TIME_ABSENT;
		event->stop.pid = -1;
		event->stop.prio = PRIO_ABSENT;
		break;
	case EVENT_PERIOD:
		event->period.start = TIME_ABSENT;
		break;
	default:
		break;
	}
}

bool event_is_bare(const struct event *event)
{
	switch (event->type) {
	case EVENT_SAMPLE:
		return event->sample.t_w == TIME_ABSENT;
	case EVENT_THREAD:
		return event->noise.prio == PRIO_ABSENT;
	case EVENT_STACK:
		return event->stack.t_w == TIME_ABSENT;
	case EVENT_STOP:
		return event->stop.latency == TIME_ABSENT;
	case EVENT_PERIOD:
		return event->period.start == TIME_ABSENT;
	default:
		return false;
	}
}

const char *softirq_name(int number)
{
	static const char *const names[] = {
		"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL",
		"TASKLET", "SCHED", "HRTIMER", "RCU"
	};

	return (size_t)number < sizeof(names) / sizeof(names[0]) ?
	       names[number] : "";
}

enum kind context_kind(enum event_context context)
{
	return rows[context].kind;
}

const char *context_name(enum event_context context)
{
	return rows[context].name;
}

const char *context_title(enum event_context context)
{
	return rows[context].title;
}

int context_find(const char *name, enum kind kind)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (rows[i].kind == kind && !strcmp(name, rows[i].name))
			return i;
	return -1;
}

const char *context_names(enum kind kind, char *text, size_t size)
{
	size_t used = 0;
	int left = 0;

	*text = '\0';
	for (int i = 0; i < CONTEXTS; i++)
		left += rows[i].kind == kind;
	for (int i = 0; i < CONTEXTS && used < size; i++) {
		if (rows[i].kind != kind)
			continue;
		left--;
		used += snprintf(text + used, size - used, "%s%s", rows[i].name,
				 left > 1 ? ", " : left ? " or " : "");
	}
	return text;
}

struct event *event_list_add(struct event_list *list)
{
	struct event *event;

	if (list->count == list->size) {
		size_t size = list->size ? 2 * list->size : 256;

		event = reallocarray(list->event, size, sizeof(*event));
		if (!event)
			return NULL;
		list->event = event;
		list->size = size;
	}
	event = &list->event[list->count++];
	memset(event, 0, sizeof(*event));
	return event;
}

static bool copy_addresses(struct event *event, const uint64_t *caller,
			   size_t count)
{
	event->stack.caller = calloc(count + 1, sizeof(*caller));
	event->stack.count = event->stack.caller ? count : 0;
	if (!event->stack.caller)
		return false;
	memcpy(event->stack.caller, caller, count * sizeof(*caller));
	return true;
}

/* Names may have any bytes, and each is shown within a line. */
static void clean_names(struct event *event)
{
	switch (event->type) {
	case EVENT_NMI:
	case EVENT_IRQ:
	case EVENT_SOFTIRQ:
	case EVENT_THREAD:
		printable_line(event->noise.name);
		break;
	case EVENT_STOP:
		printable_line(event->stop.comm);
		break;
	case EVENT_SWITCH:
		printable_line(event->switched.from_comm);
		printable_line(event->switched.to_comm);
		break;
	default:
		break;
	}
}

bool event_list_append(struct event_list *list, const struct event *event,
		       bool lost)
{
	struct event *added = event_list_add(list);

	if (!added)
		return false;
	*added = *event;
	clean_names(added);
	if (lost)
		list->lost_before = event->time;
	return event->type != EVENT_STACK ||
	       copy_addresses(added, event->stack.caller, event->stack.count);
}

void event_list_clear(struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == EVENT_STACK)
			free(list->event[i].stack.caller);
	free(list->event);
	memset(list, 0, sizeof(*list));
}
