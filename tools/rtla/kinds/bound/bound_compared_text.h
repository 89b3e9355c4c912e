/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of the bound in the text of a comparison.
 */
#ifndef RTLA_BOUND_COMPARED_TEXT_H
#define RTLA_BOUND_COMPARED_TEXT_H

#include <stdio.h>

#include "compare/compared_figures.h"

/*
 * bound_table_print - print what each result says of the bound, and where they
 * differ
 *
 * It has all CPUs together and, of each CPU, what differs, or everything if
 * @every_cpu. Nothing is printed if the results are not of the bound.
 */
void bound_table_print(FILE *out, const struct comparison *comparison,
		       bool every_cpu);

#endif /* RTLA_BOUND_COMPARED_TEXT_H */
