/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples that come together. Large latencies come in clusters, and each
 * cluster should count as one event; and what one stretch of time is like, the
 * next one often is, too. Both are seen in the maxima of blocks of time.
 */
#ifndef RTLA_CLUSTERS_H
#define RTLA_CLUSTERS_H

#include <stdint.h>

#include "trace/contexts.h"

struct distribution;
struct sample_record;

/* The blocks of one CPU and context of a run. */
struct run_blocks {
	const struct sample_record *record;
	uint64_t measured_ns;
	int cpu;		/* -1: all CPUs together */
	enum event_context context;
};

/*
 * blocks_complete - return the number of complete blocks of @length ns
 *
 * The last block that has begun does not count, as it was not measured to its
 * end.
 */
int blocks_complete(const struct sample_record *record, uint64_t measured_ns,
		    uint64_t length);

/*
 * blocks_merged - return the length of blocks that are merged to about 60
 *
 * There are @count blocks of @length ns. Longer blocks resemble their
 * neighbours less.
 */
uint64_t blocks_merged(uint64_t length, int count);

/*
 * blocks_maxima - fill in @maxima with the maxima of the complete blocks
 *
 * @length is the length of a block in ns, a multiple of that in the record.
 * @maxima has room for BLOCKS_MAX values, which are in the order of time. Where
 * a sample cannot be 0 (timerlat), blocks without samples are left out. Returns
 * the number of maxima.
 */
int blocks_maxima(const struct run_blocks *of, uint64_t length,
		  uint64_t *maxima);

/*
 * blocks_filled_maxima - fill in @maxima with the maxima of blocks that have
 * samples
 *
 * Each is that of @each successive complete blocks of the record, where blocks
 * without a sample are left out. So a pause is as if there were no time in it.
 * Samples of 0 ns count as none. @maxima has room for BLOCKS_MAX values.
 * Returns the number of maxima.
 */
int blocks_filled_maxima(const struct run_blocks *of, uint64_t each,
			 uint64_t *maxima);

/*
 * clusters_above - return the number of clusters of samples over @limit,
 * divided by the number of these samples
 *
 * @distribution has all samples. The number of clusters is estimated from the
 * part of blocks without such a sample, as if clusters came as a Poisson
 * process ("blocks estimator" of the extremal index: R. L. Smith, I. Weissman,
 * "Estimating the extremal index", Journal of the Royal Statistical Society B
 * 56, 1994). Blocks of all lengths are tried, because clusters may have any
 * length, too, and the smallest estimate is returned; 1 if nothing can be
 * estimated.
 */
double clusters_above(const struct run_blocks *of,
		      const struct distribution *distribution, uint64_t limit);

/*
 * clusters_inflation - return by which factor the variance of counts is larger
 * because successive blocks are alike, or change slowly: see rank_inflation()
 * and rank_drift(), of which the larger is returned
 *
 * Blocks are merged to about 60. Returns 1 for fewer than 20 blocks.
 */
double clusters_inflation(const struct run_blocks *of);

/*
 * clusters_dispersion - return by which factor the variance of the number of
 * blocks with a sample over @limit is larger than if they came independently
 *
 * The blocks are put into 10, 20 and 40 batches in the order of time. The
 * number in a batch would be a binomial variable; its variance, divided by that
 * of such a variable, is the factor (batch means: A. M. Law, W. D. Kelton,
 * "Simulation Modeling and Analysis", section 9.5.3), and the largest one is
 * returned, at least 1. So bursts that last for many blocks are seen, if the
 * run has several of them.
 */
double clusters_dispersion(const struct run_blocks *of, uint64_t limit);

#endif /* RTLA_CLUSTERS_H */
