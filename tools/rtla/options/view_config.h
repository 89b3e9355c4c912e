/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How the figures of a measurement are shown: the part of its configuration
 * that views need.
 */
#ifndef RTLA_VIEW_CONFIG_H
#define RTLA_VIEW_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"

/* The tables of wake-ups and cycles have a row for one of these. */
enum by {
	BY_THREAD,
	BY_CPU,
	BY_WAKER,		/* each who has woken a thread */
	BY_NOTHING,		/* there is no table: the default of a histogram */
};

/* Whether the live table has colours. */
enum color {
	COLOR_AUTO,		/* unless NO_COLOR is set */
	COLOR_ALWAYS,
	COLOR_NEVER,
};

/* How a histogram is made and shown. */
struct hist_config {
	int64_t bucket_size;	/* in the unit that is shown: us or ns */
	int64_t bucket_ns;	/* given as a time; 0: in that unit */
	int64_t entries;
	bool no_irq;
	bool no_thread;
	bool no_header;
	bool no_summary;
	bool no_index;
	bool with_zeros;
	bool matrix;		/* a column for each CPU, on a terminal, too */
	bool bars;		/* bars, percentiles and a sentence instead */
	struct cpus bars_cpus;	/* of these CPUs together; none: of all */
};

/**
 * struct view_config - what the options say of views
 * @by: which rows the table of wake-ups has
 * @per_cpu: overheads: there are rows for each CPU
 * @columns: bound: bits of enum bound_column to show
 * @cases: bound: the five cases of the model are shown
 * @rules: bound: so are its rules
 * @nano: times are in ns, not in us
 * @color: whether a table on a terminal has colours
 * @hist: what a histogram shows
 */
struct view_config {
	enum by by;
	bool per_cpu;
	unsigned int columns;
	bool cases;
	bool rules;
	bool nano;
	enum color color;
	struct hist_config hist;
};

#endif /* RTLA_VIEW_CONFIG_H */
