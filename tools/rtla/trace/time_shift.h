/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times of events that are away from those in their fields by the same
 * everywhere: trace-cmd adds what its options --ts-offset and --date say, times
 * of a latency trace count from its begin, and some clocks run alike.
 *
 * How far they are away, the events that tell an end of something show, as they
 * are recorded just after that.
 */
#ifndef RTLA_TIME_SHIFT_H
#define RTLA_TIME_SHIFT_H

#include <stdbool.h>
#include <stdint.h>

struct event_list;

/*
 * time_shift_find - return whether the times of all events are later by @ns
 *
 * @lists has an element for each of @cpus CPUs. With @relative, it need not be
 * exactly the same everywhere. If it is not known to the nanosecond, @ns has
 * the time that the quickest record took, too. Returns false if it is less
 * than a clock may be away, if it is not the same, or without memory.
 */
bool time_shift_find(const struct event_list *lists, int cpus, bool relative,
		     int64_t *ns);

/* time_shift_undo - make the times of all events earlier by @ns */
void time_shift_undo(struct event_list *lists, int cpus, int64_t ns);

#endif /* RTLA_TIME_SHIFT_H */
