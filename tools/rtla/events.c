// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of events.
 */
#include <stdlib.h>
#include <string.h>

#include "events.h"

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

void event_list_clear(struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type == EVENT_STACK)
			free(list->event[i].stack.caller);
	free(list->event);
	memset(list, 0, sizeof(*list));
}
