// SPDX-License-Identifier: GPL-2.0
/*
 * Spans: see spans.h.
 */
#include <stdlib.h>

#include "analysis/spans.h"
#include "base/times.h"
#include "trace/events.h"

static enum level spans_level_of(enum event_type type)
{
	switch (type) {
	case EVENT_NMI:
		return LEVEL_NMI;
	case EVENT_IRQ:
		return LEVEL_IRQ;
	case EVENT_SOFTIRQ:
		return LEVEL_SOFTIRQ;
	case EVENT_STACK:
		return LEVEL_STACK;
	default:
		return LEVEL_THREAD;
	}
}

static int compare_spans(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (int)x->level - (int)y->level;
}

/*
 * Return whether @inner nests in @outer. Spans are sorted by start, outer
 * before inner: a nested span comes after its outer span in the array, and
 * starts before the end of the outer span. Interrupts may nest in interrupts.
 */
static bool nests(const struct span *inner, const struct span *outer)
{
	return inner > outer && inner->start < outer->end &&
	       (inner->level > outer->level || inner->level == LEVEL_IRQ);
}

static void spans_find_end(const struct spans *spans, struct span *span)
{
	const struct span *last = spans->span + spans->count;
	const struct span *inner;

	span->end = time_after(span->start, span->net);
	for (inner = span + 1; inner < last && inner->start < span->end;
	     inner++) {
		if (nests(inner, span))
			span->end = time_after(span->end, inner->net);
	}
	/* The kernel's own tracer may say that a thread took longer than it did. */
	if (span->level == LEVEL_THREAD && span->event->time > span->start)
		span->end = time_min(span->end, span->event->time);
}

/*
 * Return the earliest start of any span that has a part in the time from @from
 * on. An event is written when its context ends, so the events of these spans
 * were written at @from or later. The events of contexts that nested in these
 * spans may be older, but start after the returned time.
 */
static uint64_t find_first_start(const struct event_list *list, uint64_t from)
{
	uint64_t first = from;
	size_t i;

	for (i = list->count; i-- && list->event[i].time >= from;) {
		if (event_is_noise(&list->event[i]))
			first = time_min(first, list->event[i].noise.start);
	}
	return first;
}

/* Make the span of an event; return false if the event has none. */
static bool make_span(struct span *span, const struct event *event)
{
	*span = (struct span) { .event = event,
				.level = spans_level_of(event->type) };
	if (event_is_noise(event)) {
		span->start = event->noise.start;
		span->net = event->noise.duration;
		return true;
	}
	if (event->type != EVENT_STACK || !event->stack.cost)
		return false;
	span->start = event->stack.time;
	span->net = event->stack.cost;
	return true;
}

/* Return false if there is no memory. */
static bool list_levels(struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		spans->count_of[spans->span[i].level]++;
	for (int level = 0; level < LEVELS; level++) {
		spans->of[level] = calloc(spans->count_of[level] + 1,
					  sizeof(*spans->of[level]));
		if (!spans->of[level])
			return false;
		spans->count_of[level] = 0;
	}
	for (size_t i = 0; i < spans->count; i++) {
		struct span *span = &spans->span[i];
		size_t before = spans->count_of[span->level]++;

		span->reach = span->end;
		if (before)
			span->reach =
				time_max(span->end,
					 spans->of[span->level][before - 1]
						 ->reach);
		spans->of[span->level][before] = span;
	}
	return true;
}

int spans_collect(struct spans *spans, const struct event_list *list,
		  uint64_t from, uint64_t to)
{
	uint64_t first = find_first_start(list, from);
	struct span span;
	size_t i;

	*spans = (struct spans) { .count = 0 };
	spans->span = calloc(list->count + 1, sizeof(*spans->span));
	if (!spans->span)
		return -1;
	for (i = 0; i < list->count; i++) {
		if (make_span(&span, &list->event[i]) && span.start >= first &&
		    span.start < to)
			spans->span[spans->count++] = span;
	}
	qsort(spans->span, spans->count, sizeof(*spans->span), compare_spans);
	for (i = 0; i < spans->count; i++)
		spans_find_end(spans, &spans->span[i]);
	return list_levels(spans) ? 0 : -1;
}

void spans_free(struct spans *spans)
{
	for (int level = 0; level < LEVELS; level++)
		free(spans->of[level]);
	free(spans->span);
}

static uint64_t start_of(const struct span *span)
{
	return span->start;
}

static uint64_t reach_of(const struct span *span)
{
	return span->reach;
}

/*
 * Return the index of the first span of a level of which @time_of tells a time
 * after @at. These times grow with the index.
 */
static size_t first_later(const struct spans *spans, enum level level,
			  uint64_t (*time_of)(const struct span *span),
			  uint64_t at)
{
	size_t first = 0, end = spans->count_of[level];

	while (first < end) {
		size_t middle = first + (end - first) / 2;

		if (time_of(spans->of[level][middle]) > at)
			end = middle;
		else
			first = middle + 1;
	}
	return first;
}

const struct span *spans_at(const struct spans *spans, enum level level,
			    uint64_t at)
{
	const struct span **span = spans->of[level];
	size_t i = first_later(spans, level, start_of, at);

	while (i-- && span[i]->reach >= at)
		if (span[i]->end >= at)
			return span[i];
	return NULL;
}

/* Return the index of the first span of any level that may end after @at. */
static size_t first_after(const struct spans *spans, uint64_t at)
{
	size_t index = spans->count;

	for (int level = 0; level < LEVELS; level++) {
		const struct span **span = spans->of[level];
		size_t first = first_later(spans, level, reach_of, at);

		if (first < spans->count_of[level] &&
		    span[first] < spans->span + index)
			index = span[first] - spans->span;
	}
	return index;
}

/* The spans that have begun and not ended, in the order of struct spans. */
struct open_spans {
	const struct span **span;
	size_t count;
	size_t next;		/* index of the first span that has not begun */
};

/*
 * Go on to the moment @at. Return the innermost span then, or NULL, and lower
 * *@until to the next moment at which a span begins or ends.
 */
static const struct span *find_owner(const struct spans *spans,
				     struct open_spans *open, uint64_t at,
				     uint64_t *until)
{
	const struct span *owner = NULL;
	size_t i, kept = 0;

	while (open->next < spans->count && spans->span[open->next].start <= at)
		open->span[open->count++] = &spans->span[open->next++];
	if (open->next < spans->count)
		*until = time_min(*until, spans->span[open->next].start);
	for (i = 0; i < open->count; i++) {
		const struct span *span = open->span[i];

		if (span->end <= at)
			continue;
		open->span[kept++] = span;
		*until = time_min(*until, span->end);
		if (!owner || span->level >= owner->level)
			owner = span;
	}
	open->count = kept;
	return owner;
}

int spans_walk(const struct spans *spans, uint64_t from, uint64_t to,
	       spans_walk_fn *fn, void *context)
{
	struct open_spans open = {
		.span = calloc(spans->count + 1, sizeof(*open.span)),
		.next = first_after(spans, from),
	};
	uint64_t until;
	int ret = 0;

	if (!open.span)
		return -1;
	for (; from < to && !ret; from = until) {
		const struct span *owner;

		until = to;
		owner = find_owner(spans, &open, from, &until);
		ret = fn(context, owner, from, until);
	}
	free(open.span);
	return ret;
}
