/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The output of comparisons: a table for people, and JSON for machines.
 */
#ifndef RTLA_COMPARISON_OUTPUT_H
#define RTLA_COMPARISON_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "compare/compared_figures.h"

#define COMPARISON_FORMAT	"rtla-comparison"
#define COMPARISON_VERSION	1

/*
 * comparison_print - print a headline if anything differs, the verdict, and a
 * table with the worst figures first
 *
 * The table has figures of all CPUs together, and for each single CPU those
 * that differ, up to ten rows in all; or all figures if @every_cpu is true.
 */
void comparison_print(FILE *out, const struct comparison *comparison,
		      bool every_cpu);

/*
 * comparisons_json - return @count comparisons as JSON, with all their figures
 *
 * They are one at least, and have the same BASE.
 * Documentation/comparison.schema.json describes the format. @judgement and
 * @exit_code are those of all comparisons together. Returns NULL if there is no
 * memory. The caller frees the text.
 */
char *comparisons_json(const struct comparison *comparison, int count,
		       const struct demands *demands,
		       enum judgement judgement, int exit_code);

/*
 * comparisons_document - return the same as a document, which the caller frees
 *
 * comparison_dump - return a document as text, with the digits that figures
 * have; frees it
 */
json_t *comparisons_document(const struct comparison *comparison, int count,
			     const struct demands *demands,
			     enum judgement judgement, int exit_code);
char *comparison_dump(json_t *document);

/*
 * comparison_real - make a number; JSON has none for infinity and NaN, which
 * become null
 */
json_t *comparison_real(double value);

/*
 * comparison_time - make a number of a time in ns; null if it is 0, not known,
 * or too large
 */
json_t *comparison_time(uint64_t ns);

#endif /* RTLA_COMPARISON_OUTPUT_H */
