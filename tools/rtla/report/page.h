/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The report: one HTML page about one result, or about several side by side.
 *
 * The page needs nothing else: no script, no other file, no network.
 */
#ifndef RTLA_PAGE_H
#define RTLA_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct report_input;

/*
 * html_report - return the page, and its length in *@size
 *
 * Returns NULL if there is no memory. The caller frees the page.
 */
char *html_report(const struct report_input *input, size_t *size);

/*
 * The functions below print the sections of the page to @out, without their
 * headings. A section that has nothing to show prints nothing, and is left out
 * with its heading. They return false if there is no memory for all of it.
 */
bool section_gates(FILE *out, const struct report_input *input);
bool section_figures(FILE *out, const struct report_input *input);
bool section_bars(FILE *out, const struct report_input *input);
bool section_stops(FILE *out, const struct report_input *input);
bool section_kept(FILE *out, const struct report_input *input);
bool section_averages(FILE *out, const struct report_input *input);
bool section_distributions(FILE *out, const struct report_input *input);
bool section_heatmaps(FILE *out, const struct report_input *input);
bool section_maxima(FILE *out, const struct report_input *input);
bool section_causes(FILE *out, const struct report_input *input);
bool section_cpus(FILE *out, const struct report_input *input);
bool section_losses(FILE *out, const struct report_input *input);
bool section_environment(FILE *out, const struct report_input *input);
bool section_configuration(FILE *out, const struct report_input *input);

#endif /* RTLA_PAGE_H */
