// SPDX-License-Identifier: GPL-2.0
/*
 * Comparisons: see comparison.h. This file decides whether two results can be
 * compared at all, lists their figures, determines how sure each interval has
 * to be so that all of them hold together, and draws the conclusion from all
 * figures.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/times.h"
#include "compare/compare_causes.h"
#include "compare/compare_maxima.h"
#include "compare/compare_percentiles.h"
#include "compare/compare_spread.h"
#include "compare/comparison.h"
#include "compare/equal_samples.h"
#include "compare/equivalence.h"
#include "compare/kind_compare.h"
#include "results/results.h"
#include "stats/corrected.h"
#include "stats/kind.h"
#include "stats/latency.h"

/* ---- Whether results are comparable -------------------------------------- */

static bool cpus_equal(const struct cpus *a, const struct cpus *b)
{
	const struct cpus less = cpus_without(a, b), more = cpus_without(b, a);

	return cpus_empty(&less) && cpus_empty(&more);
}

/* Return whether results are comparable at all; if not, fill in the reason. */
static bool comparable(struct comparison *comparison)
{
	const struct results *sides[] = { comparison->base, comparison->new };
	const struct differences *differences = &comparison->differences;
	size_t room = sizeof(comparison->reason);

	for (int i = 0; i < 2; i++) {
		const char *why = results_untrusted(sides[i]);

		if (!why)
			continue;
		snprintf(comparison->reason, room, "%s cannot be trusted: %s",
			 i ? "NEW" : "BASE", why);
		return false;
	}
	if (differences->count && differences->difference[0].decides) {
		snprintf(comparison->reason, room, "%s differs: %s, %s",
			 differences->difference[0].name, differences->difference[0].base,
			 differences->difference[0].new);
		return false;
	}
	if (cpus_empty(&comparison->cpus)) {
		snprintf(comparison->reason, room, "the results have no CPU in common");
		return false;
	}
	return true;
}

static bool read_differences(struct comparison *comparison)
{
	const struct cpus *base = &comparison->base->cpus;
	const struct cpus *new = &comparison->new->cpus;

	comparison->cpus = cpus_both(base, new);
	comparison->same_cpus = cpus_equal(base, new);
	return differences_find(&comparison->differences, comparison->base,
				comparison->new);
}

/* ---- Figures ------------------------------------------------------------- */

/*
 * The largest sample of a run is what many look for first. It is not judged,
 * since it varies from run to run: the maxima of blocks are judged instead.
 */
static bool largest_list(struct comparison *comparison, int cpu,
			 enum event_context context)
{
	const struct latency base = stats_corrected(comparison->base->stats,
						    cpu, context);
	const struct latency new = stats_corrected(comparison->new->stats, cpu,
						   context);

	return comparison_add(comparison, &(struct figure) {
		.kind = FIGURE_LARGEST, .cpu = cpu, .context = context,
		.judgement = NOT_JUDGED,
		.base = { .value = base.max, .supported = true },
		.new = { .value = new.max, .supported = true },
		.change = { relative_change(new.max, base.max), NAN, NAN },
	});
}

/* Return what a change of averages is, if chance is left to the spread of runs. */
static enum judgement judge_average(const struct comparison *comparison,
				    uint64_t base, uint64_t new)
{
	double margin = comparison_margin(comparison, base < new ? base : new,
					  comparison->demands.tolerance_ns);

	if (!comparison->of_several)
		return NOT_JUDGED;
	if (base + margin < new)
		return WORSE;
	return new + margin < base ? BETTER : SAME;
}

/*
 * The average of a run is all that every file of another program has beside its
 * extremes. Nothing is known of how much of its change is chance within the
 * runs.
 */
static bool average_list(struct comparison *comparison, int cpu,
			 enum event_context context)
{
	const struct latency base = stats_corrected(comparison->base->stats,
						    cpu, context);
	const struct latency new = stats_corrected(comparison->new->stats, cpu,
						   context);
	struct figure figure = {
		.kind = FIGURE_AVERAGE, .cpu = cpu, .context = context,
		.base = { .value = latency_average(&base), .supported = true },
		.new = { .value = latency_average(&new), .supported = true },
	};

	double change = relative_change(figure.new.value, figure.base.value);

	figure.change = (struct change) { change, change, change };
	figure.judgement = judge_average(comparison, figure.base.value,
					 figure.new.value);
	if (figure.judgement == NOT_JUDGED)
		figure.change.low = figure.change.high = NAN;
	return comparison_add(comparison, &figure);
}

