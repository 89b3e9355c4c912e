// SPDX-License-Identifier: GPL-2.0
/*
 * Confidence of gates: see gate_confidence.h.
 */
#include <math.h>

#include "gates/gate_confidence.h"
#include "stats/intervals.h"

/* A run that is so many times longer is of no use to anybody. */
#define LONGER_MAX	1e6

enum share_side share_side(const struct share *share,
			   const struct share_confidence *confidence)
{
	if (share->allowed >= 1)
		return SHARE_KEPT;
	if (binomial_at_most(share->over, share->count, share->allowed) <=
	    1 - confidence->kept)
		return SHARE_KEPT;
	if (binomial_at_least(share->over, share->count, share->allowed) <=
	    1 - confidence->exceeded)
		return SHARE_EXCEEDED;
	return SHARE_UNDECIDED;
}

static enum share_side side_if_longer(const struct share *share, double times,
				      const struct share_confidence *confidence)
{
	const struct share longer = {
		share->over * times, share->count * times, share->allowed
	};

	return share_side(&longer, confidence);
}

double share_decides(const struct share *share,
		     const struct share_confidence *confidence)
{
	double low = 1, high = 1;

	while (side_if_longer(share, high, confidence) == SHARE_UNDECIDED) {
		low = high;
		high *= 2;
		if (high > LONGER_MAX)
			return INFINITY;
	}
	while (high / low > 1.001) {
		double middle = sqrt(low * high);

		if (side_if_longer(share, middle, confidence) ==
		    SHARE_UNDECIDED)
			low = middle;
		else
			high = middle;
	}
	return high;
}
