// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of misses: see compare_misses.h. Misses are events, and cycles
 * are in the place of the time that a rate has.
 */
#include <math.h>
#include <stdio.h>

#include "compare/comparison_output.h"
#include "compare/kind_compare.h"
#include "kinds/cycle/compare_misses.h"
#include "kinds/cycle/cycle_numbers.h"
#include "results/results.h"
#include "stats/clusters.h"
#include "stats/distribution.h"
#include "stats/sample_record.h"

/* ---- Figures ------------------------------------------------------------- */

static const char *why_no_misses(const struct missed_cycles *base,
				 const struct missed_cycles *new)
{
	if (!base->deadline_ns || !new->deadline_ns)
		return "one has no deadline";
	return base->deadline_ns == new->deadline_ns ? NULL :
						       "other deadlines";
}

/* Misses are those of threads, so that there is one figure for all CPUs. */
static bool misses_list(struct comparison *comparison, int cpu)
{
	const struct missed_cycles base = missed_cycles(comparison->base);
	const struct missed_cycles new = missed_cycles(comparison->new);
	struct figure figure = {
		.kind = FIGURE_OWN, .own = &figure_misses, .cpu = cpu,
		.context = CONTEXT_CYCLE_RESPONSE,
		.base = { .count = base.misses, .time_ns = base.cycles,
			  .supported = true },
		.new = { .count = new.misses, .time_ns = new.cycles,
			 .supported = true },
	};

	if (cpu != EVERY_CPU || !base.cycles || !new.cycles ||
	    (!base.deadline_ns && !new.deadline_ns))
		return true;
	figure.reason = why_no_misses(&base, &new);
	figure.judgement = figure.reason ? NOT_COMPARABLE : SAME;
	return comparison_add(comparison, &figure);
}

/* ---- Judgement ----------------------------------------------------------- */

/*
 * Return how many times larger the variance of the number of misses is because
 * they come together: one long disturbance makes several cycles miss. It is
 * found as for a percentile, of which the deadline is one.
 */
static double misses_together(const struct results *results)
{
	uint64_t deadline = missed_cycles(results).deadline_ns;
	const struct run_blocks blocks =
		blocks_of(results, EVERY_CPU, CONTEXT_CYCLE_RESPONSE);
	struct distribution all;
	double together = 1;

	if (record_copy(results->record, EVERY_CPU, CONTEXT_CYCLE_RESPONSE,
			RECORD_ALL, &all) && all.count)
		together = clusters_dispersion(&blocks, deadline) /
			   clusters_above(&blocks, &all, deadline);
	distribution_free(&all);
	return together;
}

static double misses_share(const struct measured *measured)
{
	return (double)measured->count / measured->time_ns;
}

/*
 * Return the variance of the number of misses, divided by its mean. That is 1
 * for events of a Poisson process; a cycle is a miss at most once, so that the
 * number is a binomial variable, whose variance is smaller by the part of the
 * cycles that are no misses. The larger such part is taken; it is not 0, by
 * which counts could not be divided.
 */
static double misses_dispersion(const struct comparison *comparison,
				const struct figure *figure, double inflation)
{
	double others = 1 - fmin(misses_share(&figure->base),
				 misses_share(&figure->new));
	double together = fmax(misses_together(comparison->base),
			       misses_together(comparison->new));

	return fmax(others, 0.001) * fmax(together, inflation);
}

static void misses_judge(struct comparison *comparison, struct figure *figure,
			 double inflation)
{
	figure->dispersion = misses_dispersion(comparison, figure, inflation);
	figure_judge_rates(comparison, figure, figure_tail(comparison, figure));
}

/* ---- Output -------------------------------------------------------------- */

static void misses_print_name(const struct figure *figure, char *text,
			      size_t size)
{
	(void)figure;
	snprintf(text, size, "miss rate");
}

static void misses_print(const struct measured *measured, char *text,
			 size_t size)
{
	snprintf(text, size, "%.4g %%", 100 * misses_share(measured));
}

static json_t *misses_json(const struct figure *figure,
			   const struct measured *measured)
{
	(void)figure;
	return json_pack("{s:I, s:I}",
			 "misses", (json_int_t)measured->count,
			 "cycles", (json_int_t)measured->time_ns);
}

static void misses_set_json(json_t *object, const struct comparison *comparison,
			    const struct figure *figure)
{
	(void)comparison;
	json_object_set_new(object, "dispersion",
			    figure->judgement == NOT_COMPARABLE ?
			    json_null() : comparison_real(figure->dispersion));
}

const struct own_figure figure_misses = {
	.kind = KIND_CYCLE,
	.name = "miss rate",
	.is_rate = true,
	.judge = misses_judge,
	.print_name = misses_print_name,
	.print_value = misses_print,
	.side_json = misses_json,
	.set_json = misses_set_json,
};

const struct kind_compare cycle_compare = {
	.list = misses_list,
};
