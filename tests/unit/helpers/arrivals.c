// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of arrivals: see arrivals.h.
 */
#include <math.h>
#include <stdlib.h>

#include "arrivals.h"
#include "base/times.h"
#include "test.h"

void arrivals_add(struct arrivals *list, uint64_t at, uint64_t execution)
{
	assert_true(list->count < ARRIVALS_MAX);
	list->at[list->count] = at;
	list->execution[list->count++] = execution;
}

struct demand *arrivals_demand(const struct arrivals *list, uint64_t unseen_ns)
{
	struct demand *demand = demand_new(unseen_ns);

	assert_non_null(demand);
	for (int i = 0; i < list->count; i++)
		assert_true(demand_add(demand, list->at[i], list->execution[i]));
	return demand;
}

struct window_demand arrivals_worst(const struct arrivals *list,
				    uint64_t length)
{
	struct window_demand worst = { .ns = 0 };
	uint64_t sum = 0;
	int end = 0;

	/* The window begins at each arrival in turn, and includes those before @end. */
	for (int first = 0; first < list->count; first++) {
		while (end < list->count &&
		       list->at[end] - list->at[first] < length)
			sum += list->execution[end++];
		worst.ns = time_max(worst.ns, sum);
		worst.arrivals = time_max(worst.arrivals, end - first);
		if (end == first)
			end++;
		else
			sum -= list->execution[first];
	}
	return worst;
}

uint64_t below(uint64_t limit)
{
	return (((uint64_t)random() << 31) | random()) % limit;
}

uint64_t of_any_size(uint64_t limit)
{
	return exp(random() / (double)RAND_MAX * log(limit));
}
