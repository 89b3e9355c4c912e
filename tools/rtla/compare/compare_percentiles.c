// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of percentiles, by intervals of order statistics. Such an
 * interval requires independent samples, but large latencies come in clusters.
 * So each cluster counts as one sample. The number of blocks with large
 * latencies shows how large the clusters are.
 */
#include <math.h>

#include "base/parse.h"
#include "base/times.h"
#include "compare/compare_percentiles.h"
#include "results/results.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/intervals.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"

/* The samples of one context, of one CPU or of all CPUs, in one result. */
struct samples {
	const struct results *results;
	const struct distribution *distribution;
	struct distribution all;	/* made for EVERY_CPU, else empty */
	int cpu;
	enum event_context context;
	uint64_t min, max, skipped;
};

static bool samples_get(struct samples *samples, const struct results *results,
			int cpu, enum event_context context)
{
	struct latency of = stats_corrected(results->stats, cpu, context);

	*samples = (struct samples) {
		.results = results, .cpu = cpu, .context = context,
		.min = of.min, .max = of.max,
		.skipped = stats_skips(results->stats, cpu, context),
	};
	if (cpu != EVERY_CPU) {
		samples->distribution = record_distribution(results->record,
							    cpu, context);
		return true;
	}
	samples->distribution = &samples->all;
	return record_copy(results->record, cpu, context, RECORD_ALL,
			   &samples->all);
}

static void samples_free(struct samples *samples)
{
	distribution_free(&samples->all);
}

/* ---- Figures ------------------------------------------------------------- */

/* Return the largest value of the bucket that contains the percentile. */
static uint64_t limit_of(const struct samples *samples, uint32_t percentile)
{
	uint64_t value = percentile_value(samples->distribution, percentile,
					  UINT64_MAX);

	return distribution_high(distribution_bucket(value));
}

static void fill_side(const struct samples *samples, uint32_t percentile,
		      struct measured *measured)
{
	const struct distribution *of = samples->distribution;

	struct result_percentile known =
		results_percentile(samples->results, samples->cpu,
				   samples->context, of, percentile,
				   samples->max);

	measured->value = known.ns;
	measured->at_least = known.at_least;
	measured->count = of->count;
	measured->supported = of->count >= percentile_needs(percentile);
	measured->needs_ns = percentile_needs_ns(percentile, of->count,
						 samples->results->measured_ns);
	measured->clusters = 1;
	measured->skipped = samples->skipped;
}

static bool add_figure(struct comparison *comparison,
		       const struct samples *base, const struct samples *new,
		       uint32_t percentile)
{
	struct figure figure = {
		.kind = FIGURE_PERCENTILE, .cpu = base->cpu,
		.context = base->context, .percentile = percentile,
		.judgement = SAME,
	};

	fill_side(base, percentile, &figure.base);
	fill_side(new, percentile, &figure.new);
	if (!figure.base.supported || !figure.new.supported) {
		figure.judgement = NOT_COMPARABLE;
		figure.reason = "too few samples";
	} else if (figure.base.at_least && figure.new.at_least) {
		figure.judgement = NOT_COMPARABLE;
		figure.reason = "beyond the histogram";
	}
	return comparison_add(comparison, &figure);
}

bool percentiles_list(struct comparison *comparison, int cpu,
		      enum event_context context)
{
	struct samples base, new = { .cpu = 0 };
	bool good, has;

	good = samples_get(&base, comparison->base, cpu, context) &&
	       samples_get(&new, comparison->new, cpu, context);
	/* Another program makes a histogram only if it is asked to. */
	has = good && base.distribution->count && new.distribution->count;
	for (const uint32_t *of = percentiles_all; has && good && *of; of++)
		good = add_figure(comparison, &base, &new, *of);
	samples_free(&base);
	samples_free(&new);
	return good;
}

/* ---- Judgement ----------------------------------------------------------- */

