// SPDX-License-Identifier: GPL-2.0
/*
 * Clusters of samples: see clusters.h.
 */
#include <math.h>

#include "base/times.h"
#include "stats/clusters.h"
#include "stats/distribution.h"
#include "stats/ranks.h"
#include "stats/sample_record.h"

/* With fewer blocks, the part of them with large samples is too uncertain. */
#define BLOCKS_LEAST	16

/* With fewer blocks, nothing is known of how alike they are. */
#define SERIES_LEAST	20

#define BLOCKS_WANTED	60

int blocks_complete(const struct sample_record *record, uint64_t measured_ns,
		    uint64_t length)
{
	uint64_t end = record_block_ns(record) * BLOCKS_MAX;

	return time_min(measured_ns, end) / length;
}

uint64_t blocks_merged(uint64_t length, int count)
{
	if (count < 2 * BLOCKS_WANTED)
		return length;
	return length * ((count + BLOCKS_WANTED / 2) / BLOCKS_WANTED);
}

int blocks_maxima(const struct run_blocks *of, uint64_t length,
		  uint64_t *maxima)
{
	uint64_t block[BLOCKS_MAX];
	int blocks = record_maxima(of->record, of->cpu, of->context, block);
	int each = length / record_block_ns(of->record);
	int all = blocks_complete(of->record, of->measured_ns, length);
	int count = 0;

	for (int i = 0; i < all; i++) {
		uint64_t maximum = 0;

		/* After the last sample, there are no more blocks. */
		for (int j = i * each; j < (i + 1) * each && j < blocks; j++)
			maximum = time_max(maximum, block[j]);
		/* In contexts of osnoise, 0 means that there was no noise. */
		if (maximum || context_is_noise(of->context))
			maxima[count++] = maximum;
	}
	return count;
}

int blocks_filled_maxima(const struct run_blocks *of, uint64_t each,
			 uint64_t *maxima)
{
	uint64_t block[BLOCKS_MAX], maximum = 0, merged = 0;
	int blocks = record_maxima(of->record, of->cpu, of->context, block);
	int all = blocks_complete(of->record, of->measured_ns,
				  record_block_ns(of->record));
	int count = 0;

	for (int i = 0; i < blocks && i < all; i++) {
		if (!block[i])
			continue;
		maximum = time_max(maximum, block[i]);
		if (++merged < each)
			continue;
		maxima[count++] = maximum;
		maximum = merged = 0;
	}
	return count;
}

static uint64_t count_above(const struct distribution *distribution,
			    uint64_t limit)
{
	uint64_t count = 0;

	for (int bucket = distribution_next(distribution,
					    distribution_bucket(limit) + 1);
	     bucket >= 0; bucket = distribution_next(distribution, bucket + 1))
		count += distribution_count(distribution, bucket);
	return count;
}

/*
 * Estimate clusters_above() from blocks of @length ns. Returns 1 if all blocks
 * or none have a sample over the limit, as nothing can be estimated then.
 */
static double clusters_in(const struct run_blocks *of,
			  const struct distribution *distribution,
			  uint64_t limit, uint64_t length)
{
	uint64_t above = count_above(distribution, limit);
	uint64_t maxima[BLOCKS_MAX];
	int blocks = blocks_maxima(of, length, maxima);
	int with = 0;

	for (int i = 0; i < blocks; i++)
		with += maxima[i] > limit;
	if (!with || with == blocks || !above)
		return 1;
	return fmin(-blocks * log1p(-(double)with / blocks) / above, 1);
}

double clusters_above(const struct run_blocks *of,
		      const struct distribution *distribution, uint64_t limit)
{
	uint64_t length = record_block_ns(of->record);
	double clusters = 1;

	for (int blocks = time_min(of->measured_ns / length, BLOCKS_MAX);
	     blocks >= BLOCKS_LEAST; blocks /= 2) {
		clusters = fmin(clusters,
				clusters_in(of, distribution, limit, length));
		length *= 2;
	}
	return clusters;
}

double clusters_inflation(const struct run_blocks *of)
{
	uint64_t length = record_block_ns(of->record);
	const struct series none = { .count = 0 };
	uint64_t maxima[BLOCKS_MAX];
	struct series series = { .value = maxima };

	length =
		blocks_merged(length, blocks_complete(of->record,
						      of->measured_ns, length));
	series.count = blocks_maxima(of, length, maxima);
	if (series.count < SERIES_LEAST)
		return 1;
	return fmax(fmax(rank_inflation(&series, &none),
			 rank_drift(&series, &none)), 1);
}

/* ---- Dispersion ---------------------------------------------------------- */

#define BATCHES_LEAST	10
#define BATCHES_MOST	40

/* With fewer blocks over the limit, or under it, nothing is known of their variance. */
#define OUTSIDE_LEAST	5

/* Return the dispersion of @batches batches of blocks; 1 if it is not known. */
static double dispersion_of(const struct series *series, uint64_t limit,
			    int batches)
{
	int each = series->count / batches, blocks = batches * each, with = 0;
	double squares = 0, part;

	for (int i = 0; i < blocks; i++)
		with += series->value[i] > limit;
	if (each < 2 || with < OUTSIDE_LEAST || blocks - with < OUTSIDE_LEAST)
		return 1;
	part = (double)with / blocks;
	for (int i = 0; i < batches; i++) {
		double off = -each * part;

		for (int j = i * each; j < (i + 1) * each; j++)
			off += series->value[j] > limit;
		squares += off * off;
	}
	return squares / (batches - 1) / (each * part * (1 - part));
}

double clusters_dispersion(const struct run_blocks *of, uint64_t limit)
{
	uint64_t maxima[BLOCKS_MAX];
	const struct series series = {
		maxima, blocks_maxima(of, record_block_ns(of->record), maxima)
	};
	double most = 1;

	for (int batches = BATCHES_LEAST; batches <= BATCHES_MOST; batches *= 2)
		most = fmax(most, dispersion_of(&series, limit, batches));
	return most;
}
