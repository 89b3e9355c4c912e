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
			 json_number_if(of ? figure_is_known(table, of) :
					     !table->may_be_unknown,
					of ? figure_value(table, of) : 0));
}

json_t *figures_json(const struct figure_row *table, const void *of)
{
	json_t *json = json_object();

	figures_set(&json, table, of);
	return json;
}

void figures_read(struct place *place, const json_t *json,
		  const struct figure_row *table, void *of)
{
	for (; table->id; table++) {
		const json_t *value = json_object_get(json, table->id);

		if ((table->may_be_unknown && json_is_null(value)) ||
		    (table->may_be_absent && !value))
			continue;
		*figure_of(table, of) = place_number(place, json, table->id);
		if (table->is_positive && !figure_value(table, of))
			place_wrong(place, "%s: 0", table->id);
	}
}

void figures_read_member(struct place *place, const json_t *json,
			 const char *name, const struct figure_row *table,
			 void *of)
{
	const json_t *member = place_member(place, json, name, JSON_OBJECT);
	size_t back = place_enter(place, name, 0);

	if (member)
		figures_read(place, member, table, of);
	place_leave(place, back);
}
