// SPDX-License-Identifier: GPL-2.0
/*
 * Compared figures: see compared_figures.h.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "compare/compared_figures.h"
#include "results/results.h"
#include "stats/intervals.h"

const char *judgement_name(enum judgement judgement)
{
	static const char *const names[JUDGEMENTS] = {
		[SAME] = "no difference seen",
		[BETTER] = "better",
		[WORSE] = "worse",
		[NOT_COMPARABLE] = "not comparable",
		[NOT_JUDGED] = "not judged",
		[EQUAL] = "same",
		[DIFFERENT] = "different",
		[UNTOLD] = "cannot tell",
	};

	return names[judgement];
}

bool comparison_add(struct comparison *comparison, const struct figure *figure)
{
	struct figure *grown = array_grow(comparison->figure,
					  comparison->figures, sizeof(*grown));

	if (!grown)
		return false;
	comparison->figure = grown;
	grown[comparison->figures++] = *figure;
	return true;
}

bool comparison_has_foreign(const struct comparison *comparison)
{
	for (int i = 0; i < comparison->bases; i++)
		if (results_is_foreign(&comparison->base[i]))
			return true;
	return comparison->new && results_is_foreign(comparison->new);
}

int comparison_count(const struct comparison *comparison,
		     enum judgement judgement)
{
	int count = 0;

	for (int i = 0; i < comparison->figures; i++)
		count += comparison->figure[i].judgement == judgement;
	return count;
}

double comparison_inflation(const struct comparison *comparison, int figure)
{
	const struct figure *of = &comparison->figure[figure];

	/* The maxima are not far before: figures are listed by CPU. */
	for (int i = figure; i >= 0; i--) {
		const struct figure *at = &comparison->figure[i];

		if (at->cpu != of->cpu)
			break;
		if (at->kind == FIGURE_MAXIMUM && at->context == of->context &&
		    at->judgement != NOT_COMPARABLE)
			return at->ranks.inflation;
	}
	return 1;
}

struct run_blocks blocks_of(const struct results *results, int cpu,
			    enum event_context context)
{
	return (struct run_blocks) {
		results->record, results->measured_ns, cpu, context
	};
}

double relative_change(uint64_t a, uint64_t b)
{
	if (b)
		return (double)a / b - 1;
	return a ? INFINITY : NAN;
}

double comparison_margin(const struct comparison *comparison, double value,
			 double least)
{
	return fmax(value * comparison->demands.tolerance, least);
}

static double above(const struct comparison *comparison, uint64_t value,
		    double least)
{
	return value + comparison_margin(comparison, value, least);
}

void figure_judge_intervals(const struct comparison *comparison,
			    struct figure *figure, double least)
{
	const struct measured *base = &figure->base, *new = &figure->new;

	if (figure->judgement == NOT_COMPARABLE)
		return;
	figure->change.value = relative_change(new->value, base->value);
	figure->change.low = base->high == UINT64_MAX ?
				     -1 :
				     relative_change(new->low, base->high);
	figure->change.high = new->high == UINT64_MAX ?
				      INFINITY :
				      relative_change(new->high, base->low);
	if (base->high != UINT64_MAX &&
	    new->low > above(comparison, base->high, least))
		figure->judgement = WORSE;
	else if (new->high != UINT64_MAX &&
		 base->low > above(comparison, new->high, least))
		figure->judgement = BETTER;
}

/* Return the relative change of the rate: INFINITY from 0, NAN from 0 to 0. */
static double rate_change(const struct measured *base,
			  const struct measured *new)
{
	double ratio = (double)base->time_ns / new->time_ns;

	if (!base->count)
		return new->count ? INFINITY : NAN;
	return new->count * ratio / base->count - 1;
}

void figure_judge_rates(const struct comparison *comparison,
			struct figure *figure, double tail)
{
	double limit = 1 + comparison->demands.tolerance;
	const struct measured *base = &figure->base, *new = &figure->new;
	struct ratio_interval ratio =
		rate_ratio(base->count, base->time_ns, new->count, new->time_ns,
			   figure->dispersion, tail);

	figure->change = (struct change) {
		.value = rate_change(base, new),
		.low = ratio.low - 1,
		.high = ratio.high - 1,
	};
	if (ratio.low > limit)
		figure->judgement = WORSE;
	else if (ratio.high * limit < 1)
		figure->judgement = BETTER;
}
