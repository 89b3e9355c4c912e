/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of osnoise share this. Nothing outside of this folder includes it:
 * all else asks the row of the kind.
 */
#ifndef RTLA_OSNOISE_KIND_H
#define RTLA_OSNOISE_KIND_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "stats/figure_row.h"

struct command;
struct place;
struct results;
struct report_input;
struct run_summary;
struct view;

extern const struct command osnoise_top, osnoise_hist, hwnoise;
/* All of them; NULL after the last one. */
extern const struct command *const osnoise_commands[];

extern const struct view osnoise_view, osnoise_hist_view, hwnoise_view;

/* The numbers of "periods", which are in struct noise. */
extern const struct figure_row noise_figures[];
extern const struct figure_table osnoise_tables[];

/* osnoise_set_configuration - add how noise was looked for */
void osnoise_set_configuration(json_t **json,
			       const struct run_summary *summary);

/* osnoise_set_cpu - add "periods" of a CPU; -1: of all CPUs */
void osnoise_set_cpu(json_t **json, const struct run_summary *summary, int cpu);

/*
 * osnoise_print_metrics - print the noise of periods, and how often each source
 * took time
 */
void osnoise_print_metrics(FILE *out, const struct run_summary *summary);

/* osnoise_read_cpu - read the noise of the periods of a CPU, which only osnoise has */
void osnoise_read_cpu(struct place *place, struct results *results,
		      const json_t *json, int cpu);

/* section_noise - print the section of the report about noise; false: no memory */
bool section_noise(FILE *out, const struct report_input *input);

#endif /* RTLA_OSNOISE_KIND_H */
