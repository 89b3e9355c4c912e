// SPDX-License-Identifier: GPL-2.0
/*
 * Who wakes threads from other CPUs: see wakings.h.
 */
#include "base/number_map.h"
#include "trace/events.h"
#include "trace/saved_trace.h"
#include "trace/shared_events.h"
#include "trace/wakings.h"

/* Find the threads to which a CPU has switched. Returns false without memory. */
static bool find_switched(struct number_map *threads,
			  const struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->type == EVENT_SWITCH &&
		    !number_map_put(threads, event->switched.to, 0))
			return false;
	}
	return true;
}

bool wakings_add(struct event_list *wakings, const struct event_list *switched,
		 const struct event_list *list, int from, comm_fn *comm,
		 void *source)
{
	struct number_map threads = { .count = 0 };
	bool done = find_switched(&threads, switched);

	for (size_t i = 0; i < list->count && done && threads.count; i++) {
		const struct event *event = &list->event[i];
		struct event *added;
		int64_t found;

		if (event->type != EVENT_WAKING ||
		    !number_map_find(&threads, event->waking.pid, &found))
			continue;
		added = event_list_add(wakings);
		done = added;
		if (!done)
			break;
		*added = *event;
		added->waking.from = from;
		if (event->pid)
			comm(source, event->pid, added->waking.comm);
	}
	number_map_free(&threads);
	return done;
}

bool wakings_find(const struct saved_trace *trace, int cpu,
		  struct event_list *wakings)
{
	bool done = true;

	for (int from = 0; from < trace->cpus && done; from++)
		if (from != cpu)
			done = wakings_add(wakings, &trace->list[cpu],
					   &trace->list[from], from, trace->comm,
					   trace->symbols.source);
	event_list_sort(wakings);
	return done;
}

bool wakings_merge(struct event_list *list, const struct event_list *others)
{
	size_t left = list->count, other = others->count;

	for (size_t i = 0; i < other; i++)
		if (!event_list_add(list)) {
			list->count = left;
			return false;
		}
	/* From the end on, so that none is overwritten before it is moved. */
	for (size_t to = list->count; other;) {
		bool last = left && list->event[left - 1].time >
				    others->event[other - 1].time;

		list->event[--to] = last ? list->event[--left] :
					   others->event[--other];
	}
	return true;
}

bool wakings_have(const struct extra_events *events)
{
	return shared_events_have(events, EVENT_SWITCH) &&
	       shared_events_have(events, EVENT_WAKING);
}

void wakings_collect(struct instance *instance,
		     const struct extra_events *events)
{
	shared_events_collect(instance, events, EVENT_SWITCH);
	shared_events_collect(instance, events, EVENT_WAKING);
}
