// SPDX-License-Identifier: GPL-2.0
/*
 * The parts that a tracer could not see: see not_seen.h.
 */
#include <string.h>

#include "base/json_write.h"
#include "host/machine.h"
#include "results/not_seen.h"
#include "stats/kind.h"
#include "trace/capabilities.h"

/* Return what a kind measures, as the table has it. */
static unsigned int measurements_of(const struct kind_row *kind)
{
	unsigned int of = 0;

	if (kind->has_user_threads)
		of |= CAPABILITY_OF_LATENCIES;
	if (kind->has_noise)
		of |= CAPABILITY_OF_NOISE;
	if (kind->watches_threads)
		of |= kind->has_cycles ? CAPABILITY_OF_CYCLES :
					 CAPABILITY_OF_WAKE_UPS;
	return of;
}

json_t *not_seen_json(const char *tracer, const struct kind_row *kind)
{
	const struct machine machine = { .root = "" };
	struct capability_facts facts = { .machine = &machine };
	json_t *array = json_array();
	int recorder = 0;

	while (recorder < RECORDERS && tracer &&
	       strcmp(recorder_name(recorder), tracer))
		recorder++;
	for (const struct capability *row = capabilities;
	     tracer && recorder < RECORDERS && row->title; row++) {
		const char *why = row->of & measurements_of(kind) ?
				  capability_lacks(row, recorder, &facts) : NULL;

		if (why)
			json_append(&array, json_pack("{s:s, s:s, s:s}",
						      "id", row->id,
						      "what", row->lack,
						      "why", why));
	}
	capability_facts_free(&facts);
	return array;
}

json_t *not_seen_table(void)
{
	json_t *rows = json_array();

	for (const struct capability *row = capabilities; row->title; row++) {
		json_t *cells = json_object();

		for (int i = 0; i < RECORDERS; i++)
			json_set(&cells, recorder_name(i),
				 json_string(row->cell[i].text));
		json_append(&rows, json_pack("{s:s, s:s, s:o}", "id", row->id,
					     "title", row->title,
					     "tracers", cells));
	}
	return rows;
}
