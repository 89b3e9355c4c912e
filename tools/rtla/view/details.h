/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that is known of one row of a table on a terminal.
 */
#ifndef RTLA_DETAILS_H
#define RTLA_DETAILS_H

#include <stdio.h>

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

#endif /* RTLA_DETAILS_H */
