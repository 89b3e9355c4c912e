/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pictures by gnuplot: distributions, heat maps and maxima over time, in one.
 */
#ifndef RTLA_PLOT_H
#define RTLA_PLOT_H

#include <stdbool.h>

#include "html_report.h"

/* plot_is_known - does the name of a file say which kind of picture it is? */
bool plot_is_known(const char *path);

/*
 * plot_make - have gnuplot draw; @picture is to be freed
 *
 * Or say why not: RESULT_CANNOT where there is no gnuplot. Nothing is left of
 * it: what gnuplot reads and writes is in memory.
 */
enum result plot_make(const struct subject *subject, const char *path,
		      char **picture, size_t *size);

/* plot_script - what gnuplot is told (plot_script.c); @to is where it draws */
void plot_script(FILE *out, const struct subject *subject, bool svg,
		 const char *to);

#endif /* RTLA_PLOT_H */