/* List the figures of a CPU that only some kind of measurement has. */
static bool list_own(struct comparison *comparison, int cpu)
{
	for (int kind = 0; kind < KINDS; kind++) {
		const struct kind_compare *of = kind_row(kind)->compare;

		if (of && !of->list(comparison, cpu))
			return false;
	}
	return true;
}

static bool list_cpu(struct comparison *comparison, int cpu)
{
	bool has_blocks = !comparison_has_foreign(comparison);
	bool good = true;

	for (int i = 0; good && i < CONTEXTS; i++) {
		if (!stats_corrected(comparison->base->stats, cpu, i).count ||
		    !stats_corrected(comparison->new->stats, cpu, i).count)
			continue;
		good = (has_blocks || average_list(comparison, cpu, i)) &&
		       largest_list(comparison, cpu, i) &&
		       equal_list(comparison, cpu, i) &&
		       (!has_blocks || maxima_list(comparison, cpu, i)) &&
		       percentiles_list(comparison, cpu, i);
	}
	return good && list_own(comparison, cpu);
}

static bool list_figures(struct comparison *comparison)
{
	bool good = true;
	int cpu;

	/* Maxima over more CPUs are larger, so compare equal CPU sets only. */
	if (comparison->same_cpus)
		good = list_cpu(comparison, EVERY_CPU);
	cpus_for_each(cpu, &comparison->cpus)
		good = good && list_cpu(comparison, cpu);
	return good;
}

/*
 * Determine how sure each interval has to be, so that the chance that any of
 * them is wrong is at most alpha (C. E. Bonferroni). Averages, maxima,
 * percentiles, and what only a kind of measurement has, have equal shares of
 * alpha, and so have all figures within each of these groups.
 */
static void share_alpha(struct comparison *comparison)
{
	int count[FIGURE_KINDS] = { 0 }, own[KINDS] = { 0 };
	int shares, ends;
	double alpha;

	if (comparison->alone) {
		equivalence_share(comparison);
		return;
	}
	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];

		if (figure->judgement == NOT_COMPARABLE ||
		    figure->judgement == NOT_JUDGED)
			continue;
		count[figure->kind]++;
		if (figure->kind == FIGURE_OWN)
			own[figure->own->kind]++;
	}
	shares = !!count[FIGURE_AVERAGE] + !!count[FIGURE_MAXIMUM] +
		 !!count[FIGURE_PERCENTILE];
	for (int kind = 0; kind < KINDS; kind++)
		shares += !!own[kind];
	alpha = comparison->demands.alpha / (shares ?: 1);
	/*
	 * One interval has two tails, an interval for each result four. With
	 * several runs of BASE there is one interval for any figure.
	 */
	ends = comparison->bases > 1 ? 2 : 4;
	comparison->tail[FIGURE_AVERAGE] =
		alpha / 2 / (count[FIGURE_AVERAGE] ?: 1);
	comparison->tail[FIGURE_MAXIMUM] =
		alpha / 2 / (count[FIGURE_MAXIMUM] ?: 1);
	comparison->tail[FIGURE_PERCENTILE] =
		alpha / ends / (count[FIGURE_PERCENTILE] ?: 1);
	for (int kind = 0; kind < KINDS; kind++)
		comparison->own_chance[kind] = alpha / (own[kind] ?: 1);
}

/* ---- Judgement ----------------------------------------------------------- */

static bool comparison_has_tracer(const struct comparison *comparison,
				  const char *tracer)
{
	for (int i = 0; i < comparison->bases; i++)
		if (!strcmp(comparison->base[i].tracer, tracer))
			return true;
	return !strcmp(comparison->new->tracer, tracer);
}

static const char *why_without_maxima(const struct comparison *comparison)
{
	if (!comparison_has_foreign(comparison))
		return "the results have no figure in common";
	if (comparison->figures && comparison->bases > 1)
		return "one maximum of each run: no test is possible";
	if (comparison->figures)
		return "one run each, without blocks of time: no test is possible; see --base";
	return comparison_has_tracer(comparison, "cyclictest") ?
	       "no user latency beside cyclictest's: measure with 'rtla timerlat hist -u'" :
	       "the results have no latency in common: give two of one program";
}

