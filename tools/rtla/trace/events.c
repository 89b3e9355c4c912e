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
	enum context_family family;
	const char *title;
} rows[CONTEXTS] = {
	[CONTEXT_IRQ] = { "irq", FAMILY_LATENCY, "IRQ latency" },
	[CONTEXT_THREAD] = { "thread", FAMILY_LATENCY, "Thread latency" },
	[CONTEXT_USER] = { "user", FAMILY_LATENCY, "User latency" },
	[CONTEXT_SINGLE] = { "single", FAMILY_NOISE, "Single noise" },
	[CONTEXT_TOTAL] = { "total", FAMILY_NOISE, "Noise of a period" },
	[CONTEXT_WAKE_TIMER] = { "timer", FAMILY_WAKEUP,
		"Wake-up, timer to interrupt" },
	[CONTEXT_WAKE_IRQ] = { "irq", FAMILY_WAKEUP,
		"Wake-up, interrupt to waking" },
	[CONTEXT_WAKE_QUEUE] = { "queue", FAMILY_WAKEUP,
		"Wake-up, waking to queue" },
	[CONTEXT_WAKE_WAIT] = { "wait", FAMILY_WAKEUP,
		"Wake-up, wait for the scheduler" },
	[CONTEXT_WAKE_PICK] = { "pick", FAMILY_WAKEUP,
		"Wake-up, scheduler's choice" },
	[CONTEXT_WAKE_SWITCH] = { "switch", FAMILY_WAKEUP,
		"Wake-up, switch to the thread" },
	[CONTEXT_WAKE_TOTAL] = { "total", FAMILY_WAKEUP,
		"Wake-up, whole latency" },
	[CONTEXT_OVERHEAD_RELEASE_LATENCY] = { "release-latency",
		FAMILY_OVERHEAD, "Overhead, timer to its callback" },
	[CONTEXT_OVERHEAD_RELEASE] = { "release", FAMILY_OVERHEAD,
		"Overhead, callback of the timer" },
	[CONTEXT_OVERHEAD_SCHED] = { "sched", FAMILY_OVERHEAD,
		"Overhead, scheduler's choice" },
	[CONTEXT_OVERHEAD_CXS] = { "cxs", FAMILY_OVERHEAD,
		"Overhead, context switch" },
	[CONTEXT_OVERHEAD_SCHED2] = { "sched2", FAMILY_OVERHEAD,
		"Overhead, scheduler after the switch" },
	[CONTEXT_OVERHEAD_TICK] = { "tick", FAMILY_OVERHEAD,
		"Overhead, scheduler's timer" },
	[CONTEXT_OVERHEAD_IPI] = { "ipi", FAMILY_OVERHEAD,
		"Overhead, interrupt to reschedule" },
	[CONTEXT_OVERHEAD_XCALL] = { "xcall", FAMILY_OVERHEAD,
		"Overhead, interrupt to call a function" },
	[CONTEXT_OVERHEAD_WAKE] = { "wake", FAMILY_OVERHEAD,
		"Overhead, waking to queue" },
	[CONTEXT_BOUND_POID] = { "poid", FAMILY_BOUND,
		"Bound, preemption or interrupts off" },
	[CONTEXT_BOUND_PAIE] = { "paie", FAMILY_BOUND,
		"Bound, from one call of the scheduler to the next" },
	[CONTEXT_BOUND_DST] = { "dst", FAMILY_BOUND,
		"Bound, scheduler with a switch" },
	[CONTEXT_BOUND_PSD] = { "psd", FAMILY_BOUND, "Bound, scheduler" },
	[CONTEXT_BOUND_IDLE] = { "idle", FAMILY_BOUND, "Bound, leaving idle" },
	[CONTEXT_BOUND_OBSERVED] = { "observed", FAMILY_BOUND,
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

enum context_family context_family(enum event_context context)
{
	return rows[context].family;
}

const char *context_name(enum event_context context)
{
	return rows[context].name;
}

const char *context_title(enum event_context context)
{
	return rows[context].title;
}

int context_find(const char *name, enum context_family family)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (rows[i].family == family && !strcmp(name, rows[i].name))
			return i;
	return -1;
}

const char *context_names(enum context_family family, char *text, size_t size)
{
	size_t used = 0;
	int left = 0;

	*text = '\0';
	for (int i = 0; i < CONTEXTS; i++)
		left += rows[i].family == family;
	for (int i = 0; i < CONTEXTS && used < size; i++) {
		if (rows[i].family != family)
			continue;
		left--;
		used += snprintf(text + used, size - used, "%s%s", rows[i].name,
				 left > 1 ? ", " : left ? " or " : "");
	}
	return text;
}

const char *context_tracer(enum context_family family)
{
	static const char *const tracers[] = {
		[FAMILY_LATENCY] = "timerlat", [FAMILY_NOISE] = "osnoise",
		[FAMILY_WAKEUP] = "wakeup", [FAMILY_OVERHEAD] = "overheads",
		[FAMILY_BOUND] = "bound",
	};

	return tracers[family];
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
