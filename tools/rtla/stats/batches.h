/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How far an average can be trusted: the averages of successive batches of a
 * run vary as the average of another run would, also where latencies that are
 * close in time are alike, as long as batches are longer than that (batch
 * means: A. M. Law, "Confidence intervals in discrete event simulation: a
 * comparison of replication and batch means", Naval Research Logistics
 * Quarterly 24, 1977).
 */
#ifndef RTLA_BATCHES_H
#define RTLA_BATCHES_H

#include <stdbool.h>
#include <stdint.h>

#define BATCHES_MAX	128

/* The values of a stretch of time. */
struct batch {
	uint64_t count;
	uint64_t sum;
};

/*
 * All batches of a run. Memory is bounded: their length is doubled whenever
 * there would be more than BATCHES_MAX. A zeroed structure has none.
 */
struct batches {
	uint64_t length_ns;
	int used;		/* up to the last one with a value */
	struct batch *batch;	/* of BATCHES_MAX; NULL: no value yet */
};

/* What an average of another run would be within. */
struct average_interval {
	double low_ns;
	double high_ns;
	int batches;		/* so many have been used */
};

/*
 * batches_add - add @count values that were measured @since ns after the begin
 *
 * Returns false if there is no memory. The caller frees @batches with
 * batches_free().
 */
bool batches_add(struct batches *batches, uint64_t since, uint64_t count,
		 uint64_t sum);

/* batches_merge - add those of another CPU; returns false without memory */
bool batches_merge(struct batches *to, const struct batches *from);

void batches_free(struct batches *batches);

/*
 * batches_interval - set the interval in which the average is with a confidence
 *
 * @percent is the confidence, more than 0 and less than 100. The average is the
 * ratio of all sums to all counts, so that batches need not have as many values
 * each (W. G. Cochran, "Sampling Techniques", 1977, section 6.4). It is
 * computed of all batches, of pairs of them, of fours and of eights, and the
 * widest interval is taken: if batches are too short, those of pairs vary more
 * than chance would let them. Returns false for fewer than 10 batches with
 * values.
 */
bool batches_interval(const struct batches *batches, double percent,
		      struct average_interval *interval);

#endif /* RTLA_BATCHES_H */
