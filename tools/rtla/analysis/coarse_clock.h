/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A clock that only ticks, like jiffies: the time between two ticks is the
 * shortest that can be told, and whatever runs at a tick seems to take it all.
 */
#ifndef RTLA_COARSE_CLOCK_H
#define RTLA_COARSE_CLOCK_H

#include <stdint.h>

struct event_list;

/*
 * coarse_clock_tick - return the ns between two ticks of the clock of @list, or
 * 0 if the clock is a usual one, or has too few events to tell
 *
 * All noises and gaps have to begin whole ticks apart, and to take whole ticks,
 * of 1, 4 or 10 ms. Latencies do not matter: when a timer was to expire may lie
 * between two ticks.
 */
uint64_t coarse_clock_tick(const struct event_list *list);

#endif /* RTLA_COARSE_CLOCK_H */
