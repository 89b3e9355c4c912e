/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of cycles share this. Nothing outside of this folder includes it:
 * all else asks the row of the kind.
 */
#ifndef RTLA_CYCLE_KIND_H
#define RTLA_CYCLE_KIND_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "stats/figure_row.h"

struct command;
struct kind_gates;
struct run_summary;
struct snapshot;
struct tracer_marks;
struct view;
struct watched_threads;

extern const struct command cycle_top, cycle_hist;
/* All of them; NULL after the last one. */
extern const struct command *const cycle_commands[];

extern const struct view cycle_view, cycle_hist_view;

extern const struct kind_gates cycle_gates;

/* The figures of the cycles of a thread, besides its parts. */
extern const struct figure_table cycle_tables[];

/*
 * cycle_misses - return how many cycles of threads with the name @comm were too
 * long; NULL: of all threads
 */
uint64_t cycle_misses(const struct watched_threads *threads, const char *comm);

/* cycle_print_marks - say which marks begin and end cycles */
void cycle_print_marks(FILE *out, const struct tracer_marks *marks);

/* cycle_details - print the details of a thread */
void cycle_details(FILE *out, const struct snapshot *snapshot, int row);

/*
 * cycle_set_configuration - add "targets", which threads are watched, and
 * "cycle", how their cycles are found
 */
void cycle_set_configuration(json_t **json, const struct run_summary *summary);

/* cycle_set_figures - add "threads" */
void cycle_set_figures(json_t **json, const struct run_summary *summary);

/* cycle_print_metrics - print misses and migrations as OpenMetrics */
void cycle_print_metrics(FILE *out, const struct run_summary *summary);

#endif /* RTLA_CYCLE_KIND_H */
