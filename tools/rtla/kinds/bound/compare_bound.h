/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bound of the scheduling latency: the ends of its variables and columns.
 *
 * Both ends are of what was observed in one run, so that chance has no part in
 * what they say of that run: two brackets that do not overlap are different.
 * But a further run of the same system observes something else, and one run
 * does not tell by how much. So these figures are judged only if there are
 * several runs of BASE.
 */
#ifndef RTLA_COMPARE_BOUND_H
#define RTLA_COMPARE_BOUND_H

#include "compare/kind_compare.h"

struct bound_figures;

/*
 * The longest window of a variable of the bound, its context; and the bound in
 * one of its columns, its number. Of struct measured, @low and @high are both
 * ends of what was observed, in ns, and of all CPUs the largest ones; @value is
 * @high, and @count the number of runs without an upper end.
 */
extern const struct own_figure figure_bound_variable;
extern const struct own_figure figure_bound_column;

/* bound_compared - return all figures of the CPU with this upper end */
static inline const struct bound_figures *
bound_compared(const struct measured *measured)
{
	return measured->own;
}

/* figure_is_bound - return whether it is a variable or a column of the bound */
static inline bool figure_is_bound(const struct figure *figure)
{
	return figure->own == &figure_bound_variable ||
	       figure->own == &figure_bound_column;
}

/* bound_list - add the figures of one CPU; return false if there is no memory */
bool bound_list(struct comparison *comparison, int cpu);

/* How the brackets of two results lie. Of several runs of BASE, theirs are one. */
enum bound_change {
	BOUND_EQUAL,		/* both have the same exact value */
	BOUND_UNTOLD,		/* they overlap */
	BOUND_LONGER,
	BOUND_SHORTER,
	BOUND_DIVERGES_NOW,	/* NEW does not converge, and all of BASE does */
	BOUND_CONVERGES_NOW,	/* NEW converges, and none of BASE does */
	BOUND_DIVERGES,		/* neither converges */
	BOUND_UNKNOWN,		/* one is absent, or they mean different things */
	BOUND_CHANGES
};

struct bound_difference {
	enum bound_change change;
	uint64_t least_ns;	/* longer and shorter: by at least, and at most, so much */
	uint64_t most_ns;
};

/* bound_difference - return how far the brackets of a variable or a column are apart */
struct bound_difference bound_difference(const struct comparison *comparison,
					 const struct figure *figure);

/* bound_change_name - return the name that all output uses */
const char *bound_change_name(enum bound_change change);

/*
 * bound_is_shown - return whether the difference on one CPU is worth a row
 *
 * That is one beyond the tolerance, or a column that began or ceased to
 * converge.
 */
bool bound_is_shown(const struct comparison *comparison,
		    const struct figure *figure);

/*
 * bound_because - print the vector because of which a column does not converge
 *
 * Returns @text, which has BOUND_INTERRUPT_LEN bytes; "" if there is none.
 */
const char *bound_because(const struct figure *figure,
			  const struct measured *measured, char *text);

/* bound_figure_name - return what a row is called: "psd", "bound.window" */
const char *bound_figure_name(const struct figure *figure, char *text,
			      size_t size);

#endif /* RTLA_COMPARE_BOUND_H */
