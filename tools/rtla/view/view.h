/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How statistics are shown. A view only prints statistics: it does not collect
 * or judge them.
 */
#ifndef RTLA_VIEW_H
#define RTLA_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tracer/tracer_events.h"

struct snapshot;
struct table;
struct tracer_config;
struct view_config;

/*
 * A view is either a table, which is also shown during the measurement, or, if
 * @table is NULL, a text that @print prints at the end. With both, the table is
 * shown on a screen, and the text elsewhere. There may be other tables, for
 * those who want to see each CPU, or who woke threads. Of the events of its
 * tracer, a view needs @samples. With @has_bars, it is that of a histogram,
 * which can be shown as bars.
 */
struct view {
	enum tracer_events samples;
	bool has_bars;
	const struct table *table;
	const struct table *by_cpu;
	const struct table *by_waker;
	void (*print)(FILE *out, const struct snapshot *snapshot);
};

/* view_live_table - return the table that a screen shows, or NULL */
const struct table *view_live_table(const struct view *view,
				    const struct view_config *config,
				    const struct tracer_config *tracer);

/* view_print - print a view as text */
void view_print(FILE *out, const struct view *view,
		const struct snapshot *snapshot);

/*
 * view_print_fitting - print a view on a terminal with @columns
 *
 * If lines of the table that view_print() prints would wrap, it is that of the
 * screen.
 */
void view_print_fitting(FILE *out, const struct view *view,
			const struct snapshot *snapshot, int columns);

#define VIEW_CPU_WIDTH	5

/* view_print_cpu - print the first cell of a row of a CPU; -1: of all */
void view_print_cpu(FILE *out, int cpu);

/* view_percentiles - print the percentiles of each measured context and CPU */
void view_percentiles(FILE *out, const struct snapshot *snapshot);

/*
 * view_averages - print the averages of each measured context and CPU, with the
 * intervals that they are in with a confidence of @percent
 */
void view_averages(FILE *out, const struct snapshot *snapshot, int64_t percent);

/*
 * view_print_skipped - say how many of @all latencies are those of skipped
 * periods, if any are
 */
void view_print_skipped(FILE *out, uint64_t skipped, uint64_t all);

#endif /* RTLA_VIEW_H */
