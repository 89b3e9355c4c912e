/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures of the bound of the scheduling latency as JSON: "bound" of a CPU,
 * see Documentation/results.md.
 */
#ifndef RTLA_BOUND_JSON_H
#define RTLA_BOUND_JSON_H

#include <jansson.h>

#include "stats/figure_row.h"

struct bound_figures;
struct place;

/* The numbers of a bound. */
extern const struct figure_table bound_tables[];

/*
 * bound_json - return the figures of a CPU; NULL if there is no memory
 *
 * The caller frees it with json_decref().
 */
json_t *bound_json(const struct bound_figures *figures);

/*
 * bound_json_read - read what bound_json() has made, to new @figures
 *
 * Prints an error if anything is wrong, and sets @place->wrong. The caller
 * frees @figures->interrupt in any case.
 */
void bound_json_read(struct place *place, const json_t *json,
		     struct bound_figures *figures);

#endif /* RTLA_BOUND_JSON_H */
