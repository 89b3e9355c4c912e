// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of bounds: see compare_bound.h.
 */
#include <math.h>
#include <stdio.h>

#include "base/json_write.h"
#include "base/times.h"
#include "kinds/bound/compare_bound.h"
#include "results/results.h"
#include "stats/bound_figures.h"
#include "stats/latency_bound.h"

/* ---- Figures ------------------------------------------------------------- */

/* Return both ends of a figure on one CPU. An absent variable is not known. */
static struct bound_variable bound_ends_of(const struct figure *figure,
					   const struct bound_figures *of)
{
	if (figure->own == &figure_bound_variable)
		return bound_longest(of, figure->context);
	return (struct bound_variable) {
		of->column[figure->number].lower_ns,
		of->column[figure->number].upper_ns,
	};
}

static bool bound_is_known(const struct figure *figure,
			   const struct bound_figures *of)
{
	return figure->own == &figure_bound_column ||
	       bound_windows_of(of, figure->context)->method != BOUND_ABSENT;
}

static void bound_add_cpu(const struct figure *figure,
			  const struct bound_figures *of,
			  struct measured *measured)
{
	struct bound_variable ends = bound_ends_of(figure, of);

	if (!measured->own || ends.upper_ns > measured->high)
		measured->own = of;
	measured->low = time_max(measured->low, ends.lower_ns);
	measured->high = time_max(measured->high, ends.upper_ns);
	measured->supported = measured->supported && bound_is_known(figure, of);
}

/* Fill in one side. Returns false if nothing is known of one of the CPUs. */
static bool bound_fill(const struct results *results,
		       const struct figure *figure, struct measured *measured)
{
	int cpu;

	*measured = (struct measured) { .supported = true };
	cpus_for_each(cpu, &results->cpus) {
		const struct bound_figures *of =
			bound_set_at(results->kind.bounds, cpu);

		if (figure->cpu != EVERY_CPU && figure->cpu != cpu)
			continue;
		if (!of)
			return false;
		bound_add_cpu(figure, of, measured);
	}
	measured->value = measured->high;
	measured->count = measured->high == BOUND_ENDLESS;
	return measured->own;
}

/* Return why a figure of both results cannot be compared, or NULL. */
static const char *bound_why_not(const struct figure *figure)
{
	if (!figure->base.supported || !figure->new.supported)
		return "not measured on this kernel";
	if (figure->own == &figure_bound_column &&
	    bound_compared(&figure->base)->without_idle !=
	    bound_compared(&figure->new)->without_idle)
		return "only one of them is without idle";
	return NULL;
}

static void bound_judge(const struct comparison *comparison,
			struct figure *figure)
{
	figure->reason = bound_why_not(figure);
	if (figure->reason) {
		figure->judgement = NOT_COMPARABLE;
		return;
	}
	figure->judgement = SAME;
	if (figure->base.count || figure->new.count) {
		figure->judgement = NOT_JUDGED;
		figure->change = (struct change) { NAN, NAN, NAN };
		return;
	}
	figure_judge_intervals(comparison, figure,
			       comparison->demands.tolerance_ns);
	if (!comparison->of_several)
		figure->judgement = NOT_JUDGED;
}

static bool bound_add_figure(struct comparison *comparison,
			     struct figure figure)
{
	if (!bound_fill(comparison->base, &figure, &figure.base) ||
	    !bound_fill(comparison->new, &figure, &figure.new))
		return true;
	bound_judge(comparison, &figure);
	return comparison_add(comparison, &figure);
}

bool bound_list(struct comparison *comparison, int cpu)
{
	bool good = true;

	if (!comparison->base->kind.bounds || !comparison->new->kind.bounds)
		return true;
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++)
		good = good && bound_add_figure(comparison, (struct figure) {
			.kind = FIGURE_OWN, .own = &figure_bound_variable,
			.cpu = cpu, .context = i,
		});
	for (int i = 0; i < BOUND_COLUMNS; i++)
		good = good && bound_add_figure(comparison, (struct figure) {
			.kind = FIGURE_OWN, .own = &figure_bound_column,
			.cpu = cpu, .number = i,
		});
	return good;
}

/* ---- Differences --------------------------------------------------------- */

/* Return how a column has changed of which one side or both do not converge. */
static enum bound_change bound_divergence(const struct comparison *comparison,
					  const struct figure *figure)
{
	bool all_of_base = figure->base.count == (uint64_t)comparison->bases;

	if (figure->base.count && !all_of_base)
		return BOUND_UNTOLD;
	if (figure->new.count)
		return all_of_base ? BOUND_DIVERGES : BOUND_DIVERGES_NOW;
	return BOUND_CONVERGES_NOW;
}

struct bound_difference bound_difference(const struct comparison *comparison,
					 const struct figure *figure)
{
	const struct measured *base = &figure->base, *new = &figure->new;
	struct bound_difference difference = { .change = BOUND_UNTOLD };

	if (figure->judgement == NOT_COMPARABLE) {
		difference.change = BOUND_UNKNOWN;
	} else if (base->count || new->count) {
		difference.change = bound_divergence(comparison, figure);
	} else if (new->low > base->high) {
		difference.change = BOUND_LONGER;
		difference.least_ns = new->low - base->high;
		difference.most_ns = new->high - base->low;
	} else if (new->high < base->low) {
		difference.change = BOUND_SHORTER;
		difference.least_ns = base->low - new->high;
		difference.most_ns = base->high - new->low;
	} else if (base->low == base->high && new->low == new->high) {
		difference.change = BOUND_EQUAL;
	}
	return difference;
}

