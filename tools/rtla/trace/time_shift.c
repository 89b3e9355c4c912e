// SPDX-License-Identifier: GPL-2.0
/*
 * Times of events that are all shifted: see time_shift.h.
 */
#include <stdlib.h>

#include "trace/events.h"
#include "trace/kernel_events.h"
#include "trace/time_shift.h"

/* The quickest records of CPUs, and of parts of a trace, differ by less. */
#define STEADY_NS	20000

/* A part of a trace has at least so many events that tell how far it is away. */
#define PART_EVENTS	4

/*
 * A round number is likely to be one that somebody has given. The quickest
 * record takes so long at most; texts round its time down by up to the other.
 */
#define ROUND_MOST_NS	1000000000
#define ROUND_LEAST_NS	100000
#define RECORD_NS	6000
#define ROUNDED_NS	500

/**
 * struct quickest - what the quickest records of a trace say
 * @events: how many events tell it
 * @least: the least distance of a record, in ns
 * @most: the largest one that is the least of a part of the trace
 */
struct quickest {
	size_t events;
	int64_t least;
	int64_t most;
};

/*
 * Find how far the record of an event is away from the end that is in its
 * fields. Durations of threads may be too long, see kernel_events.c.
 */
static bool find_distance(const struct event *event, int64_t *ns)
{
	uint64_t end;

	if (event_is_noise(event) && event->type != EVENT_THREAD &&
	    event->noise.start)
		end = event->noise.start + event->noise.duration;
	else if (event->type == EVENT_GAP)
		end = event->gap.start + event->gap.duration;
	else if (event->type == EVENT_SAMPLE && !event_is_bare(event))
		end = event->sample.t_w + event->sample.latency;
	else
		return false;
	*ns = event->time - end;
	return true;
}

static int compare_distances(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;

	return (one > other) - (one < other);
}

/*
 * Note the least distance of a part of a trace that others are near to: a few
 * noises are recorded with times that cannot be.
 */
static void note_part(struct quickest *quickest, int64_t *ns, size_t count)
{
	size_t others = count / PART_EVENTS, i = 0;

	if (!count)
		return;
	qsort(ns, count, sizeof(*ns), compare_distances);
	while (i + others < count && ns[i + others] - ns[i] > STEADY_NS)
		i++;
	if (i + others == count)
		i = 0;
	if (!quickest->events || ns[i] < quickest->least)
		quickest->least = ns[i];
	if (!quickest->events || (others && ns[i] > quickest->most))
		quickest->most = ns[i];
	quickest->events += count;
}

/* Look at both halves of the events of a CPU. Return false without memory. */
static bool look_at_list(struct quickest *quickest,
			 const struct event_list *list)
{
	int64_t *ns = calloc(list->count + 1, sizeof(*ns));
	size_t count = 0, half;

	if (!ns)
		return false;
	for (size_t i = 0; i < list->count; i++)
		count += find_distance(&list->event[i], &ns[count]);
	half = count < 2 * PART_EVENTS ? 0 : count / 2;
	note_part(quickest, ns, half);
	note_part(quickest, ns + half, count - half);
	free(ns);
	return true;
}

/* Return the roundest number that the shift can be, or else what was measured. */
static int64_t round_shift(int64_t least)
{
	int64_t most = least + ROUNDED_NS, left;

	for (int64_t unit = ROUND_MOST_NS; unit >= ROUND_LEAST_NS; unit /= 10) {
		left = most % unit;
		if (left < 0)
			left += unit;
		if (left <= RECORD_NS + ROUNDED_NS)
			return most - left;
	}
	return least;
}

bool time_shift_find(const struct event_list *lists, int cpus, bool relative,
		     int64_t *ns)
{
	struct quickest quickest = { .events = 0 };

	for (int cpu = 0; cpu < cpus; cpu++)
		if (!look_at_list(&quickest, &lists[cpu]))
			return false;
	*ns = quickest.least;
	if (relative)
		return quickest.events;
	*ns = round_shift(quickest.least);
	return quickest.events > 1 && llabs(*ns) >= KERNEL_CLOCK_NS &&
	       quickest.most - quickest.least <= STEADY_NS;
}

void time_shift_undo(struct event_list *lists, int cpus, int64_t ns)
{
	for (int cpu = 0; cpu < cpus; cpu++) {
		struct event_list *list = &lists[cpu];

		for (size_t i = 0; i < list->count; i++)
			list->event[i].time -= ns;
		if (list->lost_before && list->lost_before != UINT64_MAX)
			list->lost_before -= ns;
	}
}
