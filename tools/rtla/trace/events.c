// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of events.
 */
#include <stdlib.h>
#include <string.h>

#include "trace/events.h"

const char *context_name(enum event_context context)
{
	static const char *const names[CONTEXTS] = {
		[CONTEXT_IRQ] = "irq",
		[CONTEXT_THREAD] = "thread",
		[CONTEXT_USER] = "user",
		[CONTEXT_SINGLE] = "single",
		[CONTEXT_TOTAL] = "total",
		[CONTEXT_WAKE_TIMER] = "timer",
		[CONTEXT_WAKE_IRQ] = "irq",
		[CONTEXT_WAKE_QUEUE] = "queue",
		[CONTEXT_WAKE_WAIT] = "wait",
		[CONTEXT_WAKE_PICK] = "pick",
		[CONTEXT_WAKE_SWITCH] = "switch",
		[CONTEXT_WAKE_TOTAL] = "total",
	};

	return names[context];
}

int context_find(const char *name, bool wakeup)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (context_is_wakeup(i) == wakeup &&
		    !strcmp(name, context_name(i)))
			return i;
	return -1;
}

const char *context_title(enum event_context context)
{
	static const char *const titles[CONTEXTS] = {
		[CONTEXT_IRQ] = "IRQ latency",
		[CONTEXT_THREAD] = "Thread latency",
		[CONTEXT_USER] = "User latency",
		[CONTEXT_SINGLE] = "Single noise",
		[CONTEXT_TOTAL] = "Noise of a period",
		[CONTEXT_WAKE_TIMER] = "Wake-up, timer to interrupt",
		[CONTEXT_WAKE_IRQ] = "Wake-up, interrupt to waking",
		[CONTEXT_WAKE_QUEUE] = "Wake-up, waking to queue",
		[CONTEXT_WAKE_WAIT] = "Wake-up, wait for the scheduler",
		[CONTEXT_WAKE_PICK] = "Wake-up, scheduler's choice",
		[CONTEXT_WAKE_SWITCH] = "Wake-up, switch to the thread",
		[CONTEXT_WAKE_TOTAL] = "Wake-up, whole latency",
	};

	return titles[context];
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

bool event_list_append(struct event_list *list, const struct event *event,
		       bool lost)
{
	struct event *added = event_list_add(list);

	if (!added)
		return false;
	*added = *event;
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
