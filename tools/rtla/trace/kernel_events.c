// SPDX-License-Identifier: GPL-2.0
/*
 * Completing the events of the kernel's own tracers: see kernel_events.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_map.h"
#include "base/printable.h"
#include "base/times.h"
#include "trace/events.h"
#include "trace/kernel_events.h"

static uint64_t time_before(uint64_t time, uint64_t ns)
{
	return ns < time ? time - ns : 0;
}

bool kernel_events_is_measured(const struct event *event)
{
	return event->type == EVENT_SAMPLE || event->type == EVENT_GAP ||
	       event->type == EVENT_PERIOD;
}

uint64_t kernel_events_ns(const struct event *event)
{
	return event->type == EVENT_SAMPLE ? event->sample.latency :
	       event->type == EVENT_GAP	   ? event->gap.duration :
					     event->period.noise;
}

int kernel_events_kind_of(const struct event *event)
{
	return event->type == EVENT_SAMPLE ? event->sample.context :
	       event->type == EVENT_GAP ? CONTEXT_SINGLE : CONTEXT_TOTAL;
}

/* ---- What was recorded wrongly, or twice --------------------------------- */

/*
 * A noise is recorded when it is over. Return by how much the record is away
 * from that; @wrong is set if the noise ends after its record, or has no
 * beginning.
 */
static uint64_t kernel_events_distance(const struct event *event, bool *wrong)
{
	uint64_t end = time_after(event->noise.start, event->noise.duration);

	*wrong = !event->noise.start || end > event->time;
	return end > event->time ? end - event->time : event->time - end;
}

bool kernel_events_is_wrong(const struct event *event)
{
	bool wrong;

	if (!event_is_noise(event))
		return false;
	kernel_events_distance(event, &wrong);
	return wrong && (event->type != EVENT_THREAD || !event->noise.start ||
			 event->noise.start > event->time);
}

/*
 * Return whether all noises are far away from their records. What nests in a
 * noise makes it end earlier than its duration says, but not in all of them; of
 * a single one nobody knows.
 */
static bool has_other_clock(const struct event_list *list)
{
	bool wrong, any_wrong = false;
	size_t noises = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (!event_is_noise(event) || !event->noise.start)
			continue;
		if (kernel_events_distance(event, &wrong) < KERNEL_CLOCK_NS)
			return false;
		any_wrong |= wrong;
		noises++;
	}
	return noises > 1 || any_wrong;
}

/*
 * Both records of a sample are written one right after the other. A number
 * comes again days later, as it wraps, or when the tracer was begun anew.
 */
#define TWINS_NS	1000000000

/* Return whether @event says again what @before said, by another event or entry. */
static bool is_twin(const struct event *event, const struct event *before)
{
	if (event->type == EVENT_SAMPLE)
		return event->time - before->time < TWINS_NS &&
		       event->sample.seqnum == before->sample.seqnum &&
		       event->sample.context == before->sample.context &&
		       event->sample.latency == before->sample.latency;
	/* Trace-cmd does not print the runtime of one of them. */
	if (!event->period.runtime || !before->period.runtime)
		return event->period.noise == before->period.noise &&
		       event->time - before->time < TWINS_NS / 1000;
	return event->period.noise == before->period.noise &&
	       event->period.runtime == before->period.runtime &&
	       event->time - before->time < event->period.runtime;
}

/*
 * Return whether a noise cannot be. A thread below a softirq that the timer
 * interrupted is recorded with the time of that softirq until then, too (not
 * under PREEMPT_RT), which only makes it too long: it is shortened to end with
 * its record.
 */
static bool is_impossible(struct event *event)
{
	bool wrong;

	kernel_events_distance(event, &wrong);
	if (!wrong || kernel_events_is_wrong(event))
		return wrong;
	event->noise.duration = event->time - event->noise.start;
	return false;
}

