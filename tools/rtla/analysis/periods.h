/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The periods before and after a hit: activations of timerlat, wake-ups of the
 * thread that was late, noises of osnoise, or its periods if all noise of one
 * was too much.
 */
#ifndef RTLA_PERIODS_H
#define RTLA_PERIODS_H

#include <stdint.h>

struct analysis;
struct event_list;

/* The time [@from, @to), in ns. */
struct periods {
	uint64_t from;
	uint64_t to;
};

/*
 * periods_around - return the time of the hit with @count periods before it,
 * and as many after it
 *
 * Where the trace has fewer, all of it is in that time. 0: all of the trace.
 */
struct periods periods_around(const struct analysis *analysis,
			      const struct event_list *list,
			      unsigned int count);

#endif /* RTLA_PERIODS_H */