const char *bound_change_name(enum bound_change change)
{
	static const char *const names[BOUND_CHANGES] = {
		[BOUND_EQUAL] = "no difference",
		[BOUND_UNTOLD] = "no difference can be told",
		[BOUND_LONGER] = "longer",
		[BOUND_SHORTER] = "shorter",
		[BOUND_DIVERGES_NOW] = "converges no more",
		[BOUND_CONVERGES_NOW] = "converges now",
		[BOUND_DIVERGES] = "neither converges",
		[BOUND_UNKNOWN] = "not comparable",
	};

	return names[change];
}

bool bound_is_shown(const struct comparison *comparison,
		    const struct figure *figure)
{
	struct bound_difference difference =
		bound_difference(comparison, figure);
	uint64_t less = time_min(figure->base.high, figure->new.high);

	switch (difference.change) {
	case BOUND_LONGER:
	case BOUND_SHORTER:
		return difference.least_ns > comparison_margin(comparison, less,
				comparison->demands.tolerance_ns);
	case BOUND_DIVERGES_NOW:
	case BOUND_CONVERGES_NOW:
		return true;
	default:
		return false;
	}
}

/* ---- Names --------------------------------------------------------------- */

const char *bound_because(const struct figure *figure,
			  const struct measured *measured, char *text)
{
	const struct bound_figures *of = bound_compared(measured);
	int because = -1;

	*text = '\0';
	if (figure->own == &figure_bound_column &&
	    measured->high == BOUND_ENDLESS)
		because = of->column[figure->number].because;
	if (because >= 0)
		bound_interrupt_print(&of->interrupt[because], text,
				      BOUND_INTERRUPT_LEN);
	return text;
}

const char *bound_figure_name(const struct figure *figure, char *text,
			      size_t size)
{
	if (figure->own == &figure_bound_column)
		snprintf(text, size, "bound.%s", bound_column_name(figure->number));
	else
		snprintf(text, size, "%s", context_name(figure->context));
	return text;
}

/* ---- JSON ---------------------------------------------------------------- */

/* One end of a bound, or null if there is none. */
static json_t *bound_end_or_null(const struct measured *measured, uint64_t ns)
{
	return measured->supported && ns != BOUND_ENDLESS ? json_integer(ns) :
							    json_null();
}

static json_t *bound_ends_json(const struct measured *measured)
{
	return json_pack("{s:o, s:o}",
			 "lower_ns", bound_end_or_null(measured, measured->low),
			 "upper_ns", bound_end_or_null(measured, measured->high));
}

static json_t *bound_variable_json(const struct figure *figure,
				   const struct measured *measured)
{
	json_t *object = bound_ends_json(measured);

	json_object_set_new(object, "method",
			    json_string(bound_method_name(measured->supported ?
				bound_windows_of(bound_compared(measured),
						 figure->context)->method :
				BOUND_ABSENT)));
	return object;
}

static json_t *bound_column_json(const struct figure *figure,
				 const struct measured *measured)
{
	json_t *object = bound_ends_json(measured);
	char because[BOUND_INTERRUPT_LEN];

	json_object_set_new(object, "because",
			    json_known(bound_because(figure, measured, because)));
	return object;
}

static json_t *bound_difference_json(const struct comparison *comparison,
				     const struct figure *figure)
{
	struct bound_difference difference =
		bound_difference(comparison, figure);
	bool apart = difference.change == BOUND_LONGER ||
		     difference.change == BOUND_SHORTER;

	return json_pack("{s:s, s:o, s:o}",
			 "change", bound_change_name(difference.change),
			 "at_least_ns", apart ? json_integer(difference.least_ns) :
						json_null(),
			 "at_most_ns", apart ? json_integer(difference.most_ns) :
					       json_null());
}

static void bound_set_variable_json(json_t *object,
				    const struct comparison *comparison,
				    const struct figure *figure)
{
	json_object_set_new(object, "context",
			    json_string(context_name(figure->context)));
	json_object_set_new(object, "difference",
			    bound_difference_json(comparison, figure));
}

static void bound_set_column_json(json_t *object,
				  const struct comparison *comparison,
				  const struct figure *figure)
{
	json_object_set_new(object, "column",
			    json_string(bound_column_name(figure->number)));
	json_object_set_new(object, "difference",
			    bound_difference_json(comparison, figure));
}

const struct own_figure figure_bound_variable = {
	.kind = KIND_BOUND,
	.name = "bound variable",
	.is_time = true,
	.has_table = true,
	.may_differ = true,
	.side_json = bound_variable_json,
	.set_json = bound_set_variable_json,
};

const struct own_figure figure_bound_column = {
	.kind = KIND_BOUND,
	.name = "bound column",
	.is_time = true,
	.has_table = true,
	.may_differ = true,
	.side_json = bound_column_json,
	.set_json = bound_set_column_json,
};
