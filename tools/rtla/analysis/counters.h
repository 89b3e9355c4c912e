/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The counters of a hit: what its CPU did from the timer's interrupt to the
 * sample. They tell a CPU that was slow from one that had other work.
 */
#ifndef RTLA_HIT_COUNTERS_H
#define RTLA_HIT_COUNTERS_H

#include <stdio.h>

#include <jansson.h>

struct analysis;

/* counters_print - print them, as a line that is wrapped; nothing if there are none */
void counters_print(FILE *out, const struct analysis *analysis);

/* counters_json - return them as JSON, or null; NULL: there is no memory */
json_t *counters_json(const struct analysis *analysis);

#endif /* RTLA_HIT_COUNTERS_H */
