/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An analysis as a JSON object.
 */
#ifndef RTLA_ANALYSIS_JSON_H
#define RTLA_ANALYSIS_JSON_H

#include <jansson.h>

struct advice;
struct analysis;
struct symbols;

/*
 * analysis_json - make the object "analysis" of results
 *
 * Documentation/results.schema.json describes the object.
 * @cause is the cause sentence; "": not known. @about is that of
 * sentence_make_about(). @advice is what to do about it. @symbols names the
 * addresses of the stack. Returns a new reference, or NULL if there is no
 * memory.
 */
json_t *analysis_json(const struct analysis *analysis, const char *cause,
		      const char *about, const struct advice *advice,
		      const struct symbols *symbols);

/*
 * analysis_stack_json - make the array of the functions of the stack, innermost
 * first; NULL: there is no memory
 */
json_t *analysis_stack_json(const struct analysis *analysis,
			    const struct symbols *symbols);

#endif /* RTLA_ANALYSIS_JSON_H */
