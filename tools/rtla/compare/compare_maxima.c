// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of the maxima of blocks of time, by ranks. Maxima are compared
 * because the largest latencies are of interest. Blocks are used because the
 * samples within a block may depend on each other in any way. Where the number
 * of samples depends on the load, blocks have equal numbers of samples instead.
 */
#include <math.h>

#include "base/times.h"
#include "compare/compare_maxima.h"
#include "compare/equal_samples.h"
#include "results/results.h"
#include "stats/clusters.h"
#include "stats/ranks.h"
#include "stats/sample_record.h"

/* ---- Blocks of one length ------------------------------------------------ */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Return the least common multiple of two lengths; 0 if it is too long. */
static uint64_t common_length(uint64_t a, uint64_t b)
{
	uint64_t times = b / common_divisor(a, b), length;

	if (times > BLOCKS_MAX ||
	    __builtin_mul_overflow(a, times, &length) ||
	    length > INT64_MAX / BLOCKS_MAX)
		return 0;
	return length;
}

static int compare_maxima_complete(const struct results *results,
				   uint64_t length)
{
	return blocks_complete(results->record, results->measured_ns, length);
}

/*
 * Single noises come whenever there is noise, other samples once a period.
 * Results with wake-ups or overheads have no period.
 */
static bool comes_periodically(enum event_context context)
{
	return context != CONTEXT_SINGLE;
}

/* Fill in @blocks, whose length is @length ns. */
static void count_blocks(const struct comparison *comparison, uint64_t length,
			 struct common_blocks *blocks)
{
	*blocks = (struct common_blocks) {
		.length_ns = length,
		.base = compare_maxima_complete(comparison->base, length),
		.new = compare_maxima_complete(comparison->new, length),
	};
	for (int i = 1; i < comparison->bases; i++)
		blocks->base = time_min(
			blocks->base,
			compare_maxima_complete(&comparison->base[i], length));
}

static void agree(struct comparison *comparison, enum event_context context)
{
	const struct results *base = comparison->base, *new = comparison->new;
	struct common_blocks *blocks = &comparison->blocks[context];
	uint64_t length = record_block_ns(new->record);
	uint64_t least = 2 * configuration_number(base, "period_ns");

	*blocks = (struct common_blocks) { .length_ns = 0 };
	for (int i = 0; length && i < comparison->bases; i++)
		length = common_length(record_block_ns(base[i].record), length);
	if (!length || least > INT64_MAX / BLOCKS_MAX)
		return;
	/* With two periods in a block, no block is empty due to its start. */
	if (comes_periodically(context) && length < least)
		length *= (least + length - 1) / length;
	/* The shorter run decides. */
	count_blocks(comparison, length, blocks);
	length = blocks_merged(length, time_min(blocks->base, blocks->new));
	count_blocks(comparison, length, blocks);
}

void maxima_agree(struct comparison *comparison)
{
	for (int i = 0; i < CONTEXTS; i++)
		agree(comparison, i);
}

void maxima_take(struct comparison *comparison, const struct comparison *from)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (from->blocks[i].length_ns)
			count_blocks(comparison, from->blocks[i].length_ns,
				     &comparison->blocks[i]);
}

static int compare_maxima_maxima_of(const struct results *results,
				    const struct figure *figure,
				    const struct measured *measured,
				    uint64_t *maxima)
{
	const struct run_blocks blocks = blocks_of(results, figure->cpu,
						   figure->context);

	if (figure->samples > 0)
		return blocks_filled_maxima(&blocks, measured->block_ns /
					    record_block_ns(results->record),
					    maxima);
	return blocks_maxima(&blocks, measured->block_ns, maxima);
}

/* ---- Figures ------------------------------------------------------------- */

/* The block maxima of both results for one figure. */
struct both {
	uint64_t base_value[BLOCKS_MAX], new_value[BLOCKS_MAX];
	struct series base, new;
};

static void fill_both(const struct comparison *comparison,
		      const struct figure *figure, struct both *both)
{
	both->base = (struct series) {
		both->base_value,
		compare_maxima_maxima_of(comparison->base, figure,
					 &figure->base, both->base_value),
	};
	both->new = (struct series) {
		both->new_value,
		compare_maxima_maxima_of(comparison->new, figure, &figure->new,
					 both->new_value),
	};
}

static void compare_maxima_describe(struct measured *measured,
				    const struct series *series)
{
	measured->count = series->count;
	measured->value = series_median(series);
	measured->supported = series->count >= COMPARED_BLOCKS;
	for (int i = 0; i < series->count; i++)
		measured->largest = time_max(measured->largest,
					     series->value[i]);
}

static bool test(struct figure *figure, const struct both *both)
{
	struct rank_evidence *ranks = &figure->ranks;
	double alike = rank_inflation(&both->base, &both->new);
	double drift = rank_drift(&both->base, &both->new);
	struct rank_test result;

	ranks->inflation = fmax(alike, drift);
	if (alike < 0 || drift < 0 ||
	    !rank_test(&both->base, &both->new, ranks->inflation, &result))
		return false;
	ranks->u = result.u;
	ranks->chance = result.chance;
	ranks->adjusted = 1;
	return true;
}

