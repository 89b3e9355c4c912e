/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The maximum of some of the samples of a run. The more samples a run has, the
 * larger is its maximum. So the maxima of two runs compare only if the samples
 * of the longer one are shuffled and cut to the number of the other one. What
 * shuffling gives is left to chance; its median is computed here.
 */
#ifndef RTLA_DRAWN_MAXIMUM_H
#define RTLA_DRAWN_MAXIMUM_H

#include <stdint.h>

struct distribution;

/*
 * drawn_at_most - return the chance that no sample over a limit is drawn
 *
 * @drawn of @all samples are drawn at random, each at most once, and @below of
 * them are not over the limit. With C(n, k) ways to draw k of n, the chance is
 * C(below, drawn) / C(all, drawn). It is right to 1e-4 for up to 1e10 samples.
 */
double drawn_at_most(uint64_t all, uint64_t below, uint64_t drawn);

/*
 * drawn_maximum - return the median of the largest of @drawn samples
 *
 * They are drawn at random, each at most once, from the samples in
 * @distribution, of which the largest is @max. @drawn is at least 1; if it is
 * not less than the number of samples, @max is returned. Otherwise the value is
 * the upper end of a bucket: it is at most 1/128 too high, and never higher
 * than @max.
 */
uint64_t drawn_maximum(const struct distribution *distribution, uint64_t drawn,
		       uint64_t max);

#endif /* RTLA_DRAWN_MAXIMUM_H */
