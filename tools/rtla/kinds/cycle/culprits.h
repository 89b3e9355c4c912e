/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The culprits that made threads wait within their cycles, over the whole run.
 */
#ifndef RTLA_CULPRITS_H
#define RTLA_CULPRITS_H

#include <stdio.h>

#include <jansson.h>

struct report_input;
struct snapshot;
struct watched_cycles;

/* culprits_print - print those that took the most time, below a table */
void culprits_print(FILE *out, const struct snapshot *snapshot);

/* culprits_json - return those of a thread, the longest first */
json_t *culprits_json(const struct watched_cycles *cycles);

/* culprits_by_others_json - return what those took that are not kept */
json_t *culprits_by_others_json(const struct watched_cycles *cycles);

/* culprits_report - print a table of those in results, or nothing */
void culprits_report(FILE *out, const struct report_input *input);

#endif /* RTLA_CULPRITS_H */
