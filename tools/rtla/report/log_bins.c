// SPDX-License-Identifier: GPL-2.0
/*
 * Bins for pictures: see log_bins.h.
 */
#include <math.h>
#include <string.h>

#include "report/log_bins.h"
#include "stats/distribution.h"

/* Return the bins per decade: as many as can be told apart in a picture. */
static int fineness(uint64_t min, uint64_t max)
{
	double decades = log10((double)max) - log10((double)min);

	if (decades <= 2)
		return 50;
	return decades <= 5 ? 25 : 10;
}

/* Return the bucket of the edge at 10^(@edge / @per_decade) ns. */
static int log_bins_bucket_of(int edge, int per_decade)
{
	return distribution_bucket(ceil(pow(10, (double)edge / per_decade)));
}

void log_bins_make(struct log_bins *bins, uint64_t min, uint64_t max)
{
	int first, edge, bucket = min ? distribution_bucket(min) : 0;
	int end = distribution_bucket(max);

	min = min ?: 1;
	max = max > min ? max : min;
	bins->per_decade = fineness(min, max);
	bins->count = 0;
	/* Because of rounding, the first edge may be off by one: correct it. */
	first = floor(log10((double)min) * bins->per_decade);
	for (edge = first; log_bins_bucket_of(edge, bins->per_decade) > bucket;
	     edge--)
		;
	while (log_bins_bucket_of(edge + 1, bins->per_decade) <= bucket)
		edge++;
	bins->bucket[0] = bucket ? log_bins_bucket_of(edge, bins->per_decade) :
				   0;
	/* For small values, several edges may be in one bucket. */
	while (bins->bucket[bins->count] <= end &&
	       bins->count < LOG_BINS_MAX) {
		bucket = log_bins_bucket_of(++edge, bins->per_decade);
		if (bucket > bins->bucket[bins->count])
			bins->bucket[++bins->count] = bucket;
	}
}

void log_bins_count(const struct log_bins *bins,
		    const struct distribution *distribution, uint64_t *counts)
{
	int bin = 0, bucket = distribution_next(distribution, 0);

	memset(counts, 0, LOG_BINS_MAX * sizeof(*counts));
	for (; bucket >= 0;
	     bucket = distribution_next(distribution, bucket + 1)) {
		while (bin + 1 < bins->count && bucket >= bins->bucket[bin + 1])
			bin++;
		counts[bin] += distribution_count(distribution, bucket);
	}
}

double log_bins_edge(const struct log_bins *bins, int bin)
{
	uint64_t low = distribution_low(bins->bucket[bin]);

	return low ? low : 0.5;
}
