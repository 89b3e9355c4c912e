/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An analysis as an object of JSON.
 */
#ifndef RTLA_ANALYSIS_JSON_H
#define RTLA_ANALYSIS_JSON_H

#include <jansson.h>

#include "analysis.h"
#include "symbols.h"

/*
 * analysis_json - as Documentation/results.schema.json has it
 *
 * NULL if there is no memory.
 */
json_t *analysis_json(const struct analysis *analysis, const char *cause,
		      const struct symbols *symbols);

#endif /* RTLA_ANALYSIS_JSON_H */
