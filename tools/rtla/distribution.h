/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How values are distributed, so finely that percentiles can be read from it,
 * whatever the values are and however many there are.
 *
 * Each power of two is divided into 128 buckets of one width, so that a bucket is
 * not wider than 1/128 of what is in it; below 256 each value has its own. What is
 * read from it is the upper end of a bucket: never too low, and too high by less
 * than DISTRIBUTION_ERROR_PPM. Memory is taken for the powers of two that occur.
 */
#ifndef RTLA_DISTRIBUTION_H
#define RTLA_DISTRIBUTION_H

#include <stdbool.h>
#include <stdint.h>

#define DISTRIBUTION_BITS	7
#define DISTRIBUTION_WIDTH	(1 << DISTRIBUTION_BITS)
#define DISTRIBUTION_ROWS	(64 - DISTRIBUTION_BITS + 1)
#define DISTRIBUTION_BUCKETS	(DISTRIBUTION_ROWS * DISTRIBUTION_WIDTH)

/* 1/128, rounded up. */
#define DISTRIBUTION_ERROR_PPM	7813

/* All zero is an empty one. */
struct distribution {
	uint64_t *row[DISTRIBUTION_ROWS];
	uint64_t count;
};

/* distribution_add - @count times @value; false if there is no memory */
bool distribution_add(struct distribution *distribution, uint64_t value,
		      uint64_t count);

/* distribution_merge - add all of @from to @to; false if there is no memory */
bool distribution_merge(struct distribution *to,
			const struct distribution *from);

/* distribution_free - make it empty */
void distribution_free(struct distribution *distribution);

/* distribution_next - the first bucket from @bucket on with a count; or -1 */
int distribution_next(const struct distribution *distribution, int bucket);

/* distribution_count - of one bucket */
uint64_t distribution_count(const struct distribution *distribution, int bucket);

/* distribution_bucket - that of a value */
int distribution_bucket(uint64_t value);

/* distribution_low, distribution_high - the smallest and largest of a bucket */
uint64_t distribution_low(int bucket);
uint64_t distribution_high(int bucket);

/*
 * distribution_rank - the @rank-th smallest value, counted from 1
 *
 * As the upper end of its bucket; 0 if there are not so many.
 */
uint64_t distribution_rank(const struct distribution *distribution,
			   uint64_t rank);

#endif /* RTLA_DISTRIBUTION_H */