/* Leave out what cannot be, and what was recorded twice. */
static void kernel_events_clean(struct kernel_events *events)
{
	struct event *last[EVENT_TYPES] = { NULL };
	struct event_list *list = events->list;
	size_t kept = 0;
	bool left_out = false;

	for (size_t i = 0; i < list->count; i++) {
		struct event *event = &list->event[i];

		if (event_is_noise(event)) {
			events->noises++;
			if (is_impossible(event)) {
				events->impossible++;
				left_out = true;
				continue;
			}
		} else if (event->type == EVENT_SAMPLE ||
			   event->type == EVENT_PERIOD) {
			struct event *before = last[event->type];

			if (before && is_twin(event, before)) {
				if (event->type == EVENT_PERIOD)
					before->period.runtime =
						time_max(before->period.runtime,
							 event->period.runtime);
				continue;
			}
		}
		list->event[kept] = *event;
		list->event[kept].after_left_out = left_out;
		left_out = false;
		last[event->type] = &list->event[kept++];
	}
	list->count = kept;
}

/* ---- Samples of timerlat ------------------------------------------------- */

/* The samples of one activation of a CPU, from the first one on. */
struct activation {
	struct event *first;
	struct event *end;		/* the first event of the next activation */
	struct event *irq_sample;	/* or NULL */
	const struct event *timer_irq;	/* its noise, or NULL */
};

/*
 * Return whether @sample is of another activation than @last. The samples of an
 * activation have the same number, but that may come again; and each context
 * once, in their order.
 */
static bool is_another(const struct event *sample, const struct event *last)
{
	return sample->sample.seqnum != last->sample.seqnum ||
	       sample->sample.context <= last->sample.context;
}

static void find_activation(struct activation *activation, struct event *first,
			    struct event *end)
{
	const struct event *last = first;
	struct event *event;

	*activation = (struct activation) { .first = first };
	for (event = first; event < end; event++) {
		if (event->type == EVENT_SAMPLE && event != first) {
			if (is_another(event, last))
				break;
			last = event;
		}
		if (event->type == EVENT_SAMPLE &&
		    event->sample.context == CONTEXT_IRQ)
			activation->irq_sample = event;
		if (event->type == EVENT_IRQ && activation->irq_sample &&
		    !activation->timer_irq &&
		    event->noise.start <= activation->irq_sample->time)
			activation->timer_irq = event;
	}
	activation->end = event;
}

/*
 * Compute when the timer was to expire. The record of a sample is written a
 * little after the latency was measured. So the earliest moment that follows
 * from any of the samples is nearest to the truth, and the timer's interrupt
 * began before its sample.
 */
static uint64_t find_t_w(const struct activation *activation,
			 uint64_t resolution)
{
	const struct event *event;
	uint64_t t_w = TIME_ABSENT;

	for (event = activation->first; event < activation->end; event++) {
		uint64_t measured = event->time;

		if (event->type != EVENT_SAMPLE)
			continue;
		if (event == activation->irq_sample) {
			measured = time_before(measured, resolution);
			if (activation->timer_irq)
				measured = time_max(measured,
						    activation->timer_irq->noise
							    .start);
		}
		t_w = time_min(t_w,
			       time_before(measured, event->sample.latency));
	}
	if (!activation->irq_sample)
		t_w = time_before(t_w, resolution);
	return t_w;
}

/*
 * The tracers count a thread or softirq that the timer interrupted from the
 * entry of that interrupt on, as rtla.ko does, but its start is the moment of
 * the sample, or its own beginning. Make that the entry of the interrupt.
 */
static void move_start(const struct activation *activation, struct event *event)
{
	const struct event *sample = activation->irq_sample;

	if (!sample || event < sample || event->noise.start > sample->time ||
	    (event->type != EVENT_THREAD && event->type != EVENT_SOFTIRQ))
		return;
	event->noise.start = activation->timer_irq ?
			     activation->timer_irq->noise.start :
			     sample->sample.t_w + sample->sample.latency;
}