/* Return the smallest sample of a bucket: it may have been cut to the us below. */
static uint64_t lower_end(const struct results *results, int bucket)
{
	uint64_t low = distribution_low(bucket);
	uint64_t width = results->width_ns > 1 ? results->width_ns : 0;

	return low - time_min(low, width);
}

static void fill_interval(const struct samples *samples, uint32_t percentile,
			  double tail, struct measured *measured)
{
	const struct distribution *of = samples->distribution;
	double beyond = 1 - (double)percentile / PERCENTILE_WHOLE;
	struct rank_interval ranks = percentile_ranks(of->count, beyond,
						      measured->clusters, tail);
	uint64_t low = distribution_rank(of, ranks.low);
	uint64_t known = of->count - results_beyond(samples->results, samples->cpu,
						    samples->context);

	/* Where a sample was in its bucket is unknown: use the outer ends. */
	measured->low = time_max(lower_end(samples->results,
					   distribution_bucket(low)),
				 samples->min);
	if (ranks.low > known)
		measured->low = samples->results->edge_ns;
	measured->high = ranks.high > of->count ? UINT64_MAX :
		time_min(distribution_rank(of, ranks.high), samples->max);
	if (!ranks.low)
		measured->low = 0;
}

/*
 * Fill in the intervals of one result for figures @first to @end - 1, which
 * are the percentiles of one CPU and context.
 */
static void fill_intervals(struct comparison *comparison, int first, int end,
			   bool of_base, const struct samples *samples)
{
	double tail = comparison->tail[FIGURE_PERCENTILE];
	const struct run_blocks blocks =
		blocks_of(samples->results, samples->cpu, samples->context);
	double slow = comparison_inflation(comparison, first), clusters = 1;

	/*
	 * Begin with the largest percentile. All blocks have samples above a
	 * small percentile, so its clusters cannot be seen: assume that they
	 * are at least as large as those of the next larger percentile. If
	 * blocks resemble their neighbours, or if some parts of the run have
	 * more of them than others, so do clusters: divide by that.
	 */
	for (int i = end; i-- > first;) {
		struct figure *figure = &comparison->figure[i];
		struct measured *of = of_base ? &figure->base : &figure->new;
		uint64_t limit;

		if (figure->judgement == NOT_COMPARABLE)
			continue;
		limit = limit_of(samples, figure->percentile);
		clusters = fmin(clusters,
				clusters_above(&blocks, samples->distribution,
					       limit));
		slow = fmax(slow, clusters_dispersion(&blocks, limit));
		of->clusters = clusters / slow;
		fill_interval(samples, figure->percentile, tail, of);
	}
}

static bool judge_from(struct comparison *comparison, int first, int end)
{
	const struct figure *of = &comparison->figure[first];
	struct samples base, new = { .cpu = 0 };
	bool good;

	good = samples_get(&base, comparison->base, of->cpu, of->context) &&
	       samples_get(&new, comparison->new, of->cpu, of->context);
	if (good) {
		fill_intervals(comparison, first, end, true, &base);
		fill_intervals(comparison, first, end, false, &new);
		for (int i = first; i < end; i++)
			figure_judge_intervals(comparison,
					       &comparison->figure[i],
					       comparison->demands.tolerance_ns);
	}
	samples_free(&base);
	samples_free(&new);
	return good;
}

static bool goes_on(const struct figure *figure, const struct figure *first)
{
	return figure->kind == first->kind && figure->cpu == first->cpu &&
	       figure->context == first->context;
}

bool percentiles_judge(struct comparison *comparison)
{
	const struct figure *figure = comparison->figure;
	int end;

	for (int i = 0; i < comparison->figures; i = end) {
		end = i + 1;
		if (figure[i].kind != FIGURE_PERCENTILE)
			continue;
		while (end < comparison->figures &&
		       goes_on(&figure[end], &figure[i]))
			end++;
		if (!judge_from(comparison, i, end))
			return false;
	}
	return true;
}
