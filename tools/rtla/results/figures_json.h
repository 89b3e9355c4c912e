/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The figures of a table (stats/figure_row.h) as JSON, written and read.
 */
#ifndef RTLA_FIGURES_JSON_H
#define RTLA_FIGURES_JSON_H

#include <jansson.h>

struct figure_row;
struct place;

/*
 * figures_set - add all figures of a table that are in the struct @of; NULL:
 * each is not known or, if it has to be, 0
 */
void figures_set(json_t **json, const struct figure_row *table, const void *of);

/* figures_json - return them as a new object; NULL if there is no memory */
json_t *figures_json(const struct figure_row *table, const void *of);

/*
 * figures_read - read these members of @json to the struct @of; it keeps what
 * it has in place of a figure that is not known, or absent as it may be. All
 * others have to be there
 */
void figures_read(struct place *place, const json_t *json,
		  const struct figure_row *table, void *of);

/* figures_read_member - read them from the member @name of @json, an object */
void figures_read_member(struct place *place, const json_t *json,
			 const char *name, const struct figure_row *table,
			 void *of);

#endif /* RTLA_FIGURES_JSON_H */
