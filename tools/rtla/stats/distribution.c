// SPDX-License-Identifier: GPL-2.0
/*
 * A distribution is made of rows of counters. A row is allocated when the first
 * of its counters is needed. Row 0 counts the values below 128, row n those
 * from 2^(n + 6) to 2^(n + 7) - 1.
 */
#include <stdlib.h>

#include "stats/distribution.h"

int distribution_bucket(uint64_t value)
{
	int shift;

	if (value < DISTRIBUTION_WIDTH)
		return value;
	shift = 63 - DISTRIBUTION_BITS - __builtin_clzll(value);
	return shift * DISTRIBUTION_WIDTH + (int)(value >> shift);
}

/* The width of the bucket is 2 to this power. */
static int shift_of(int bucket)
{
	int row = bucket / DISTRIBUTION_WIDTH;

	return row ? row - 1 : 0;
}

uint64_t distribution_low(int bucket)
{
	int shift = shift_of(bucket);

	return (uint64_t)(bucket - shift * DISTRIBUTION_WIDTH) << shift;
}

uint64_t distribution_high(int bucket)
{
	return distribution_low(bucket) + ((1ULL << shift_of(bucket)) - 1);
}

bool distribution_add(struct distribution *distribution, uint64_t value,
		      uint64_t count)
{
	int bucket = distribution_bucket(value);
	uint64_t **row = &distribution->row[bucket / DISTRIBUTION_WIDTH];

	if (!*row) {
		*row = calloc(DISTRIBUTION_WIDTH, sizeof(**row));
		if (!*row)
			return false;
	}
	(*row)[bucket % DISTRIBUTION_WIDTH] += count;
	distribution->count += count;
	return true;
}

bool distribution_merge(struct distribution *to,
			const struct distribution *from)
{
	static const struct distribution none;

	return distribution_merge_rest(to, from, &none);
}

bool distribution_merge_rest(struct distribution *to,
			     const struct distribution *from,
			     const struct distribution *without)
{
	int bucket;

	for (bucket = distribution_next(from, 0); bucket >= 0;
	     bucket = distribution_next(from, bucket + 1)) {
		uint64_t count = distribution_count(from, bucket) -
				 distribution_count(without, bucket);

		if (count && !distribution_add(to, distribution_low(bucket),
					       count))
			return false;
	}
	return true;
}

void distribution_free(struct distribution *distribution)
{
	for (int i = 0; i < DISTRIBUTION_ROWS; i++)
		free(distribution->row[i]);
	*distribution = (struct distribution) { .count = 0 };
}

uint64_t distribution_count(const struct distribution *distribution, int bucket)
{
	const uint64_t *row = distribution->row[bucket / DISTRIBUTION_WIDTH];

	return row ? row[bucket % DISTRIBUTION_WIDTH] : 0;
}

int distribution_next(const struct distribution *distribution, int bucket)
{
	while (bucket < DISTRIBUTION_BUCKETS) {
		if (!distribution->row[bucket / DISTRIBUTION_WIDTH])
			bucket += DISTRIBUTION_WIDTH -
				  bucket % DISTRIBUTION_WIDTH;
		else if (!distribution_count(distribution, bucket))
			bucket++;
		else
			return bucket;
	}
	return -1;
}

uint64_t distribution_rank(const struct distribution *distribution,
			   uint64_t rank)
{
	uint64_t before = 0;
	int bucket;

	for (bucket = distribution_next(distribution, 0); bucket >= 0;
	     bucket = distribution_next(distribution, bucket + 1)) {
		before += distribution_count(distribution, bucket);
		if (before >= rank)
			return distribution_high(bucket);
	}
	return 0;
}
