// SPDX-License-Identifier: GPL-2.0
/*
 * Dropping events that a text has twice: see repeated_events.h.
 */
#include <string.h>

#include "base/number_map.h"
#include "trace/events.h"
#include "trace/repeated_events.h"

/*
 * Return a number of what only one event of a CPU can have: when it was written
 * by which thread, and the first of its figures. One of a noise are its begin
 * and its duration. A call of several CPUs is asked for at once.
 */
static uint64_t repeated_events_key(const struct event *event)
{
	uint64_t parts[6] = { event->type, event->time, event->pid };

	memcpy(&parts[3], &event->sample, 2 * sizeof(parts[0]));
	if (event->type == EVENT_IPI)
		parts[5] = event->ipi.to;
	if (event->type == EVENT_SAMPLE)
		parts[5] = event->sample.context;
	return number_of_bytes(parts, sizeof(parts));
}

/*
 * Nearly no text has any, and then its events are in the order of time. Some
 * kernels write each sample twice.
 */
static bool may_repeat(const struct event_list *list)
{
	for (size_t i = 1; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->time < event[-1].time ||
		    (event->time == event[-1].time &&
		     event->type != EVENT_SAMPLE &&
		     event->type == event[-1].type &&
		     repeated_events_key(event) ==
			     repeated_events_key(event - 1)))
			return true;
	}
	return false;
}

bool repeated_events_drop(struct event_list *list)
{
	struct number_map seen = { .bits = 0 };
	size_t stays = 0;
	bool good = true;
	int64_t place;

	if (!may_repeat(list))
		return true;
	for (size_t i = 0; i < list->count; i++) {
		struct event *event = &list->event[i];
		uint64_t key = repeated_events_key(event);

		if (number_map_find(&seen, key, &place)) {
			event_free(event);
			continue;
		}
		good = good && number_map_put(&seen, key, i);
		list->event[stays++] = *event;
	}
	list->count = stays;
	number_map_free(&seen);
	return good;
}
