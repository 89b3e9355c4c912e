/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A distribution of values, fine enough to read percentiles from it, for any
 * values and any number of them.
 *
 * The range from each power of two to the next is divided into 128 buckets of
 * equal width, so that a bucket is not wider than 1/128 of the values in it.
 * Below 256, each value has its own bucket. A value is read back as the upper
 * end of its bucket: it is never too low, and too high by less than
 * DISTRIBUTION_ERROR_PPM. Memory is allocated only for the powers of two that
 * occur.
 */
#ifndef RTLA_DISTRIBUTION_H
#define RTLA_DISTRIBUTION_H

#include <stdbool.h>
#include <stdint.h>

#define DISTRIBUTION_BITS	7
#define DISTRIBUTION_WIDTH	(1 << DISTRIBUTION_BITS)
#define DISTRIBUTION_ROWS	(64 - DISTRIBUTION_BITS + 1)
#define DISTRIBUTION_BUCKETS	(DISTRIBUTION_ROWS * DISTRIBUTION_WIDTH)

/* 1/128 in parts per million, rounded up. */
#define DISTRIBUTION_ERROR_PPM	7813

/* A zeroed structure is an empty distribution. */
struct distribution {
	uint64_t *row[DISTRIBUTION_ROWS];
	uint64_t count;
};

/* distribution_add - add @value @count times; false if there is no memory */
bool distribution_add(struct distribution *distribution, uint64_t value,
		      uint64_t count);

/*
 * distribution_merge - add all values of @from to @to
 *
 * Returns false if there is no memory; a part of @from may have been added
 * then.
 */
bool distribution_merge(struct distribution *to,
			const struct distribution *from);

/*
 * distribution_merge_rest - add the values of @from that @without does not have
 *
 * All values of @without are in @from. Returns as distribution_merge() does.
 */
bool distribution_merge_rest(struct distribution *to,
			     const struct distribution *from,
			     const struct distribution *without);

/* distribution_free - free the memory, and leave an empty distribution */
void distribution_free(struct distribution *distribution);

/*
 * distribution_next - return the first bucket at or after @bucket that is not
 * empty, or -1
 */
int distribution_next(const struct distribution *distribution, int bucket);

/* distribution_count - return the number of values in one bucket */
uint64_t distribution_count(const struct distribution *distribution,
			    int bucket);

/* distribution_bucket - return the bucket of a value */
int distribution_bucket(uint64_t value);

/* distribution_low - return the smallest value that belongs to a bucket */
uint64_t distribution_low(int bucket);

/* distribution_high - return the largest value that belongs to a bucket */
uint64_t distribution_high(int bucket);

/*
 * distribution_rank - return the @rank-th smallest value, counted from 1
 *
 * The value is returned as the upper end of its bucket; 0 if there are fewer
 * than @rank values.
 */
uint64_t distribution_rank(const struct distribution *distribution,
			   uint64_t rank);

#endif /* RTLA_DISTRIBUTION_H */
