// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison of bounds: see compare_bound.h.
 */
#include <math.h>
#include <stdio.h>

#include "base/times.h"
#include "compare/compare_bound.h"
#include "results/results.h"
#include "stats/bound_figures.h"
#include "trace/noise_source.h"

bool figure_is_bound(const struct figure *figure)
{
	return figure->kind == FIGURE_VARIABLE || figure->kind == FIGURE_COLUMN;
}

/* ---- Figures ---------------------------------------------------------------------- */

/* Return both ends of a figure on one CPU. An absent variable is not known. */
static struct bound_variable ends_of(const struct figure *figure,
				     const struct bound_figures *of)
{
	if (figure->kind == FIGURE_VARIABLE)
		return bound_longest(of, figure->context);
	return (struct bound_variable) {
		of->column[figure->column].lower_ns,
		of->column[figure->column].upper_ns,
	};
}

static bool is_known(const struct figure *figure, const struct bound_figures *of)
{
	return figure->kind == FIGURE_COLUMN ||
	       bound_windows_of(of, figure->context)->method != BOUND_ABSENT;
}

static void add_cpu(const struct figure *figure, const struct bound_figures *of,
		    struct measured *measured)
{
	struct bound_variable ends = ends_of(figure, of);

	if (!measured->bound || ends.upper_ns > measured->high)
		measured->bound = of;
	measured->low = time_max(measured->low, ends.lower_ns);
	measured->high = time_max(measured->high, ends.upper_ns);
	measured->supported = measured->supported && is_known(figure, of);
}

/* Fill in one side. Returns false if nothing is known of one of the CPUs. */
static bool fill(const struct results *results, const struct figure *figure,
		 struct measured *measured)
{
	int cpu;

	*measured = (struct measured) { .supported = true };
	cpus_for_each(cpu, &results->cpus) {
		const struct bound_figures *of = bound_set_at(results->bounds, cpu);

		if (figure->cpu != EVERY_CPU && figure->cpu != cpu)
			continue;
		if (!of)
			return false;
		add_cpu(figure, of, measured);
	}
	measured->value = measured->high;
	measured->count = measured->high == BOUND_ENDLESS;
	return measured->bound;
}

/* Return why a figure of both results cannot be compared, or NULL. */
static const char *why_not(const struct figure *figure)
{
	if (!figure->base.supported || !figure->new.supported)
		return "not measured on this kernel";
	if (figure->kind == FIGURE_COLUMN &&
	    figure->base.bound->without_idle != figure->new.bound->without_idle)
		return "only one of them is without idle";
	return NULL;
}

static void judge(const struct comparison *comparison, struct figure *figure)
{
	figure->reason = why_not(figure);
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
	figure_judge_intervals(comparison, figure, comparison->demands.tolerance_ns);
	if (!comparison->of_several)
		figure->judgement = NOT_JUDGED;
}

static bool add_figure(struct comparison *comparison, struct figure figure)
{
	if (!fill(comparison->base, &figure, &figure.base) ||
	    !fill(comparison->new, &figure, &figure.new))
		return true;
	judge(comparison, &figure);
	return comparison_add(comparison, &figure);
}

bool bound_list(struct comparison *comparison, int cpu)
{
	bool good = true;

	if (!comparison->base->bounds || !comparison->new->bounds)
		return true;
	for (int i = BOUND_FIRST; i < BOUND_FIRST + BOUND_VARIABLES; i++)
		good = good && add_figure(comparison, (struct figure) {
			.kind = FIGURE_VARIABLE, .cpu = cpu, .context = i,
		});
	for (int i = 0; i < BOUND_COLUMNS; i++)
		good = good && add_figure(comparison, (struct figure) {
			.kind = FIGURE_COLUMN, .cpu = cpu, .column = i,
		});
	return good;
}

/* ---- Differences ------------------------------------------------------------------ */

/* Return how a column has changed of which one side or both do not converge. */
static enum bound_change divergence(const struct comparison *comparison,
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
		difference.change = divergence(comparison, figure);
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

bool bound_is_shown(const struct comparison *comparison, const struct figure *figure)
{
	struct bound_difference difference = bound_difference(comparison, figure);
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

/* ---- Names ------------------------------------------------------------------------ */

const char *bound_because(const struct figure *figure, const struct measured *measured,
			  char *text)
{
	int because = -1;

	*text = '\0';
	if (figure->kind == FIGURE_COLUMN && measured->high == BOUND_ENDLESS)
		because = measured->bound->column[figure->column].because;
	if (because >= 0)
		bound_interrupt_print(&measured->bound->interrupt[because], text,
				      BOUND_INTERRUPT_LEN);
	return text;
}

const char *bound_figure_name(const struct figure *figure, char *text, size_t size)
{
	if (figure->kind == FIGURE_COLUMN)
		snprintf(text, size, "bound.%s", bound_column_name(figure->column));
	else
		snprintf(text, size, "%s", context_name(figure->context));
	return text;
}
