/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures of a measurement that are plain numbers, in tables: a row says
 * where a figure is, and all that is said of it. Results are written, and the
 * pages about them made, from these tables. A figure without a row is in no
 * output.
 */
#ifndef RTLA_FIGURE_ROW_H
#define RTLA_FIGURE_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of a figure that is not known. */
#define FIGURE_UNKNOWN	UINT64_MAX

/**
 * struct figure_row - a row
 * @id: its member in results; NULL ends a table
 * @title: its name in the report; NULL: the report has no column for it
 * @meaning: a sentence that says what it is
 * @field: the offset, in the struct that the table is about, of a uint64_t
 * @in_ns: it is a time in ns; otherwise it is a number
 * @is_loss: what it counts is missing; its sum over all CPUs is one of "losses"
 * @may_be_unknown: it may be FIGURE_UNKNOWN, which is null in results
 * @may_be_absent: results of older versions do not have it
 * @is_positive: it is not 0
 * @metric: its family in OpenMetrics, a counter for each CPU; NULL: none
 * @note: what is printed at the end of a measurement if it is not 0, after "CPU
 *	1,3: " and the largest value; NULL: nothing
 */
struct figure_row {
	const char *id;
	const char *title;
	const char *meaning;
	size_t field;
	bool in_ns;
	bool is_loss;
	bool may_be_unknown;
	bool may_be_absent;
	bool is_positive;
	const char *metric;
	const char *note;
};

/* FIGURE - set the place of a figure that is called in results as in the struct @of */
#define FIGURE(of, member)	.id = #member, .field = offsetof(of, member)

/**
 * struct figure_table - a table, and where its figures are
 * @place: the member of results that has them; NULL ends a list of tables
 * @figures: its rows
 */
struct figure_table {
	const char *place;
	const struct figure_row *figures;
};

/* figure_of - return the figure in a struct that its table is about */
static inline uint64_t *figure_of(const struct figure_row *figure, void *of)
{
	return (uint64_t *)((char *)of + figure->field);
}

/* figure_value - the same, to read it */
static inline uint64_t figure_value(const struct figure_row *figure,
				    const void *of)
{
	return *(const uint64_t *)((const char *)of + figure->field);
}

/* figure_is_known - return whether there is such a figure in the struct @of */
static inline bool figure_is_known(const struct figure_row *figure,
				   const void *of)
{
	return !figure->may_be_unknown ||
	       figure_value(figure, of) != FIGURE_UNKNOWN;
}

#endif /* RTLA_FIGURE_ROW_H */
