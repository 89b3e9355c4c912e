// SPDX-License-Identifier: GPL-2.0
/*
 * Events, and lists of them: see events.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "trace/events.h"

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
	case EVENT_WAKING:
		event->waking.from = -1;
		break;
	case EVENT_IPI:
		event->ipi.to = -1;
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

static bool copy_mask(struct event *event, const unsigned char *mask)
{
	size_t bytes = event->ipi.mask_bytes;

	event->ipi.mask = malloc(bytes + 1);
	if (!event->ipi.mask) {
		event->ipi.mask_bytes = 0;
		return false;
	}
	memcpy(event->ipi.mask, mask, bytes);
	return true;
}

/* Each name is shown within a line, which makes its other characters visible. */
static void clean_names(struct event *event)
{
	switch (event->type) {
	case EVENT_NMI:
	case EVENT_IRQ:
	case EVENT_SOFTIRQ:
	case EVENT_THREAD:
		printable_join(event->noise.name);
		break;
	case EVENT_STOP:
		printable_join(event->stop.comm);
		break;
	case EVENT_SWITCH:
		printable_join(event->switched.from_comm);
		printable_join(event->switched.to_comm);
		break;
	case EVENT_CALLBACK:
		printable_join(event->callback.name);
		printable_join(event->callback.sender_comm);
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
	if (event->type == EVENT_IPI && event->ipi.mask)
		return copy_mask(added, event->ipi.mask);
	return event->type != EVENT_STACK ||
	       copy_addresses(added, event->stack.caller, event->stack.count);
}

const char *event_comm(const struct event *event, int pid)
{
	const char *name = NULL;

	if (event->type == EVENT_THREAD && event->noise.id == pid)
		name = event->noise.name;
	else if (event->type == EVENT_STOP && event->stop.pid == pid)
		name = event->stop.comm;
	else if (event->type == EVENT_SWITCH && event->switched.to == pid)
		name = event->switched.to_comm;
	else if (event->type == EVENT_SWITCH && event->switched.from == pid)
		name = event->switched.from_comm;
	return name && *name ? name : NULL;
}

bool event_asks(const struct event *event, int cpu)
{
	size_t byte = cpu / 8;

	if (event->type != EVENT_IPI)
		return false;
	if (event->ipi.to >= 0)
		return event->ipi.to == cpu;
	return byte < event->ipi.mask_bytes &&
	       event->ipi.mask[byte] & 1u << cpu % 8;
}

void event_free(struct event *event)
{
	if (event->type == EVENT_STACK)
		free(event->stack.caller);
	else if (event->type == EVENT_IPI)
		free(event->ipi.mask);
}

static int compare_times(const void *a, const void *b)
{
	const struct event *one = a, *other = b;

	return (one->time > other->time) - (one->time < other->time);
}

void event_list_sort(struct event_list *list)
{
	if (list->count)
		qsort(list->event, list->count, sizeof(*list->event),
		      compare_times);
}

void event_list_clear(struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		event_free(&list->event[i]);
	free(list->event);
	memset(list, 0, sizeof(*list));
}