static struct event *complete_activation(struct event *first, struct event *end,
					 uint64_t resolution)
{
	struct activation activation;
	struct event *event;
	uint64_t t_w;

	find_activation(&activation, first, end);
	t_w = find_t_w(&activation, resolution);
	for (event = first; event < activation.end; event++) {
		if (event->type == EVENT_SAMPLE)
			event->sample.t_w = t_w;
		else if (event_is_noise(event))
			move_start(&activation, event);
		else if (event->type != EVENT_STACK)
			continue;
		else {
			event->stack.t_w = t_w;
			if (activation.irq_sample)
				event->stack.pid = activation.irq_sample->pid;
		}
	}
	return activation.end;
}

static void complete_samples(struct event_list *list, uint64_t resolution)
{
	struct event *event = list->event, *end = event + list->count;

	while (event < end) {
		if (event->type == EVENT_SAMPLE)
			event = complete_activation(event, end, resolution);
		else
			event++;
	}
}

/* ---- Periods of osnoise -------------------------------------------------- */

/*
 * A period is recorded when it is over, with its runtime in whole us. It began
 * after the record of the one before it, and before its first gap; without its
 * runtime, which trace-cmd does not print, nothing else is known of that.
 */
static void complete_periods(struct event_list *list)
{
	uint64_t after = 0, first_gap = TIME_ABSENT, begin;

	for (size_t i = 0; i < list->count; i++) {
		struct event *event = &list->event[i];

		if (event->type == EVENT_GAP && event->gap.start >= after)
			first_gap = time_min(first_gap, event->gap.start);
		if (event->type != EVENT_PERIOD)
			continue;
		begin = event->period.runtime ?
			time_before(event->time, event->period.runtime) :
			after ?: list->event[0].time;
		event->period.start = time_min(first_gap, begin);
		if (!event->period.runtime)
			event->period.runtime =
				time_before(event->time, event->period.start);
		after = event->time;
		first_gap = TIME_ABSENT;
	}
}

/* ---- Priorities ---------------------------------------------------------- */

/*
 * Give a thread the priority that it had when it was switched in, and a stop
 * that of the measuring thread.
 */
static void take_prio(const struct number_map *prios, struct event *event)
{
	bool thread = event->type == EVENT_THREAD;
	int64_t prio;

	if ((!thread && event->type != EVENT_STOP) ||
	    !number_map_find(prios, thread ? event->noise.id : event->stop.pid,
			     &prio))
		return;
	if (thread)
		event->noise.prio = prio;
	else
		event->stop.prio = prio;
}

/*
 * Take priorities from the switches between threads. A thread that ran before
 * its first switch has the priority of that, for which the events are looked at
 * from the end first. Without memory, a priority remains unknown.
 */
static void complete_prios(struct event_list *list)
{
	struct number_map prios = { .count = 0 };

	for (size_t i = list->count; i--;)
		if (list->event[i].type == EVENT_SWITCH)
			number_map_put(&prios, list->event[i].switched.from,
				       list->event[i].switched.from_prio);
	for (size_t i = 0; i < list->count && prios.count; i++) {
		struct event *event = &list->event[i];

		if (event->type == EVENT_SWITCH) {
			number_map_put(&prios, event->switched.from,
				       event->switched.from_prio);
			number_map_put(&prios, event->switched.to,
				       event->switched.to_prio);
		} else {
			take_prio(&prios, event);
		}
	}
	number_map_free(&prios);
}

/* ---- Stops --------------------------------------------------------------- */

/* Note which event has the name of @pid, if @event does. */
static void note_name(struct number_map *names, const struct event_list *list,
		      const struct event *event, int pid)
{
	if (event_comm(event, pid))
		number_map_put(names, pid, event - list->event);
}

/*
 * Name the threads of stops. The last event that has the name of a thread tells
 * it, or else what was saved with the trace.
 */
