/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of the bound share this. Nothing outside of this folder includes
 * it: all else asks the row of the kind.
 */
#ifndef RTLA_BOUND_KIND_H
#define RTLA_BOUND_KIND_H

#include <stdbool.h>
#include <stdio.h>

struct command;
struct figures;
struct kernel_costs;
struct report_input;
struct results;
struct run_summary;
struct view;

extern const struct command bound_top, bound_hist;
/* All of them; NULL after the last one. */
extern const struct command *const bound_commands[];

extern const struct view bound_view, bound_hist_view;

/* bound_print_metrics - print the bound of each CPU, and all that it is made from */
void bound_print_metrics(FILE *out, const struct run_summary *summary);

/* bound_add_costs - add the bound, and the interrupts that it tells of */
void bound_add_costs(struct kernel_costs *costs, const struct results *results,
		     int cpu);

/* section_bound - print the section of the report about bounds; false: no memory */
bool section_bound(FILE *out, const struct report_input *input);

/* charts_of_bounds - draw the charts of that section, with their legend */
void charts_of_bounds(struct figures *figures,
		      const struct report_input *input);

#endif /* RTLA_BOUND_KIND_H */
