// SPDX-License-Identifier: GPL-2.0
/*
 * A coarse clock: see coarse_clock.h.
 */
#include <stdbool.h>
#include <stddef.h>

#include "analysis/coarse_clock.h"
#include "base/times.h"
#include "trace/events.h"

/* A tick of the kernels with 100, 250 and 1000 of them in a second, in ns. */
static const uint64_t ticks[] = { 10000000, 4000000, 1000000 };
#define TICKS	(sizeof(ticks) / sizeof(ticks[0]))

/* Set the times of @event that were read from the clock; return whether it has any. */
static bool coarse_clock_times(const struct event *event, uint64_t *start,
			       uint64_t *duration)
{
	if (event_is_noise(event)) {
		*start = event->noise.start;
		*duration = event->noise.duration;
		return true;
	}
	if (event->type == EVENT_GAP) {
		*start = event->gap.start;
		*duration = event->gap.duration;
		return true;
	}
	return false;
}

/*
 * Ticks need not be at whole ms, as the kernel may have set its clock between
 * two of them; they are whole ticks apart. Two events are enough, if one of
 * them takes a tick: of a usual clock, even one that counts us, that is rare.
 */
static bool coarse_clock_fits(const struct event_list *list, uint64_t tick)
{
	uint64_t start, duration, first = 0, longest = 0;
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (!coarse_clock_times(&list->event[i], &start, &duration))
			continue;
		first = count++ ? first : start % tick;
		if (start % tick != first || duration % tick)
			return false;
		longest = time_max(longest, duration);
	}
	return count > 1 && longest;
}

uint64_t coarse_clock_tick(const struct event_list *list)
{
	for (size_t i = 0; i < TICKS; i++)
		if (coarse_clock_fits(list, ticks[i]))
			return ticks[i];
	return 0;
}
