// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of NEW with several runs of BASE. Each run of BASE is compared
 * with NEW as if it were the only one: that says whether chance within the runs
 * explains a difference. How much the runs of BASE differ among themselves says
 * whether a further run of the same system would. NEW is called different only
 * if neither explains it.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/times.h"
#include "compare/compare_spread.h"
#include "compare/kind_compare.h"
#include "stats/intervals.h"

/* ---- Figures of the same name in several comparisons --------------------- */

static bool compare_spread_is_same(const struct figure *a,
				   const struct figure *b)
{
	return a->kind == b->kind && a->cpu == b->cpu &&
	       a->context == b->context && a->percentile == b->percentile &&
	       a->own == b->own && a->number == b->number;
}

/*
 * Return the figure of @pair that is called as @of, which is probably the one
 * at @index; NULL if there is none.
 */
static const struct figure *compare_spread_find(const struct comparison *pair,
						const struct figure *of,
						int index)
{
	if (index < pair->figures &&
	    compare_spread_is_same(&pair->figure[index], of))
		return &pair->figure[index];
	for (int i = 0; i < pair->figures; i++)
		if (compare_spread_is_same(&pair->figure[i], of))
			return &pair->figure[i];
	return NULL;
}

/* Add a run to what is known of BASE. Its value follows in spread_judge(). */
static void compare_spread_add_run(struct figure *all, const struct figure *run)
{
	struct measured *base = &all->base;

	/* It is of all runs of BASE in each comparison. */
	if (all->kind == FIGURE_DRAWN)
		return;
	if (run->base.high > base->high)
		base->own = run->base.own;
	base->low = time_min(base->low, run->base.low);
	base->high = time_max(base->high, run->base.high);
	base->count += run->base.count;
	base->time_ns += run->base.time_ns;
	base->skipped += run->base.skipped;
	base->largest = time_max(base->largest, run->base.largest);
	base->blocks = time_min(base->blocks, run->base.blocks);
	if (base->block_ns != run->base.block_ns)
		base->block_ns = 0;
	base->needs_ns = time_max(base->needs_ns, run->base.needs_ns);
	base->clusters = fmin(base->clusters, run->base.clusters);
	base->at_least |= run->base.at_least;
	base->supported = base->supported && run->base.supported;
	if (all->kind == FIGURE_LARGEST)
		base->value = time_max(base->value, run->base.value);
	all->dispersion = fmax(all->dispersion, run->dispersion);
	if (run->judgement == NOT_COMPARABLE &&
	    all->judgement != NOT_COMPARABLE) {
		all->judgement = NOT_COMPARABLE;
		all->reason = run->reason;
	}
	/* A figure that one of the runs cannot judge cannot be judged at all. */
	if (run->kind == FIGURE_OWN && run->judgement == NOT_JUDGED &&
	    all->judgement == SAME)
		all->judgement = NOT_JUDGED;
}

static bool list_figure(struct comparison *comparison,
			const struct comparison *pair, int pairs, int index)
{
	const struct figure *first = &pair->figure[index];
	struct figure all = *first;

	if (all.judgement == BETTER || all.judgement == WORSE)
		all.judgement = SAME;
	for (int i = 1; i < pairs; i++) {
		const struct figure *run =
			compare_spread_find(&pair[i], first, index);

		if (!run)
			return true;
		compare_spread_add_run(&all, run);
	}
	if (all.kind == FIGURE_LARGEST)
		all.change.value =
			relative_change(all.new.value, all.base.value);
	return comparison_add(comparison, &all);
}

bool spread_list(struct comparison *comparison, const struct comparison *pair,
		 int pairs)
{
	for (int i = 0; i < pair->figures; i++)
		if (!list_figure(comparison, pair, pairs, i))
			return false;
	return true;
}

/* ---- The spread ---------------------------------------------------------- */

/* A rate of 0 has no logarithm, so each number of events is so much larger. */
#define RATE_OFFSET	0.5

/* A figure of one run, as a number whose logarithm exists. */
static double compare_spread_number_of(const struct figure *figure,
				       const struct measured *measured,
				       double offset)
{
	if (figure_is_rate(figure))
		return (measured->count + RATE_OFFSET) /
		       fmax(measured->time_ns, 1);
	return measured->value + offset;
}

/*
 * Times and shares may be 0. Differences between values that are as small as
 * the tolerance are of no interest, so they need not be resolved.
 */
static double offset_of(const struct comparison *comparison,
			const struct figure *figure)
{
	return figure_is_rate(figure) ? 0 :
	       fmax(comparison->demands.tolerance_ns, 1);
}

struct spread spread_of_runs(const double *number, int count)
{
	struct spread spread = { .mean = 0 };
	double squares = 0;

	for (int i = 0; i < count; i++)
		spread.mean += log(number[i]) / count;
	for (int i = 0; i < count; i++) {
		double off = log(number[i]) - spread.mean;

		squares += off * off;
	}
	spread.deviation = sqrt(squares / (count - 1));
	return spread;
}

