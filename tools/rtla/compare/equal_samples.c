// SPDX-License-Identifier: GPL-2.0
/*
 * Maxima over equal numbers of samples: see equal_samples.h.
 */
#include <math.h>
#include <stdlib.h>

#include "base/times.h"
#include "compare/equal_samples.h"
#include "results/results.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/drawn_maximum.h"
#include "stats/kind.h"
#include "stats/latency.h"
#include "stats/sample_record.h"

/* Maxima over numbers of samples that differ by less are as good as equal ones. */
#define DRAWN_ALIKE	0.01

/*
 * Blocks are made of whole blocks of the results, so that their numbers of
 * samples differ by a remainder. It is to be at most the first of these parts,
 * or the second one where that would leave few blocks.
 */
#define BLOCKS_ALIKE	0.02
#define BLOCKS_SIMILAR	0.05

/* As many as blocks_merged() leaves. */
#define BLOCKS_MOST	119
#define BLOCKS_LEAST	50

/*
 * How many noises osnoise finds is a part of the noise, which its rates judge.
 * But how many wake-ups there are, for example, depends on what the threads do.
 */
static bool comes_by_number(enum event_context context)
{
	return kind_row(context_kind(context))->numbers_vary;
}

/* ---- The maximum of drawn samples ---------------------------------------- */

/* The samples of one or more runs, for one CPU and context. */
struct pool {
	struct distribution samples;
	uint64_t max;
};

static bool pool_add(struct pool *pool, const struct results *run, int cpu,
		     enum event_context context)
{
	struct distribution copy = { .count = 0 };
	bool good;

	good = record_copy(run->record, cpu, context, RECORD_ALL, &copy) &&
	       distribution_merge(&pool->samples, &copy);
	pool->max = time_max(pool->max,
			     stats_corrected(run->stats, cpu, context).max);
	distribution_free(&copy);
	return good;
}

static struct measured side_of(const struct pool *pool, uint64_t drawn)
{
	return (struct measured) {
		.value = drawn_maximum(&pool->samples, drawn, pool->max),
		.count = pool->samples.count, .supported = true,
	};
}

static bool add_drawn(struct comparison *comparison, int cpu,
		      enum event_context context, const struct pool *base,
		      const struct pool *new)
{
	uint64_t less = time_min(base->samples.count, new->samples.count);
	uint64_t more = time_max(base->samples.count, new->samples.count);
	struct figure figure = {
		.kind = FIGURE_DRAWN, .cpu = cpu, .context = context,
		.judgement = NOT_JUDGED, .samples = less,
	};

	if (!less || more <= less * (1 + DRAWN_ALIKE))
		return true;
	figure.base = side_of(base, less);
	figure.new = side_of(new, less);
	figure.change = (struct change) {
		relative_change(figure.new.value, figure.base.value), NAN, NAN,
	};
	return comparison_add(comparison, &figure);
}

bool equal_list(struct comparison *comparison, int cpu,
		enum event_context context)
{
	struct pool base = { .max = 0 }, new = { .max = 0 };
	bool good;

	if (!comes_by_number(context))
		return true;
	good = pool_add(&new, comparison->new, cpu, context);
	for (int i = 0; good && i < comparison->all_bases; i++)
		good = pool_add(&base, &comparison->all_base[i], cpu, context);
	good = good && add_drawn(comparison, cpu, context, &base, &new);
	distribution_free(&base.samples);
	distribution_free(&new.samples);
	return good;
}

/* ---- Blocks of about equal numbers --------------------------------------- */

/* The blocks in the record of a run, for one CPU and context. */
struct recorded {
	uint64_t block_ns;
	uint64_t measured_ns;
	double count;		/* samples */
	int filled;		/* blocks with samples */
	int blocks;		/* all of them */
};

static struct recorded recorded_in(const struct results *run, int cpu,
				   enum event_context context)
{
	const struct run_blocks of = blocks_of(run, cpu, context);
	uint64_t length = record_block_ns(run->record), maxima[BLOCKS_MAX];

	return (struct recorded) {
		.block_ns = length,
		.measured_ns = run->measured_ns,
		.count = stats_corrected(run->stats, cpu, context).count,
		.filled = blocks_filled_maxima(&of, 1, maxima),
		.blocks =
			blocks_complete(run->record, run->measured_ns, length),
	};
}