/* Fill in the reason why none of the maxima could be compared. */
static void tell_why(struct comparison *comparison)
{
	size_t room = sizeof(comparison->reason);
	const struct figure *figure = NULL;
	char block[QUANTITY_LEN], whole[QUANTITY_LEN];
	uint64_t needs;

	for (int i = 0; i < comparison->figures && !figure; i++)
		if (comparison->figure[i].kind == FIGURE_MAXIMUM)
			figure = &comparison->figure[i];
	if (!figure) {
		snprintf(comparison->reason, room, "%s", why_without_maxima(comparison));
		return;
	}
	needs = time_max(figure->base.needs_ns, figure->new.needs_ns);
	snprintf(comparison->reason, room, needs ?
		 "%s: the maxima of %d blocks of %s are needed, a run of %s" :
		 "%s", figure->reason, COMPARED_BLOCKS,
		 duration_text(needs / COMPARED_BLOCKS, block),
		 needed_text(needs, whole));
}

/*
 * Fill in the judgement of the comparison. A worse figure counts more than
 * better ones. Without comparable maxima, "no difference seen" would say
 * nothing about the largest latencies, so the judgement is "not comparable"
 * instead.
 */
static void comparison_conclude(struct comparison *comparison)
{
	int maxima = 0;

	for (int i = 0; i < comparison->figures; i++)
		maxima += comparison->figure[i].kind == FIGURE_MAXIMUM &&
			  comparison->figure[i].judgement != NOT_COMPARABLE;
	comparison->judgement = SAME;
	if (comparison_count(comparison, WORSE)) {
		comparison->judgement = WORSE;
	} else if (comparison_count(comparison, BETTER)) {
		comparison->judgement = BETTER;
	} else if (!maxima) {
		comparison->judgement = NOT_COMPARABLE;
		tell_why(comparison);
	}
}

static int rank_of(const struct figure *figure)
{
	if (figure->judgement == WORSE)
		return 0;
	if (figure->judgement == BETTER)
		return 1;
	return figure->judgement == NOT_COMPARABLE ? 3 : 2;
}

static int by_importance(const void *a, const void *b)
{
	const struct figure *x = *(const struct figure *const *)a;
	const struct figure *y = *(const struct figure *const *)b;
	double x_change = fabs(x->change.value),
	       y_change = fabs(y->change.value);

	if (rank_of(x) != rank_of(y))
		return rank_of(x) - rank_of(y);
	if (rank_of(x) < 2 && x_change != y_change)
		return x_change > y_change ? -1 : 1;
	/* The last context has all others in it. */
	if (x->cpu == y->cpu && x->context != y->context)
		return x->context > y->context ? -1 : 1;
	return x < y ? -1 : x > y;	/* in the order of the list */
}

static bool sort_figures(struct comparison *comparison)
{
	const struct figure **list;

	list = malloc((comparison->figures + 1) * sizeof(*list));
	if (!list)
		return false;
	for (int i = 0; i < comparison->figures; i++)
		list[i] = &comparison->figure[i];
	qsort(list, comparison->figures, sizeof(*list), by_importance);
	comparison->worst_first = list;
	return true;
}

/* Draw the conclusion from the figures, all of which are judged. */
static bool finish(struct comparison *comparison)
{
	comparison_conclude(comparison);
	return sort_figures(comparison);
}

/*
 * Return whether a percentile is known to differ: it is beyond the histogram of
 * one result, and below the end of that in the other one.
 */
static bool is_beyond_one(const struct figure *figure)
{
	const struct measured *base = &figure->base, *new = &figure->new;

	return (new->at_least && !base->at_least && base->value < new->value &&
		figure->judgement == WORSE) ||
	       (base->at_least && !new->at_least && new->value < base->value &&
		figure->judgement == BETTER);
}

/*
 * Judge no percentile of a result without blocks of time, if BASE has one run,
 * but for those that left the histogram, or came back into it.
 */
static void leave_percentiles(struct comparison *comparison)
{
	for (int i = 0; i < comparison->figures; i++) {
		struct figure *figure = &comparison->figure[i];

		if (figure->kind != FIGURE_PERCENTILE ||
		    figure->judgement == NOT_COMPARABLE || is_beyond_one(figure))
			continue;
		figure->judgement = NOT_JUDGED;
		figure->change.low = figure->change.high = NAN;
	}
}

/* Judge the figures that only some kind of measurement has. */
static void comparison_judge_own(struct comparison *comparison)
{
	for (int i = 0; i < comparison->figures; i++) {
		struct figure *figure = &comparison->figure[i];

		if (figure->kind == FIGURE_OWN && figure->own->judge &&
		    figure->judgement != NOT_COMPARABLE)
			figure->own->judge(comparison, figure,
					   comparison_inflation(comparison, i));
	}
}

