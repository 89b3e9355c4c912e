/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of arrivals of one interrupt vector, and what the worst window has of
 * them.
 */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include <stdint.h>

#include "stats/demand.h"

#define ARRIVALS_MAX	60000

struct arrivals {
	int count;
	uint64_t at[ARRIVALS_MAX];	/* ascending */
	uint64_t execution[ARRIVALS_MAX];
};

/* arrivals_add - put an arrival at the end of the list */
void arrivals_add(struct arrivals *list, uint64_t at, uint64_t execution);

/* arrivals_demand - return the demand of all arrivals of the list, for demand_free() */
struct demand *arrivals_demand(const struct arrivals *list, uint64_t unseen_ns);

/* arrivals_worst - return the most that arrives in any window of @length ns */
struct window_demand arrivals_worst(const struct arrivals *list,
				    uint64_t length);

/* below - return a random number from 0 to @limit - 1 */
uint64_t below(uint64_t limit);

/*
 * of_any_size - return a random number from 1 to @limit, small ones as often as
 * large
 */
uint64_t of_any_size(uint64_t limit);

#endif /* ARRIVALS_H */
