// SPDX-License-Identifier: GPL-2.0
/*
 * Causes of noise as JSON: see causes_json.h.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/json_write.h"
#include "results/causes_json.h"
#include "results/figures_json.h"
#include "results/place.h"
#include "results/results.h"
#include "stats/causes.h"

static json_t *cause_json(const struct cause *cause)
{
	json_t *json = json_pack("{s:s, s:o, s:o, s:o}",
		"kind", noise_source_name(cause->kind),
		"id", json_number_if(cause->kind != NOISE_NMI && cause->id >= 0,
				     cause->id),
		"name", json_name(cause->name),
		"function", json_name(cause->function));

	figures_set(&json, cause_figures, cause);
	return json;
}

json_t *causes_list_json(const struct causes *causes, int cpu)
{
	json_t *array = causes ? json_array() : json_null();

	for (int i = 0; causes && i < causes->count; i++)
		if (causes->cause[i].cpu == cpu)
			json_append(&array, cause_json(&causes->cause[i]));
	return array;
}

/* ---- Reading ------------------------------------------------------------- */

/* Read which noises they are; an id or a name of null: it has none. */
static void cause_read_identity(struct place *place, const json_t *json,
				struct cause *cause)
{
	const json_t *kind = place_member(place, json, "kind", JSON_STRING);
	const char *name = json_string_value(json_object_get(json, "name"));
	const char *function =
		json_string_value(json_object_get(json, "function"));
	bool has_id = !json_is_null(json_object_get(json, "id"));
	uint64_t id = has_id ? place_number(place, json, "id") : 0;

	if (place->wrong)
		return;
	for (int i = NOISE_NMI; i < NOISE_SOURCES; i++)
		if (!strcmp(json_string_value(kind), noise_source_name(i)))
			cause->kind = i;
	if (cause->kind == NOISE_HARDWARE)
		place_wrong(place, "kind: unknown");
	if (id > INT_MAX)
		place_wrong(place, "id: too large");
	cause->id = has_id || cause->kind == NOISE_NMI ? (int)id : CAUSE_OTHERS;
	snprintf(cause->name, sizeof(cause->name), "%s", name ?: "");
	snprintf(cause->function, sizeof(cause->function), "%s",
		 function ?: "");
}

static void cause_read(struct place *place, struct causes *causes,
		       const json_t *json, int cpu)
{
	struct cause cause = { .cpu = cpu };

	if (!json_is_object(json)) {
		place_wrong(place, "not an object");
		return;
	}
	cause_read_identity(place, json, &cause);
	figures_read(place, json, cause_figures, &cause);
	if (!place->wrong && cause.max > cause.sum)
		place_wrong(place, "max_ns is larger than sum_ns");
	if (!place->wrong && !causes_add(causes, &cause))
		place_wrong(place, "out of memory");
}

void causes_read(struct place *place, struct results *results,
		 const json_t *json, int cpu)
{
	const json_t *causes = json_object_get(json, "causes"), *cause;
	size_t back = place_enter(place, "causes", 0), i;

	if (!causes || json_is_null(causes)) {
		place_leave(place, back);
		return;
	}
	if (!json_is_array(causes))
		place_wrong(place, "not an array");
	if (!results->kind.causes)
		results->kind.causes = causes_new();
	if (!results->kind.causes)
		place_wrong(place, "out of memory");
	json_array_foreach(causes, i, cause) {
		size_t inner = place_enter(place, NULL, i);

		if (!place->wrong)
			cause_read(place, results->kind.causes, cause, cpu);
		place_leave(place, inner);
	}
	if (!place->wrong)
		causes_sort(results->kind.causes);
	place_leave(place, back);
}
