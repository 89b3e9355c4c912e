/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kind of measurement tells comparisons by this which figures only it has,
 * besides those of its samples. Its row names it: see stats/kind.h.
 */
#ifndef RTLA_KIND_COMPARE_H
#define RTLA_KIND_COMPARE_H

#include <stdio.h>

#include <jansson.h>

#include "compare/compared_figures.h"

/**
 * struct own_figure - a figure that only one kind of measurement has,
 * FIGURE_OWN
 * @kind: that kind. All of its figures have an equal share of what is left to
 *	chance
 * @name: in JSON, like "noise share"
 * @of_each: with one run of BASE, each result has an interval, and both decide
 *	about an end of the change; otherwise the change has one
 * @is_rate: events by time, of which there may be none; otherwise the value is
 *	compared
 * @is_time: the value is a time in ns
 * @has_table: it is in a table of its kind, not in that of all figures
 * @may_differ: results are the same even if it is not
 * @judge: judge it and fill in its change, unless it is not comparable;
 *	@inflation is that of comparison_inflation(). NULL: it is judged when it
 *	is added
 * @print_name: print its name in the table of all figures, for people
 * @print_value: print the value of a result there
 * @side_json: return the figure of one result
 * @set_json: add what only this figure has; NULL: nothing
 */
struct own_figure {
	enum kind kind;
	const char *name;
	bool of_each;
	bool is_rate;
	bool is_time;
	bool has_table;
	bool may_differ;
	void (*judge)(struct comparison *comparison, struct figure *figure,
		      double inflation);
	void (*print_name)(const struct figure *figure, char *text,
			   size_t size);
	void (*print_value)(const struct measured *measured, char *text,
			    size_t size);
	json_t *(*side_json)(const struct figure *figure,
			     const struct measured *measured);
	void (*set_json)(json_t *object, const struct comparison *comparison,
			 const struct figure *figure);
};

/**
 * struct kind_compare - the comparison of what only one kind of measurement has
 * @list: add the figures of one CPU, or of EVERY_CPU, if both results have
 *	them; return false if there is no memory
 * @print: print a table of these figures, with those of each CPU that do not
 *	differ if @every_cpu; nothing if there are none. NULL: they are in the
 *	table of all figures
 */
struct kind_compare {
	bool (*list)(struct comparison *comparison, int cpu);
	void (*print)(FILE *out, const struct comparison *comparison,
		      bool every_cpu);
};

/* figure_is_rate - return whether it counts events, and the value is not used */
static inline bool figure_is_rate(const struct figure *figure)
{
	return figure->kind == FIGURE_OWN && figure->own->is_rate;
}

/* figure_has_table - return whether it is in a table of its kind of measurement */
static inline bool figure_has_table(const struct figure *figure)
{
	return figure->kind == FIGURE_OWN && figure->own->has_table;
}

/* figure_tail - return the chance beyond one end of the figure's interval */
static inline double figure_tail(const struct comparison *comparison,
				 const struct figure *figure)
{
	int ends;

	if (figure->kind != FIGURE_OWN)
		return comparison->tail[figure->kind];
	ends = figure->own->of_each && comparison->bases == 1 ? 4 : 2;
	return comparison->own_chance[figure->own->kind] / ends;
}

#endif /* RTLA_KIND_COMPARE_H */
