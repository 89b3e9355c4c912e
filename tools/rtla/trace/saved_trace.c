// SPDX-License-Identifier: GPL-2.0
/*
 * Saved traces in memory: see saved_trace.h.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/events.h"
#include "trace/kernel_events.h"
#include "trace/saved_trace.h"
#include "trace/time_shift.h"

struct event_list *saved_trace_list(struct saved_trace *trace, int cpu)
{
	struct event_list *grown;

	if (cpu < trace->cpus)
		return &trace->list[cpu];
	grown = reallocarray(trace->list, cpu + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	memset(grown + trace->cpus, 0,
	       (cpu + 1 - trace->cpus) * sizeof(*grown));
	trace->list = grown;
	trace->cpus = cpu + 1;
	return &grown[cpu];
}

/* Return whether an event is one that only rtla.ko has, or is more than others'. */
bool saved_trace_is_of_module(const struct event *event)
{
	switch (event->type) {
	case EVENT_SAMPLE:
	case EVENT_THREAD:
	case EVENT_STACK:
	case EVENT_STOP:
	case EVENT_PERIOD:
	case EVENT_WAKEUP:
		return !event_is_bare(event);
	default:
		return false;
	}
}

/* Return whether an event is one that only the kernel's own tracers have. */
static bool is_of_kernel(const struct event *event)
{
	return event_is_bare(event) || event->type == EVENT_GAP;
}

void saved_trace_forget(struct saved_trace *trace, struct event *event)
{
	struct forgotten_events *forgotten = &trace->forgotten;

	forgotten->of_module |= saved_trace_is_of_module(event);
	forgotten->of_kernel |= is_of_kernel(event);
	if (!trace->relative)
		forgotten->impossible += kernel_events_is_wrong(event);
	event_free(event);
}

/* Leave out the bare events of @list. */
static void drop_bare(struct event_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (!event_is_bare(event))
			list->event[kept++] = *event;
		else if (event->type == EVENT_STACK)
			free(event->stack.caller);
	}
	list->count = kept;
}

/*
 * Find out who recorded it. Interrupts and gaps are the same events of both, so
 * that a short trace may have only the header to tell. The module records more
 * than gaps: a trace that has these alone, and no header, is of the kernel.
 */
static void find_tracer(struct saved_trace *trace)
{
	bool kernel = trace->recorder == RECORDED_BY_KERNEL ||
		      !strcmp(trace->header, "timerlat") ||
		      !strcmp(trace->header, "osnoise") ||
		      trace->forgotten.of_kernel;

	trace->recorder = strcmp(trace->header, BPF_HEADER) ?
			  RECORDED_BY_MODULE : RECORDED_BY_BPF;
	if (trace->forgotten.of_module)
		return;
	for (int cpu = 0; cpu < trace->cpus; cpu++) {
		const struct event_list *list = &trace->list[cpu];

		for (size_t i = 0; i < list->count; i++) {
			if (saved_trace_is_of_module(&list->event[i]))
				return;
			kernel |= is_of_kernel(&list->event[i]);
		}
	}
	if (kernel)
		trace->recorder = RECORDED_BY_KERNEL;
}

static const char *saved_trace_complete(struct saved_trace *trace)
{
	size_t cpus = trace->cpus;
	struct kernel_events *events = calloc(cpus, sizeof(*events));
	const char *why = events ? NULL : strerror(ENOMEM);

	trace->impossible = trace->forgotten.impossible;
	for (size_t cpu = 0; cpu < cpus && !why; cpu++) {
		events[cpu] = (struct kernel_events) {
			.list = &trace->list[cpu],
			.resolution = trace->resolution,
			.comm = trace->comm,
			.source = trace->symbols.source,
		};
		kernel_events_complete(&events[cpu]);
		trace->noises += events[cpu].noises;
		trace->impossible += events[cpu].impossible;
		if (events[cpu].other_clock)
			why = "it was recorded with another trace clock than the times in its events have: record it with the clock \"local\"";
	}
	if (!why && !kernel_events_choose(events, cpus))
		why = strerror(ENOMEM);
	free(events);
	return why;
}

/*
 * Give all events the times of the clock that is in their fields, if that can
 * be. Those that were forgotten were looked at before.
 */
static void place_in_time(struct saved_trace *trace)
{
	int64_t ns;

	if (!time_shift_find(trace->list, trace->cpus, trace->relative, &ns))
		return;
	time_shift_undo(trace->list, trace->cpus, ns);
	trace->forgotten.impossible = 0;
	if (!trace->relative)
		trace->shift = ns;
}

const char *saved_trace_settle(struct saved_trace *trace)
{
	place_in_time(trace);
	find_tracer(trace);
	if (recorder_is_bare(trace->recorder) && trace->cpus > 0)
		return saved_trace_complete(trace);
	for (int cpu = 0; cpu < trace->cpus; cpu++)
		drop_bare(&trace->list[cpu]);
	return NULL;
}

void saved_trace_free(struct saved_trace *trace)
{
	for (int cpu = 0; cpu < trace->cpus; cpu++)
		event_list_clear(&trace->list[cpu]);
	free(trace->list);
	if (trace->free_source)
		trace->free_source(trace->symbols.source);
	*trace = (struct saved_trace) { .cpus = 0 };
}