static void complete_comms(const struct kernel_events *events)
{
	const struct event_list *list = events->list;
	struct number_map names = { .count = 0 };

	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];

		if (event->type == EVENT_THREAD)
			note_name(&names, list, event, event->noise.id);
		if (event->type != EVENT_SWITCH)
			continue;
		note_name(&names, list, event, event->switched.to);
		note_name(&names, list, event, event->switched.from);
	}
	for (size_t i = 0; i < list->count; i++) {
		struct event *stop = &list->event[i];
		int64_t named;

		if (stop->type != EVENT_STOP)
			continue;
		if (number_map_find(&names, stop->stop.pid, &named))
			snprintf(stop->stop.comm, sizeof(stop->stop.comm), "%.*s",
				 (int)sizeof(stop->stop.comm) - 1,
				 event_comm(&list->event[named], stop->stop.pid));
		else if (events->comm)
			events->comm(events->source, stop->stop.pid,
				     stop->stop.comm);
		printable_join(stop->stop.comm);
	}
	number_map_free(&names);
}

/* Make @stop that of a hit by @hit, which is a sample, a gap or a period. */
static void make_stop(struct event *stop, const struct event *hit)
{
	stop->pid = hit->pid;
	stop->time = hit->time;
	stop->stop.pid = hit->pid;
	switch (hit->type) {
	case EVENT_SAMPLE:
		stop->stop.context = hit->sample.context;
		stop->stop.latency = hit->sample.latency;
		stop->stop.t_w = hit->sample.t_w;
		stop->stop.seqnum = hit->sample.seqnum;
		break;
	case EVENT_GAP:
		stop->stop.context = CONTEXT_SINGLE;
		stop->stop.latency = hit->gap.duration;
		stop->stop.t_w = hit->gap.start;
		break;
	default:
		stop->stop.context = CONTEXT_TOTAL;
		stop->stop.latency = hit->period.noise;
		stop->stop.t_w = hit->period.start;
		break;
	}
}

/* A remark without anything before it that was measured is no stop. */
static void complete_stops(struct kernel_events *events)
{
	struct event_list *list = events->list;
	const struct event *hit = NULL;
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct event *event = &list->event[kept];

		*event = list->event[i];
		if (kernel_events_is_measured(event))
			hit = event;
		if (event->type == EVENT_STOP) {
			if (!hit)
				continue;
			make_stop(event, hit);
		}
		kept++;
	}
	list->count = kept;
	complete_comms(events);
}

/* ---- All of it ----------------------------------------------------------- */

void kernel_events_complete(struct kernel_events *events)
{
	events->other_clock = has_other_clock(events->list);
	if (events->other_clock)
		return;
	kernel_events_clean(events);
	complete_samples(events->list, events->resolution);
	complete_periods(events->list);
	complete_stops(events);
	complete_prios(events->list);
}

void kernel_events_settle(struct event *event)
{
	if (event->type == EVENT_SAMPLE)
		event->sample.t_w =
			time_before(event->time, event->sample.latency);
	else if (event->type == EVENT_PERIOD)
		event->period.start =
			time_before(event->time, event->period.runtime);
	else if (event->type == EVENT_GAP)
		event->gap.start =
			time_before(event->time, event->gap.duration);
}

/* ---- Traces without a stop ----------------------------------------------- */

/*
 * A latency or noise that was measured: where it is in the list, and how long
 * it was.
 */
struct candidate {
	struct kernel_events *events;	/* NULL: there is none */
	size_t index;
	uint64_t ns;
};

/* Other CPUs may go on so long after a hit until their records are stopped. */
#define HIT_NEAR_NS	50000

static const struct event *candidate_event(const struct candidate *candidate)
{
	return &candidate->events->list->event[candidate->index];
}

/* The longest of each kind, their number, and the time of the last one in the trace. */
struct candidates {
	struct candidate longest[CONTEXTS];
	size_t count[CONTEXTS];
	uint64_t end;
};

