// SPDX-License-Identifier: GPL-2.0
/*
 * The maximum of drawn samples: see drawn_maximum.h.
 */
#include <math.h>

#include "base/times.h"
#include "stats/distribution.h"
#include "stats/drawn_maximum.h"

double drawn_at_most(uint64_t all, uint64_t below, uint64_t drawn)
{
	if (below < drawn)
		return 0;
	/* Factorials are too large for any number, but not their logarithms. */
	return exp(lgamma(below + 1.0) - lgamma(below - drawn + 1.0) -
		   lgamma(all + 1.0) + lgamma(all - drawn + 1.0));
}

uint64_t drawn_maximum(const struct distribution *distribution, uint64_t drawn,
		       uint64_t max)
{
	uint64_t all = distribution->count, below = 0;

	if (drawn >= all)
		return max;
	for (int bucket = distribution_next(distribution, 0); bucket >= 0;
	     bucket = distribution_next(distribution, bucket + 1)) {
		below += distribution_count(distribution, bucket);
		/* Exactly a half is not always computed as that. */
		if (drawn_at_most(all, below, drawn) > 0.5 - 1e-9)
			return time_min(distribution_high(bucket), max);
	}
	return max;
}