/* Return the mean number of samples in a block that has some; 0: none has. */
static double samples_in(const struct recorded *run)
{
	return run->filled ? run->count / run->filled : 0;
}

/* Return how many blocks with samples have @samples together; never 0. */
static double merged(const struct recorded *run, double samples)
{
	/* Blocks that are longer than any run are long enough. */
	return fmin(fmax(round(samples / samples_in(run)), 1),
		    INT64_MAX / BLOCKS_MAX / run->block_ns);
}

uint64_t equal_length(const struct results *run, int cpu,
		      enum event_context context, double samples)
{
	const struct recorded recorded = recorded_in(run, cpu, context);

	if (!recorded.filled)
		return recorded.block_ns;
	return recorded.block_ns * (uint64_t)merged(&recorded, samples);
}

/* All runs that are compared. */
struct recorded_runs {
	struct recorded *run;
	int count;		/* without those that have no samples */
};

static bool read_runs(const struct comparison *comparison, int cpu,
		      enum event_context context, struct recorded_runs *runs)
{
	runs->run = calloc(comparison->all_bases + 1, sizeof(*runs->run));
	runs->count = 0;
	for (int i = 0; runs->run && i <= comparison->all_bases; i++) {
		const struct results *run = i < comparison->all_bases ?
			&comparison->all_base[i] : comparison->new;

		runs->run[runs->count] = recorded_in(run, cpu, context);
		runs->count += runs->run[runs->count].filled > 0;
	}
	return runs->run;
}

/*
 * Return whether blocks of one length have alike numbers of samples in all
 * runs, and are never empty: of what comes in bursts, empty blocks say how long
 * its pauses are.
 */
static bool alike_by_time(const struct recorded_runs *runs)
{
	double least = INFINITY, most = 0;

	for (int i = 0; i < runs->count; i++) {
		const struct recorded *run = &runs->run[i];
		double rate = run->count / fmax(run->measured_ns, 1);

		if (run->filled < run->blocks * (1 - BLOCKS_ALIKE))
			return false;
		least = fmin(least, rate);
		most = fmax(most, rate);
	}
	return most <= least * (1 + BLOCKS_ALIKE);
}

/* How blocks of a number of samples turn out. */
struct outcome {
	double ratio;	/* of the largest number of samples to the smallest one */
	int blocks;	/* in the run that has the fewest */
};

static struct outcome try(const struct recorded_runs *runs, double samples)
{
	double least = INFINITY, most = 0, blocks = BLOCKS_MAX;

	for (int i = 0; i < runs->count; i++) {
		double times = merged(&runs->run[i], samples);
		double number = times * samples_in(&runs->run[i]);

		least = fmin(least, number);
		most = fmax(most, number);
		blocks = fmin(blocks, floor(runs->run[i].filled / times));
	}
	return (struct outcome) { most / least, blocks };
}

/*
 * Choose the smallest blocks that are alike to @alike, of which one run has
 * BLOCKS_MOST at most. The run with the most samples in a recorded block gives
 * the steps: all other runs have more blocks to choose from. Return the number
 * of samples, and set how many blocks the run with the fewest has.
 */
static double equal_samples_choose(const struct recorded_runs *runs,
				   double alike, int *blocks)
{
	struct outcome outcome;
	double step = 0;
	int times = 0;

	for (int i = 0; i < runs->count; i++)
		step = fmax(step, samples_in(&runs->run[i]));
	/* With more @times, rounding matters less, so that this does not go far. */
	do {
		outcome = try(runs, ++times * step);
	} while (times < BLOCKS_MAX && (outcome.blocks > BLOCKS_MOST ||
					outcome.ratio > 1 + alike));
	*blocks = outcome.blocks;
	return times * step;
}

bool equal_samples(const struct comparison *comparison, int cpu,
		   enum event_context context, double *samples)
{
	struct recorded_runs runs;
	int blocks;

	*samples = 0;
	if (!comes_by_number(context))
		return true;
	if (!read_runs(comparison, cpu, context, &runs))
		return false;
	if (!comparison->blocks[context].length_ns || !alike_by_time(&runs)) {
		*samples = equal_samples_choose(&runs, BLOCKS_ALIKE, &blocks);
		if (blocks < BLOCKS_LEAST)
			*samples = equal_samples_choose(&runs, BLOCKS_SIMILAR,
							&blocks);
	}
	free(runs.run);
	return true;
}
