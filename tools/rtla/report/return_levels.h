/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of the report about latencies that are exceeded once in a day, or a
 * year.
 */
#ifndef RTLA_REPORT_RETURN_LEVELS_H
#define RTLA_REPORT_RETURN_LEVELS_H

#include <stdio.h>

struct report_input;

/*
 * report_return_levels - print a table of all contexts and results
 *
 * If all runs are too short for any of it, only a note says what would be long
 * enough.
 */
void report_return_levels(FILE *out, const struct report_input *input);

#endif /* RTLA_REPORT_RETURN_LEVELS_H */
