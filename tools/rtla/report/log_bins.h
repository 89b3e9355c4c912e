/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bins for pictures of distributions. They have equal widths on a logarithmic
 * scale.
 *
 * Bins begin and end where buckets of a distribution do, so that every count is
 * exact. Therefore their widths differ by up to a bucket, which is not wider
 * than 1/128 of its values. All pictures that are compared use the same bins.
 */
#ifndef RTLA_LOG_BINS_H
#define RTLA_LOG_BINS_H

#include <stdint.h>

struct distribution;

#define LOG_BINS_MAX	256

struct log_bins {
	int per_decade;			/* bins in a factor of ten */
	int count;
	int bucket[LOG_BINS_MAX + 1];	/* first bucket of a bin, and the end */
};

/* log_bins_make - make bins for all values from @min to @max, both in ns */
void log_bins_make(struct log_bins *bins, uint64_t min, uint64_t max);

/*
 * log_bins_count - fill in @counts with the number of values in each bin
 *
 * @counts has LOG_BINS_MAX elements.
 */
void log_bins_count(const struct log_bins *bins,
		    const struct distribution *distribution, uint64_t *counts);

/*
 * log_bins_edge - return where a bin begins, and the bin before it ends, in ns
 *
 * @bin may be bins->count: the end of the last bin. A logarithmic scale has no
 * place for 0, so an edge at 0 is returned as 0.5.
 */
double log_bins_edge(const struct log_bins *bins, int bin);

#endif /* RTLA_LOG_BINS_H */
