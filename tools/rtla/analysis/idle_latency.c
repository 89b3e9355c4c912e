// SPDX-License-Identifier: GPL-2.0
/*
 * IRQ latencies from idle: see idle_latency.h.
 */
#include "analysis/idle_latency.h"
#include "base/times.h"
#include "trace/events.h"

/* The text of a trace has the times of events in whole us. */
#define CUT_NS	1000

/*
 * Return whether the noise @event took part in the IRQ latency of @sample, and
 * is not the timer's own interrupt, which began after the timer was to expire
 * and went on when the sample was taken. Its end lacks what was nested in it,
 * which takes part itself if it came before the sample.
 */
static bool idle_latency_delayed(const struct event *event,
				 const struct event *sample)
{
	uint64_t t_w = sample->sample.t_w;
	uint64_t taken = time_after(t_w, sample->sample.latency);
	uint64_t start = event->noise.start;
	uint64_t end = time_after(start, event->noise.duration);

	if (event->type != EVENT_NMI && event->type != EVENT_IRQ)
		return false;
	if (start >= taken || end <= t_w)
		return false;
	return event->type == EVENT_NMI || start < t_w || end < taken;
}

/*
 * Return whether only the exit from idle can have made the IRQ latency of
 * @sample what it is. A noise is written when it is over, so those that were
 * written before the timer was to expire took no part.
 */
static bool idle_latency_is(const struct event_list *list,
			    const struct event *sample)
{
	const struct event *event;

	if (sample->type != EVENT_SAMPLE || sample->sample.pid ||
	    sample->sample.context != CONTEXT_IRQ)
		return false;
	for (event = sample; event-- > list->event;) {
		if (time_after(event->time, CUT_NS) < sample->sample.t_w)
			break;
		if (idle_latency_delayed(event, sample))
			return false;
	}
	return true;
}

uint64_t idle_latency_max(const struct event_list *list)
{
	uint64_t max = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (idle_latency_is(list, event))
			max = time_max(max, event->sample.latency);
	}
	return max;
}