/* Compare NEW with one run. The blocks have been agreed on. */
static bool judge_one(struct comparison *comparison)
{
	if (!list_figures(comparison))
		return false;
	share_alpha(comparison);
	if (!maxima_judge(comparison) || !percentiles_judge(comparison))
		return false;
	comparison_judge_own(comparison);
	if (comparison_has_foreign(comparison) && !comparison->of_several)
		leave_percentiles(comparison);
	return finish(comparison);
}

/* Return the comparison of NEW with one run of BASE, without figures. */
static struct comparison pair_of(const struct comparison *all, int run)
{
	return (struct comparison) {
		.base = &all->base[run], .bases = 1, .new = all->new,
		.all_base = all->base, .all_bases = all->bases,
		.new_path = all->new_path, .demands = all->demands,
		.judgement = NOT_COMPARABLE, .alone = all->alone,
		.of_several = true,
	};
}

/* Prepare the comparison of NEW with each run; return whether all are possible. */
static bool comparable_runs(struct comparison *comparison,
			    struct comparison *pair)
{
	for (int i = 0; i < comparison->bases; i++) {
		if (comparable(&pair[i]))
			continue;
		snprintf(comparison->reason, sizeof(comparison->reason), "%.80s: %.160s",
			 pair[i].base->path, pair[i].reason);
		return false;
	}
	return true;
}

static bool judge_runs(struct comparison *comparison, struct comparison *pair)
{
	maxima_agree(comparison);
	for (int i = 0; i < comparison->bases; i++) {
		maxima_take(&pair[i], comparison);
		if (!judge_one(&pair[i]))
			return false;
	}
	if (!spread_list(comparison, pair, comparison->bases))
		return false;
	share_alpha(comparison);
	return spread_judge(comparison, pair, comparison->bases) &&
	       finish(comparison);
}

static bool compare_runs(struct comparison *comparison)
{
	struct comparison *pair = calloc(comparison->bases, sizeof(*pair));
	bool good = pair;

	for (int i = 0; good && i < comparison->bases; i++) {
		pair[i] = pair_of(comparison, i);
		good = read_differences(&pair[i]);
		comparison->cpus = cpus_both(&comparison->cpus, &pair[i].cpus);
		comparison->same_cpus = comparison->same_cpus &&
					pair[i].same_cpus;
	}
	if (good && comparable_runs(comparison, pair))
		good = judge_runs(comparison, pair);
	for (int i = 0; pair && i < comparison->bases; i++)
		comparison_free(&pair[i]);
	free(pair);
	return good;
}

/* Fill in all that follows from the results and demands of @comparison. */
static bool comparison_compare(struct comparison *comparison)
{
	if (!comparison->new) {
		snprintf(comparison->reason, sizeof(comparison->reason),
			 "NEW cannot be read");
		return true;
	}
	if (!read_differences(comparison))
		return false;
	if (comparison->bases > 1)
		return compare_runs(comparison);
	if (!comparable(comparison))
		return true;
	maxima_agree(comparison);
	return judge_one(comparison);
}

/*
 * Judge whether figures are the same: with the intervals of @comparison, which
 * hold together, and with those that each figure has if it is @alone, which is
 * not filled in yet.
 */
static bool compare_equivalence(struct comparison *comparison,
				struct comparison *alone)
{
	bool good;

	alone->alone = true;
	good = comparison_compare(alone);
	if (good && comparison->figures) {
		equivalence_judge(comparison, alone);
		/* Nothing is known of the maxima, which would have to be the same. */
		if (comparison->judgement == EQUAL &&
		    comparison_has_foreign(comparison)) {
			comparison->judgement = NOT_COMPARABLE;
			tell_why(comparison);
		}
		free(comparison->worst_first);
		good = sort_figures(comparison);
	}
	comparison_free(alone);
	return good;
}

bool comparison_make(struct comparison *comparison, const struct results *base,
		     int bases, const struct results *new, const char *new_path,
		     const struct demands *demands)
{
	struct comparison asked = {
		.base = base, .bases = bases, .new = new, .new_path = new_path,
		.all_base = base, .all_bases = bases,
		.demands = *demands, .judgement = NOT_COMPARABLE,
	};

	*comparison = asked;
	return comparison_compare(comparison) &&
	       (!demands->same_within ||
		compare_equivalence(comparison, &asked)) &&
	       causes_compare(comparison);
}

void comparison_free(struct comparison *comparison)
{
	differences_free(&comparison->differences);
	free(comparison->worst_first);
	comparison->worst_first = NULL;
	free(comparison->figure);
	comparison->figure = NULL;
	comparison->figures = 0;
	compared_causes_free(comparison->causes);
	comparison->causes = NULL;
}
