/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bins for pictures of distributions: of one width on a logarithmic scale.
 *
 * They begin and end where buckets of a distribution do, so that every count is
 * exact; so their widths differ by up to a bucket, which is not wider than
 * 1/128 of its values. There is one set of them for all pictures that are
 * compared.
 */
#ifndef RTLA_LOG_BINS_H
#define RTLA_LOG_BINS_H

#include <stdint.h>

#include "distribution.h"

#define LOG_BINS_MAX	256

struct log_bins {
	int per_decade;
	int count;
	int bucket[LOG_BINS_MAX + 1];	/* its first one; the last is the end */
};

/* log_bins_make - for all values from @min to @max, both ns */
void log_bins_make(struct log_bins *bins, uint64_t min, uint64_t max);

/* log_bins_count - fill @counts, LOG_BINS_MAX of them */
void log_bins_count(const struct log_bins *bins,
		    const struct distribution *distribution, uint64_t *counts);

/*
 * log_bins_edge - where a bin begins, and the one before it ends, in ns
 *
 * 0 has no place on a logarithmic scale; it is shown at one half.
 */
double log_bins_edge(const struct log_bins *bins, int bin);

#endif /* RTLA_LOG_BINS_H */
