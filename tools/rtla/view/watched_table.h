/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of a kind that watches threads: with a row for each thread, for each
 * CPU, or for each who woke threads, as the user wants it. These are the cells
 * that such tables have in common.
 */
#ifndef RTLA_WATCHED_TABLE_H
#define RTLA_WATCHED_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/latency.h"
#include "view/table.h"

struct snapshot;

#define WATCHED_SHORT_WIDTH	5	/* of times and counts in narrow tables */
#define WATCHED_DURATION_WIDTH	12	/* as snapshot_duration() prints it */

/* watched_part_of - return a part of a row, or of ALL_CPUS */
struct latency watched_part_of(const struct snapshot *snapshot, int row,
			       enum event_context context);

/* watched_print_time - print a time in the unit that is shown, us with a digit */
void watched_print_time(const struct snapshot *snapshot, double ns, char *text,
			size_t size);

/*
 * watched_average - return the average of a part in ns, or 0 if there is none
 */
double watched_average(const struct latency *of);

/* The cells of columns; those of times are about the context of the column. */
#define WATCHED_CELL(name) \
	void name(struct cell *cell, const struct snapshot *snapshot, \
		  const struct column *column, int row)
WATCHED_CELL(watched_fill_tid);
WATCHED_CELL(watched_fill_comm);
WATCHED_CELL(watched_fill_count);
WATCHED_CELL(watched_fill_part);	/* AVERAGE/MAXIMUM, sorted by the latter */
WATCHED_CELL(watched_fill_average);
WATCHED_CELL(watched_fill_max);
/* These have WATCHED_SHORT_WIDTH characters, perhaps with a larger unit. */
WATCHED_CELL(watched_fill_short_count);
WATCHED_CELL(watched_fill_short_average);
WATCHED_CELL(watched_fill_short_max);
/* The field of the column is the percentile. */
WATCHED_CELL(watched_fill_percentile);

/*
 * watched_print_short_time - print a time into WATCHED_SHORT_WIDTH characters:
 * in the unit that is shown, or in a larger one, which follows the number
 */
void watched_print_short_time(const struct snapshot *snapshot, double ns,
			      char *text, size_t size);

/*
 * watched_print_title - print what is shown and in which unit, and on a
 * terminal the thresholds
 */
void watched_print_title(FILE *out, const struct snapshot *snapshot,
			 const char *what);

/* watched_rows, watched_has_row - functions of a struct table of threads */
int watched_rows(const struct snapshot *snapshot);
bool watched_has_row(const struct snapshot *snapshot, int row);

/* watched_print_all - print a line and the row of all together, if there is any */
void watched_print_all(FILE *out, const struct table *table,
		       const struct snapshot *snapshot);

#endif /* RTLA_WATCHED_TABLE_H */