/* Choose the blocks of one result; return whether there is a length for them. */
static bool choose_blocks(const struct comparison *comparison,
			  const struct results *run,
			  const struct figure *figure,
			  struct measured *measured)
{
	uint64_t length = comparison->blocks[figure->context].length_ns;
	uint64_t maxima[BLOCKS_MAX];

	if (figure->samples > 0)
		length = equal_length(run, figure->cpu, figure->context,
				      figure->samples);
	if (!length)
		return false;
	measured->block_ns = length;
	measured->needs_ns = COMPARED_BLOCKS * length;
	measured->blocks = figure->samples > 0 ?
				   compare_maxima_maxima_of(run, figure,
							    measured, maxima) :
				   compare_maxima_complete(run, length);
	return true;
}

bool maxima_list(struct comparison *comparison, int cpu,
		 enum event_context context)
{
	struct figure figure = {
		.kind = FIGURE_MAXIMUM, .cpu = cpu, .context = context,
		.judgement = NOT_COMPARABLE,
	};
	struct both both;

	if (!equal_samples(comparison, cpu, context, &figure.samples))
		return false;
	if (!choose_blocks(comparison, comparison->base, &figure,
			   &figure.base) ||
	    !choose_blocks(comparison, comparison->new, &figure, &figure.new)) {
		figure.reason = "the block lengths have no common multiple";
		return comparison_add(comparison, &figure);
	}
	fill_both(comparison, &figure, &both);
	compare_maxima_describe(&figure.base, &both.base);
	compare_maxima_describe(&figure.new, &both.new);
	if (figure.base.supported && figure.new.supported) {
		figure.judgement = SAME;
		if (!test(&figure, &both))
			return false;
	} else if (figure.base.blocks < COMPARED_BLOCKS ||
		   figure.new.blocks < COMPARED_BLOCKS) {
		figure.reason = "the run is too short";
	} else {
		/* A longer run need not help: the needed length is unknown. */
		figure.reason = "too many blocks have no samples";
		figure.base.needs_ns = figure.new.needs_ns = 0;
	}
	return comparison_add(comparison, &figure);
}

/* ---- Judgement ----------------------------------------------------------- */

static double compare_maxima_relative(double part, double whole)
{
	if (whole > 0)
		return part / whole;
	return part == 0 ? NAN : INFINITY;
}

/*
 * The change is that of the medians, which are shown beside it. The interval is
 * that of the shift, which the test belongs to. With few values, or if they
 * have two centres, it may not contain the change of the medians: then it is
 * extended to that.
 */
static void fill_change(struct figure *figure, const struct shift *shift)
{
	double whole = figure->base.value;
	struct change *change = &figure->change;

	figure->ranks.shift_ns = shift->value;
	figure->ranks.low_ns = shift->low;
	figure->ranks.high_ns = shift->high;
	*change = (struct change) {
		.value = relative_change(figure->new.value, figure->base.value),
		.low = shift->low == INT64_MIN ?
			       -INFINITY :
			       compare_maxima_relative(shift->low, whole),
		.high = shift->high == INT64_MAX ?
				INFINITY :
				compare_maxima_relative(shift->high, whole),
	};
	change->low = fmin(change->low, change->value);
	change->high = fmax(change->high, change->value);
}

/* Return the smaller of two changes, or 0 if they go in different directions. */
static double both_ways(double one, double other)
{
	if (one > 0 && other > 0)
		return fmin(one, other);
	return one < 0 && other < 0 ? fmax(one, other) : 0;
}

/*
 * Judge a figure. It differs if the test says so, all tests together, and if
 * the interval is beyond 0, and both the shift and the change of the medians
 * are larger than the margin: so no row contradicts itself.
 */
static bool compare_maxima_judge(struct comparison *comparison,
				 struct figure *figure, double alpha)
{
	double margin = comparison_margin(comparison,
					  time_min(figure->base.value,
						   figure->new.value),
					  comparison->demands.tolerance_ns);
	struct shift shift;
	struct both both;
	double change;

	fill_both(comparison, figure, &both);
	if (!rank_shift(&both.base, &both.new, figure->ranks.inflation,
			comparison->tail[FIGURE_MAXIMUM], &shift))
		return false;
	fill_change(figure, &shift);
	change = both_ways(shift.value, (double)figure->new.value -
					(double)figure->base.value);
	if (figure->ranks.adjusted > alpha || fabs(change) <= margin)
		return true;
	if (change > 0 && shift.low > 0)
		figure->judgement = WORSE;
	else if (change < 0 && shift.high < 0)
		figure->judgement = BETTER;
	return true;
}

bool maxima_judge(struct comparison *comparison)
{
	int count = 0;

	for (int i = 0; i < comparison->figures; i++)
		count += comparison->figure[i].kind == FIGURE_MAXIMUM &&
			 comparison->figure[i].judgement != NOT_COMPARABLE;
	for (int i = 0; i < comparison->figures; i++) {
		struct figure *figure = &comparison->figure[i];

		if (figure->kind != FIGURE_MAXIMUM ||
		    figure->judgement == NOT_COMPARABLE)
			continue;
		/* As the intervals are adjusted: see share_alpha(). */
		figure->ranks.adjusted = fmin(count * figure->ranks.chance, 1);
		if (!compare_maxima_judge(
			    comparison, figure,
			    2 * count * comparison->tail[FIGURE_MAXIMUM]))
			return false;
	}
	return true;
}
