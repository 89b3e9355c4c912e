/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tables of "timerlat top" share these functions: the one that scripts read
 * (timerlat_view.c), and those on a terminal (timerlat_live.c).
 */
#ifndef RTLA_TOP_TABLE_H
#define RTLA_TOP_TABLE_H

#include <stdbool.h>

struct cell;
struct column;
struct tracer_config;
struct snapshot;
struct table;

/* top_contexts - return the number of contexts that are shown */
int top_contexts(const struct snapshot *snapshot);

/* top_has_row - return whether any latency of a CPU was measured */
bool top_has_row(const struct snapshot *snapshot, int cpu);

/* These functions fill in a figure of a latency. */
typedef void top_fill_fn(struct cell *cell, const struct snapshot *snapshot,
			 const struct column *column, int cpu);
top_fill_fn top_fill_current, top_fill_min, top_fill_average, top_fill_max;

/* top_live_table - return the table with all columns on a terminal */
const struct table *top_live_table(const struct tracer_config *tracer);

#endif /* RTLA_TOP_TABLE_H */
