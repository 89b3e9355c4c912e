/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Comparisons, for people and for machines.
 */
#ifndef RTLA_COMPARISON_OUTPUT_H
#define RTLA_COMPARISON_OUTPUT_H

#include <stdio.h>

#include "comparison.h"

#define COMPARISON_FORMAT	"rtla-comparison"
#define COMPARISON_VERSION	1

/*
 * comparison_print - a table; its last line is the verdict
 *
 * All CPUs together, and of the others what differs, or, with @every_cpu, all.
 */
void comparison_print(FILE *out, const struct comparison *comparison,
		      bool every_cpu);

/*
 * comparisons_json - all there is, as in Documentation/comparison.schema.json
 *
 * To be freed; NULL if there is no memory. @base is not read where there are no
 * comparisons.
 */
char *comparisons_json(const struct comparison *comparison, int count,
		       const char *base_path, const struct demands *demands,
		       enum judgement judgement, int exit_code);

#endif /* RTLA_COMPARISON_OUTPUT_H */
