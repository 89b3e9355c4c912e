// SPDX-License-Identifier: GPL-2.0
/*
 * The periods before and after a hit: see periods.h.
 */
#include "analysis/analysis.h"
#include "analysis/periods.h"

/* The begin of a period that an event does not tell of. */
#define NONE	TIME_ABSENT

/* Return when the period began that an event tells of, or NONE. */
static uint64_t begin_of(const struct analysis *analysis,
			 const struct event *event)
{
	if (analysis_is_wakeup(analysis))
		return event->type == EVENT_WAKEUP &&
		       event->wakeup.pid == analysis->workload_pid ?
		       event->wakeup.point[event_wakeup_first(event)] : NONE;
	switch (event->type) {
	case EVENT_SAMPLE:
		return analysis_is_noise(analysis) ? NONE : event->sample.t_w;
	case EVENT_GAP:
		return analysis->context == CONTEXT_SINGLE ? event->gap.start :
							     NONE;
	case EVENT_PERIOD:
		return analysis->context == CONTEXT_TOTAL ?
		       event->period.start : NONE;
	default:
		return NONE;
	}
}

struct periods periods_around(const struct analysis *analysis,
			      const struct event_list *list,
			      unsigned int count)
{
	struct periods around = { 0, UINT64_MAX };
	uint64_t last = NONE, begin;
	unsigned int found = 0;

	/* An activation has several samples, with the same begin. */
	for (size_t i = list->count; count && i-- > 0 && found < count;) {
		begin = begin_of(analysis, &list->event[i]);
		if (begin == NONE || begin == last || begin >= analysis->t_w)
			continue;
		last = begin;
		if (++found == count)
			around.from = begin;
	}
	found = 0;
	last = analysis->t_w;
	for (size_t i = 0; count && i < list->count && found <= count; i++) {
		begin = begin_of(analysis, &list->event[i]);
		if (begin == NONE || begin <= last)
			continue;
		last = begin;
		if (begin >= analysis->t_w + analysis->latency &&
		    ++found > count)
			around.to = begin;
	}
	return around;
}
