// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of a table as JSON: see figures_json.h.
 */
#include "base/json_write.h"
#include "results/figures_json.h"
#include "results/place.h"
#include "stats/figure_row.h"

void figures_set(json_t **json, const struct figure_row *table, const void *of)
{
	for (; table->id; table++)
		json_set(json, table->id,
			 json_number_if(figure_is_known(table, of),
					figure_value(table, of)));
}

void figures_read(struct place *place, const json_t *json,
		  const struct figure_row *table, void *of)
{
	for (; table->id; table++)
		*figure_of(table, of) = place_number(place, json, table->id);
}
