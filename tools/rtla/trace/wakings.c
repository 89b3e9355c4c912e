// SPDX-License-Identifier: GPL-2.0
/*
 * Who wakes threads from other CPUs: see wakings.h.
 */
#include "base/number_map.h"
#include "trace/events.h"
#include "trace/saved_trace.h"
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

/* Append those that the CPU @from has woken. Returns false without memory. */
static bool add_woken(struct event_list *wakings,
		      const struct saved_trace *trace, int from,
		      const struct number_map *threads)
{
	const struct event_list *list = &trace->list[from];

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];
		struct event *added;
		int64_t found;

		if (event->type != EVENT_WAKING ||
		    !number_map_find(threads, event->waking.pid, &found))
			continue;
		added = event_list_add(wakings);
		if (!added)
			return false;
		*added = *event;
		added->waking.from = from;
		if (event->pid)
			trace->comm(trace->symbols.source, event->pid,
				    added->waking.comm);
	}
	return true;
}

bool wakings_find(const struct saved_trace *trace, int cpu,
		  struct event_list *wakings)
{
	struct number_map threads = { .count = 0 };
	bool done = find_switched(&threads, &trace->list[cpu]);

	for (int from = 0; from < trace->cpus && done && threads.count; from++)
		if (from != cpu)
			done = add_woken(wakings, trace, from, &threads);
	number_map_free(&threads);
	event_list_sort(wakings);
	return done;
}
