/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result, read again, in the formats of other tools.
 */
#ifndef RTLA_EXPORTED_H
#define RTLA_EXPORTED_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "base/message.h"
#include "trace/contexts.h"

struct results;

/*
 * exported_rt_tests - return the latencies of @context as cyclictest of
 * rt-tests writes its own with --json
 *
 * Each measured CPU with latencies is a thread, whose latencies are cut to
 * whole us, as those of cyclictest are without --nsecs. Skipped periods are
 * left out: cyclictest has one latency for all of them, too. Returns NULL if
 * there is no memory. The caller frees the document with json_decref().
 */
json_t *exported_rt_tests(const struct results *results,
			  enum event_context context);

/*
 * exported_csv - print a line for each CPU and context, and one for all CPUs
 *
 * Documentation/results.md has the columns. Returns false if there is no
 * memory.
 */
bool exported_csv(FILE *out, const struct results *results);

/*
 * exported_junit - print the verdicts on the gates and on the run as JUnit XML
 *
 * Prints the reason and returns RESULT_ERROR if a gate of the result is none
 * that this version knows.
 */
enum result exported_junit(FILE *out, const struct results *results);

#endif /* RTLA_EXPORTED_H */
