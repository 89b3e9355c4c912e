// SPDX-License-Identifier: GPL-2.0
/*
 * Equivalence: see equivalence.h.
 */
#include <math.h>

#include "compare/equivalence.h"
#include "compare/kind_compare.h"
#include "stats/percentiles.h"

void equivalence_share(struct comparison *comparison)
{
	double tail = comparison->demands.same_alpha;

	comparison->tail[FIGURE_AVERAGE] = tail;
	comparison->tail[FIGURE_MAXIMUM] = tail;
	for (int kind = 0; kind < KINDS; kind++)
		comparison->own_chance[kind] = 2 * tail;
	/*
	 * With one run of BASE, these have an interval for each result, and
	 * both decide about an end of the change.
	 */
	if (comparison->bases == 1)
		tail /= 2;
	comparison->tail[FIGURE_PERCENTILE] = tail;
}

bool equivalence_requires(const struct comparison *comparison,
			  const struct figure *figure)
{
	if (figure->judgement == NOT_JUDGED ||
	    (figure->kind == FIGURE_OWN && figure->own->may_differ))
		return false;
	if (figure->kind == FIGURE_PERCENTILE &&
	    percentile_number(figure->percentile) >
	    comparison->demands.same_up_to)
		return false;
	return figure->cpu == EVERY_CPU || !comparison->same_cpus;
}

int equivalence_equal(const struct comparison *comparison, int *required)
{
	int equal = 0;

	*required = 0;
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (!equivalence_requires(comparison, figure))
			continue;
		(*required)++;
		equal += figure->judgement == EQUAL;
	}
	return equal;
}

/* Return the change of a time that is too small to matter, whatever the demands. */
static double least_change(const struct comparison *comparison,
			   const struct figure *figure)
{
	bool is_time = figure->kind == FIGURE_AVERAGE ||
		       figure->kind == FIGURE_MAXIMUM ||
		       figure->kind == FIGURE_PERCENTILE ||
		       (figure->kind == FIGURE_OWN && figure->own->is_time);

	if (!is_time || !figure->base.value)
		return 0;
	return (double)comparison->demands.tolerance_ns / figure->base.value;
}

/* Return the change to a figure that is so many times smaller than BASE's. */
static double downwards(double part)
{
	return 1 / (1 + part) - 1;
}

/*
 * Return the smallest part of BASE that the interval is within. To half of BASE
 * is as far as to twice of it: so it makes no difference which result is BASE.
 */
static double within_of(const struct change *change, double least)
{
	double up = change->high <= least ? 0 : change->high;
	double down = change->low >= -least ? 0 : 1 / (1 + change->low) - 1;

	if (isnan(change->low) || isnan(change->high) || change->low <= -1)
		return INFINITY;
	return fmax(fmax(up, down), 0);
}

static enum judgement
equivalence_judge_figure(const struct comparison *comparison,
			 const struct figure *together,
			 const struct figure *alone)
{
	double least = least_change(comparison, together);
	double part = comparison->demands.same_within;

	/* If neither run has an event, there is no ratio. */
	if (figure_is_rate(together) && !together->base.count &&
	    !together->new.count)
		return NOT_JUDGED;
	if (together->change.low > fmax(part, least))
		return WORSE;
	if (together->change.high < fmin(downwards(part), -least))
		return BETTER;
	return within_of(&alone->change, least) <= part ? EQUAL : UNTOLD;
}

/* Draw the conclusion from all figures. */
static void equivalence_conclude(struct comparison *comparison)
{
	int required, equal = equivalence_equal(comparison, &required);

	comparison->within = 0;
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (!equivalence_requires(comparison, figure))
			continue;
		comparison->within =
			fmax(comparison->within,
			     figure->judgement == NOT_COMPARABLE ?
				     INFINITY :
				     within_of(&figure->change,
					       least_change(comparison,
							    figure)));
	}
	if (comparison_count(comparison, WORSE) +
	    comparison_count(comparison, BETTER))
		comparison->judgement = DIFFERENT;
	else if (comparison->judgement != NOT_COMPARABLE)
		comparison->judgement = required && equal == required ? EQUAL :
									UNTOLD;
}

void equivalence_judge(struct comparison *comparison,
		       const struct comparison *alone)
{
	for (int i = 0; i < comparison->figures; i++) {
		struct figure *figure = &comparison->figure[i];
		const struct figure *of = &alone->figure[i];

		if (figure->judgement == NOT_COMPARABLE ||
		    figure->judgement == NOT_JUDGED)
			continue;
		figure->judgement =
			equivalence_judge_figure(comparison, figure, of);
		figure->base = of->base;
		figure->new = of->new;
		figure->change = of->change;
		figure->ranks = of->ranks;
	}
	equivalence_conclude(comparison);
}