static void consider(struct candidates *candidates,
		     struct kernel_events *events, size_t index)
{
	const struct event *event = &events->list->event[index];
	const struct candidate candidate = { events, index,
					     kernel_events_ns(event) };
	int kind = kernel_events_kind_of(event);

	if (kind < 0 || kind >= CONTEXTS)
		return;
	candidates->count[kind]++;
	if (!candidates->longest[kind].events ||
	    candidate.ns >= candidates->longest[kind].ns)
		candidates->longest[kind] = candidate;
	candidates->end = time_max(candidates->end, event->time);
}

/* Return whether a CPU has a stop; otherwise fill in @candidates. */
static bool look_for_stop(struct candidates *candidates,
			  struct kernel_events *events, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct event_list *list = events[i].list;

		for (size_t index = 0; index < list->count; index++) {
			if (list->event[index].type == EVENT_STOP)
				return true;
			if (kernel_events_is_measured(&list->event[index]))
				consider(candidates, &events[i], index);
		}
	}
	return false;
}

/* Find the longest of its kind that the trace ends with, if it was not the only one. */
static struct candidate find_hit(const struct candidates *candidates)
{
	struct candidate hit = { .events = NULL };

	for (int kind = 0; kind < CONTEXTS; kind++) {
		const struct candidate *one = &candidates->longest[kind];

		if (candidates->count[kind] < 2 ||
		    candidate_event(one)->time + HIT_NEAR_NS < candidates->end)
			continue;
		if (!hit.events ||
		    candidate_event(one)->time >= candidate_event(&hit)->time)
			hit = *one;
	}
	return hit;
}

/* A period is only taken if there is no gap: it is none of these. */
static struct candidate find_longest(const struct candidates *candidates)
{
	struct candidate longest = { .events = NULL };

	for (int kind = 0; kind < CONTEXTS; kind++) {
		const struct candidate *one = &candidates->longest[kind];

		if (one->events && (!longest.events || (one->ns > longest.ns &&
							kind != CONTEXT_TOTAL)))
			longest = *one;
	}
	return longest;
}

/* Put a stop event after @candidate. */
static bool kernel_events_put_stop(const struct candidate *candidate,
				   bool longest, uint64_t threshold_ns)
{
	struct event_list *list = candidate->events->list;
	struct event stop = { .type = EVENT_STOP }, *place;

	event_set_defaults(&stop);
	make_stop(&stop, candidate_event(candidate));
	stop.stop.longest = longest;
	stop.stop.threshold = threshold_ns;
	if (!event_list_add(list))
		return false;
	place = &list->event[candidate->index + 1];
	memmove(place + 1, place,
		(list->count - candidate->index - 2) * sizeof(*place));
	*place = stop;
	complete_comms(candidate->events);
	complete_prios(list);
	return true;
}

bool kernel_events_choose(struct kernel_events *events, size_t count)
{
	struct candidates candidates = { .end = 0 };
	struct candidate hit;

	if (look_for_stop(&candidates, events, count))
		return true;
	hit = find_hit(&candidates);
	if (hit.events)
		return kernel_events_put_stop(&hit, false, 0);
	hit = find_longest(&candidates);
	return !hit.events || kernel_events_put_stop(&hit, true, 0);
}

static void drop_stops(struct event_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++)
		if (list->event[i].type != EVENT_STOP)
			list->event[kept++] = list->event[i];
	list->count = kept;
}

bool kernel_events_stop(struct kernel_events *events,
			enum event_context context, uint64_t ns,
			uint64_t threshold_ns)
{
	struct candidate hit = { events, events->list->count, ns };

	drop_stops(events->list);
	for (hit.index = events->list->count; hit.index--;) {
		const struct event *event = candidate_event(&hit);

		if (kernel_events_is_measured(event) &&
		    kernel_events_kind_of(event) == (int)context &&
		    kernel_events_ns(event) == ns)
			return kernel_events_put_stop(&hit, false,
						      threshold_ns);
	}
	return true;
}
