// SPDX-License-Identifier: GPL-2.0
/*
 * The growth of the bound: see bound_growth.h.
 */
#include <stdlib.h>

#include "base/amount.h"
#include "base/array.h"
#include "base/times.h"
#include "stats/bound_growth.h"

#define PAUSE_LEAST_NS	(NS_PER_SEC / 10)
#define PAUSE_PART	100	/* of the time so far */

static const struct bound_found unknown = {
	UINT64_MAX, UINT64_MAX, UINT64_MAX
};

static bool add_step(struct bound_steps *steps, uint64_t after_ns, uint64_t ns)
{
	struct bound_step *grown;

	if (steps->count ? steps->step[steps->count - 1].ns == ns : !ns)
		return true;
	grown = array_grow(steps->step, steps->count, sizeof(*grown));
	if (!grown)
		return false;
	grown[steps->count++] = (struct bound_step) { after_ns, ns };
	steps->step = grown;
	return true;
}

bool bound_growth_add(struct bound_growth *growth, uint64_t after_ns,
		      const struct latency_bound column[BOUND_COLUMNS],
		      uint64_t observed_ns)
{
	bool added = add_step(&growth->observed, after_ns, observed_ns);

	for (int i = 0; i < BOUND_COLUMNS; i++) {
		struct bound_steps *of = growth->column[i];

		added = added &&
			add_step(&of[BOUND_LOWER], after_ns, column[i].lower_ns) &&
			add_step(&of[BOUND_UPPER], after_ns, column[i].upper_ns);
	}
	return added;
}

void bound_growth_clear(struct bound_growth *growth)
{
	free(growth->observed.step);
	for (int i = 0; i < BOUND_COLUMNS; i++) {
		free(growth->column[i][BOUND_LOWER].step);
		free(growth->column[i][BOUND_UPPER].step);
	}
	*growth = (struct bound_growth) { .observed.count = 0 };
}

/* Return since when @steps have had @percent of their last figure at least. */
static uint64_t found_after(const struct bound_steps *steps, int percent)
{
	int i = steps->count - 1;
	double least = steps->step[i].ns * (percent / 100.0);

	/* A bound without an end says nothing of how long the next one is. */
	while (i && steps->step[i - 1].ns >= least &&
	       steps->step[i - 1].ns != BOUND_ENDLESS)
		i--;
	return steps->step[i].after_ns;
}

static struct bound_found found_of(const struct bound_steps *steps)
{
	const struct bound_step *last;

	if (!steps->count)
		return unknown;
	last = &steps->step[steps->count - 1];
	if (!last->ns || last->ns == BOUND_ENDLESS)
		return unknown;
	return (struct bound_found) {
		found_after(steps, 90), found_after(steps, 99), last->after_ns
	};
}

struct bound_times bound_growth_times(const struct bound_growth *growth)
{
	struct bound_times times = { .observed = found_of(&growth->observed) };

	for (int i = 0; i < BOUND_COLUMNS; i++)
		for (int end = 0; end < BOUND_ENDS; end++)
			times.column[i][end] = found_of(&growth->column[i][end]);
	return times;
}

struct bound_times bound_times_unknown(void)
{
	return bound_growth_times(&(struct bound_growth) { .observed.count = 0 });
}

uint64_t bound_growth_due(uint64_t after_ns)
{
	return time_after(after_ns, time_max(PAUSE_LEAST_NS,
					     after_ns / PAUSE_PART));
}
