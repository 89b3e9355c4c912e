/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The first line of a comparison.
 */
#ifndef RTLA_COMPARISON_HEADLINE_H
#define RTLA_COMPARISON_HEADLINE_H

#include <stdio.h>

#include "compare/compared_figures.h"

/*
 * comparison_headline_print - print the largest difference as a sentence
 *
 * Those of all CPUs together go first, and what is worse before what is better.
 * If no figure differs, nothing is printed: the verdict says that.
 */
void comparison_headline_print(FILE *out, const struct comparison *comparison);

#endif /* RTLA_COMPARISON_HEADLINE_H */
