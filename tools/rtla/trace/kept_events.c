// SPDX-License-Identifier: GPL-2.0
/*
 * Dropping events of long traces: see kept_events.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/times.h"
#include "trace/events.h"
#include "trace/kept_events.h"
#include "trace/kernel_events.h"
#include "trace/saved_trace.h"

/* A period of osnoise that does not say how long it was lasts as usual. */
#define USUAL_PERIOD_NS	1000000000

static uint64_t kept_before(uint64_t time, uint64_t ns)
{
	return ns < time ? time - ns : 0;
}

/* Return when that began which the event has measured. */
static uint64_t kept_begin(const struct event *event)
{
	uint64_t ns = kernel_events_ns(event);

	if (event->type == EVENT_PERIOD)
		ns = event->period.runtime ?: USUAL_PERIOD_NS;
	return kept_before(event->time, ns);
}

static struct kept_span with_margin(uint64_t begin, uint64_t end)
{
	return (struct kept_span) {
		kept_before(begin, KEPT_MARGIN_NS),
		time_after(end, KEPT_MARGIN_NS),
	};
}

static struct kept_cpu *kept_cpu_of(struct kept_events *kept, int cpu)
{
	struct kept_cpu *grown;

	if (cpu < kept->cpus)
		return &kept->cpu[cpu];
	grown = reallocarray(kept->cpu, cpu + 1, sizeof(*grown));
	if (!grown)
		return NULL;
	memset(grown + kept->cpus, 0,
	       (cpu + 1 - kept->cpus) * sizeof(*grown));
	kept->cpu = grown;
	kept->cpus = cpu + 1;
	return &grown[cpu];
}

/* An event that began before the last one that was dropped has lost some. */
static void note_cut(const struct kept_cpu *cpu, struct event_list *list,
		     uint64_t begin)
{
	if (cpu->dropped && begin <= cpu->dropped)
		list->lost_before = time_max(list->lost_before,
					     cpu->dropped + 1);
}

static void note_measured(struct kept_events *kept, struct kept_cpu *cpu,
			  struct event_list *list, const struct event *event)
{
	int context = kernel_events_kind_of(event);
	uint64_t begin = kept_begin(event);
	struct kept_kind *kind;

	if (context < 0 || context >= CONTEXTS)
		return;
	kind = &kept->kind[context];
	cpu->hit = with_margin(begin, event->time);
	kind->last = (struct kept_span) { event->time, event->time };
	if (kind->longest.to && kernel_events_ns(event) < kind->ns)
		return;
	if (kind->longest.to) {
		uint64_t time = kept_before(kind->longest.to, KEPT_MARGIN_NS);

		kind->before = (struct kept_span) { time, time };
	}
	kind->ns = kernel_events_ns(event);
	kind->longest = cpu->hit;
	note_cut(cpu, list, begin);
}

/* The kernel's remark does not say what it is about: that was measured before it. */
static void note_stop(struct kept_cpu *cpu, struct event_list *list,
		      const struct event *event)
{
	uint64_t begin;

	if (event_is_bare(event)) {
		cpu->stop = cpu->hit;
		begin = time_after(cpu->hit.from, KEPT_MARGIN_NS);
	} else {
		begin = kept_before(event->time, event->stop.latency);
		if (event->stop.t_w && event->stop.t_w < begin)
			begin = event->stop.t_w;
		cpu->stop = with_margin(begin, event->time);
	}
	cpu->stop.to = time_after(event->time, KEPT_MARGIN_NS);
	note_cut(cpu, list, begin);
}

static size_t add_span(struct kept_span *spans, size_t count,
		       const struct kept_span *span)
{
	if (span->to)
		spans[count++] = *span;
	return count;
}

/* Collect all spans that stay; return their number. There is room for all. */
static size_t collect_spans(const struct kept_events *kept,
			    struct kept_span *spans)
{
	size_t count = 0;

	for (int i = 0; i < CONTEXTS; i++) {
		count = add_span(spans, count, &kept->kind[i].longest);
		count = add_span(spans, count, &kept->kind[i].before);
		count = add_span(spans, count, &kept->kind[i].last);
	}
	for (int i = 0; i < kept->cpus; i++)
		count = add_span(spans, count, &kept->cpu[i].stop);
	return count;
}

static bool is_kept(const struct event *event, const struct kept_span *spans,
		    size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (event->time >= spans[i].from && event->time <= spans[i].to)
			return true;
	return false;
}

/* Drop the old events of a CPU that are in none of the spans. */
static void drop_old(struct saved_trace *trace, struct event_list *list,
		     struct kept_cpu *cpu, const struct kept_span *spans,
		     size_t count)
{
	size_t stays = 0;

	for (size_t i = 0; i < cpu->old; i++) {
		struct event *event = &list->event[i];

		if (is_kept(event, spans, count)) {
			list->event[stays++] = *event;
			continue;
		}
		cpu->dropped = event->time;
		saved_trace_forget(trace, event);
	}
	if (list->count > cpu->old)
		memmove(&list->event[stays], &list->event[cpu->old],
			(list->count - cpu->old) * sizeof(*list->event));
	list->count -= cpu->old - stays;
	cpu->old = list->count;
}

static bool drop_all_old(struct kept_events *kept, struct saved_trace *trace)
{
	size_t most = 3 * CONTEXTS + kept->cpus, count;
	struct kept_span *spans = calloc(most, sizeof(*spans));

	if (!spans)
		return false;
	count = collect_spans(kept, spans);
	for (int cpu = 0; cpu < kept->cpus; cpu++)
		drop_old(trace, &trace->list[cpu], &kept->cpu[cpu], spans,
			 count);
	free(spans);
	kept->added = 0;
	return true;
}

bool kept_events_add(struct kept_events *kept, struct saved_trace *trace,
		     int cpu, const struct event *event)
{
	struct event_list *list = &trace->list[cpu];
	struct kept_cpu *of = kept_cpu_of(kept, cpu);

	if (!of)
		return false;
	if (kernel_events_is_measured(event))
		note_measured(kept, of, list, event);
	else if (event->type == EVENT_STOP)
		note_stop(of, list, event);
	return ++kept->added < (kept->newest ?: KEPT_NEWEST) ||
	       drop_all_old(kept, trace);
}

void kept_events_free(struct kept_events *kept)
{
	free(kept->cpu);
	kept->cpu = NULL;
	kept->cpus = 0;
}
