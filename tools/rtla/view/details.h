/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that is known of one row of a table on a terminal.
 */
#ifndef RTLA_DETAILS_H
#define RTLA_DETAILS_H

#include <stdio.h>

struct latency_bars;
struct snapshot;
struct table;

/*
 * details_print - print the details of a row, as lines of which the first is a
 * title
 *
 * Of a CPU that timerlat measures, these are its latencies, percentiles and
 * histograms, else all columns, below each other. The live part of @snapshot is
 * needed.
 */
void details_print(FILE *out, const struct table *table,
		   const struct snapshot *snapshot, int row);

/*
 * details_print_bars - print the columns of @bars below a heading, in the unit
 * that is shown, and as wide as the window
 */
void details_print_bars(FILE *out, const struct snapshot *snapshot,
			struct latency_bars *bars);

#endif /* RTLA_DETAILS_H */
