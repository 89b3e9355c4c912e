/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of overheads share this. Nothing outside of this folder includes
 * it: all else asks the row of the kind.
 */
#ifndef RTLA_OVERHEADS_KIND_H
#define RTLA_OVERHEADS_KIND_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "stats/figure_row.h"
#include "trace/contexts.h"

struct command;
struct kernel_costs;
struct results;
struct run_summary;
struct view;

extern const struct command overheads_top, overheads_hist;
/* All of them; NULL after the last one. */
extern const struct command *const overheads_commands[];

extern const struct view overheads_view, overheads_hist_view;

/* The numbers that an overhead has beside its latencies. */
extern const struct figure_row overheads_figures[];
extern const struct figure_table overheads_tables[];

/* overheads_set_configuration - add which overheads count, and "program" */
void overheads_set_configuration(json_t **json,
				 const struct run_summary *summary);

/*
 * overheads_set_context - add how an overhead is measured, and its flaws; @cpu
 * -1: of all
 */
void overheads_set_context(json_t **json, const struct run_summary *summary,
			   int cpu, enum event_context context);

/* overheads_set_figures - add "overheads": the basic figures of each, of all CPUs */
void overheads_set_figures(json_t **json, const struct run_summary *summary);

/*
 * overheads_print_csv - print a header, and a line for each overhead and CPU
 *
 * The first line of each overhead is that of all CPUs together. Returns false
 * if there is no memory for all of it.
 */
bool overheads_print_csv(FILE *out, const struct run_summary *summary);

/* overheads_print_metrics - print how many overheads were flawed */
void overheads_print_metrics(FILE *out, const struct run_summary *summary);

/* overheads_add_costs - add what a job needs of the kernel */
void overheads_add_costs(struct kernel_costs *costs,
			 const struct results *results, int cpu);

#endif /* RTLA_OVERHEADS_KIND_H */
