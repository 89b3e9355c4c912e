/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One picture by gnuplot with distributions, heat maps and maxima over time.
 */
#ifndef RTLA_PLOT_H
#define RTLA_PLOT_H

#include <stdbool.h>

#include "report/page.h"

/* plot_is_known - return whether the name of a file ends with .svg or .png */
bool plot_is_known(const char *path);

/*
 * plot_make - let gnuplot draw a picture, of *@size bytes in *@picture
 *
 * @path determines the kind of picture, see plot_is_known(), but is not
 * written. The caller frees *@picture. After a failure, the reason has been
 * printed: returns RESULT_CANNOT if gnuplot is not installed, else
 * RESULT_ERROR. No file is left, as gnuplot reads and writes files in memory.
 */
enum result plot_make(const struct report_input *input, const char *path,
		      char **picture, size_t *size);

/*
 * plot_script - print the script for gnuplot to @out (plot_script.c)
 *
 * gnuplot writes the picture to @to: SVG if @svg is true, else PNG.
 */
void plot_script(FILE *out, const struct report_input *input, bool svg,
		 const char *to);

#endif /* RTLA_PLOT_H */