double spread_reach(const struct spread *spread, int count, double tail)
{
	return student_quantile(tail, count - 1) * spread->deviation *
	       sqrt(1 + 1.0 / count);
}

/*
 * Return the end of a change that most pairs agree with: more than half of them
 * say that the change is at least (@low) or at most (!@low) that.
 */
static double most_say(double *end, int count, bool low)
{
	qsort(end, count, sizeof(*end), array_by_double);
	return end[low ? (count - 1) / 2 : count / 2];
}

/* What the pairs say about one figure. */
struct opinions {
	double *number;		/* the figure in each run of BASE */
	double *low, *high;	/* the ends of the changes, not NAN */
	int pairs, worse, better;
};

static void ask(struct opinions *opinions, const struct comparison *pair,
		const struct figure *all, int index, double offset)
{
	opinions->worse = 0;
	opinions->better = 0;
	for (int i = 0; i < opinions->pairs; i++) {
		const struct figure *of =
			compare_spread_find(&pair[i], all, index);

		opinions->number[i] =
			compare_spread_number_of(of, &of->base, offset);
		opinions->low[i] = isnan(of->change.low) ? -INFINITY :
							   of->change.low;
		opinions->high[i] = isnan(of->change.high) ? INFINITY :
							     of->change.high;
		opinions->worse += of->judgement == WORSE;
		opinions->better += of->judgement == BETTER;
	}
}

/* Set the value of BASE to the geometric mean of its runs, which are @runs. */
static void set_base(struct figure *all, double mean, double offset, int runs)
{
	if (figure_is_rate(all))
		all->base.count = fmax(round(exp(mean) * all->base.time_ns -
					     RATE_OFFSET * runs), 0);
	else
		all->base.value = fmax(round(exp(mean) - offset), 0);
}

static double compare_spread_value_of(const struct figure *figure,
				      const struct measured *measured)
{
	return figure_is_rate(figure) ?
	       measured->count / fmax(measured->time_ns, 1) : measured->value;
}

static double compare_spread_relative(double value, double base)
{
	if (base > 0)
		return value / base - 1;
	return value > 0 ? INFINITY : NAN;
}

/*
 * Return the change from @base to a value whose number is exp(@log). An end of
 * an interval that is 0, as BASE is, says nothing.
 */
static double end_at(double log, double offset, double base, double nothing)
{
	double change =
		compare_spread_relative(fmax(exp(log) - offset, 0), base);

	return isnan(change) ? nothing : change;
}

static void compare_spread_judge(struct comparison *comparison,
				 struct figure *all, struct opinions *opinions,
				 double offset)
{
	int pairs = opinions->pairs;
	double tail = figure_tail(comparison, all), beyond, reach, center, base;
	double tolerance = comparison->demands.tolerance;
	struct spread spread;

	spread = spread_of_runs(opinions->number, pairs);
	all->spread = spread.deviation;
	set_base(all, spread.mean, offset, pairs);
	base = compare_spread_value_of(all, &all->base);
	/* A further run differs from the mean of @pairs runs. */
	reach = spread_reach(&spread, pairs, tail);
	center = log(compare_spread_number_of(all, &all->new, offset));
	all->change = (struct change) {
		.value = compare_spread_relative(
			compare_spread_value_of(all, &all->new), base),
		.low = fmin(end_at(center - reach, offset, base, -INFINITY),
			    most_say(opinions->low, pairs, true)),
		.high = fmax(end_at(center + reach, offset, base, INFINITY),
			     most_say(opinions->high, pairs, false)),
	};
	all->change.low = fmin(all->change.low, all->change.value);
	all->change.high = fmax(all->change.high, all->change.value);
	beyond = fabs(center - spread.mean) - reach;
	if (beyond <= log1p(tolerance))
		return;
	if (center > spread.mean && 2 * opinions->worse > pairs)
		all->judgement = WORSE;
	else if (center < spread.mean && 2 * opinions->better > pairs)
		all->judgement = BETTER;
	/* A value that is only a lower bound may be as large as the other one. */
	if ((all->judgement == WORSE && all->base.at_least) ||
	    (all->judgement == BETTER && all->new.at_least)) {
		all->judgement = NOT_COMPARABLE;
		all->reason = "beyond the histogram";
	}
}

bool spread_judge(struct comparison *comparison, const struct comparison *pair,
		  int pairs)
{
	double *room = calloc(pairs, 3 * sizeof(*room));
	struct opinions opinions = {
		.number = room, .low = room + pairs, .high = room + 2 * pairs,
		.pairs = pairs,
	};

	if (!room)
		return false;
	for (int i = 0; i < comparison->figures; i++) {
		struct figure *all = &comparison->figure[i];
		double offset = offset_of(comparison, all);

		if (all->judgement != SAME)
			continue;
		ask(&opinions, pair, all, i, offset);
		compare_spread_judge(comparison, all, &opinions, offset);
	}
	free(room);
	return true;
}
