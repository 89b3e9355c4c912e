/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What has taken time on a CPU as JSON, written and read: see
 * Documentation/results.md.
 */
#ifndef RTLA_CAUSES_JSON_H
#define RTLA_CAUSES_JSON_H

#include <jansson.h>

struct causes;
struct place;
struct results;

/*
 * causes_list_json - return those of a CPU as an array; @causes NULL: null, as
 * the tracer does not tell. NULL if there is no memory
 */
json_t *causes_list_json(const struct causes *causes, int cpu);

/*
 * causes_read - read them again, from the object of a CPU in the document;
 * older results have none
 */
void causes_read(struct place *place, struct results *results,
		 const json_t *json, int cpu);

#endif /* RTLA_CAUSES_JSON_H */
