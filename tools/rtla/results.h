/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results of a measurement, read from the file that --json wrote.
 *
 * What there is in such a file, field by field, tells Documentation/results.md.
 */
#ifndef RTLA_RESULTS_H
#define RTLA_RESULTS_H

#include <jansson.h>

#include "cpus.h"
#include "details.h"
#include "message.h"
#include "stats.h"

/* What the file says it is. */
#define RESULTS_FORMAT	"rtla-results"
#define RESULTS_VERSION	1

struct results {
	const char *path;	/* of the command line */
	json_t *document;	/* all of it: configuration, environment, stop ... */
	const char *tracer;	/* "timerlat", "osnoise"; of the document */
	struct cpus cpus;	/* that were measured */
	uint64_t measured_ns;
	struct stats *stats;	/* without sums of squares */
	struct details *details;
};

/*
 * results_read - read and check a file, "-" is standard input
 *
 * Or say what is wrong, and where: a line for what is no JSON, the place in the
 * document, like $.cpus[3].latencies.irq.count, for what is no result. Results
 * of RESULT_CANNOT have nothing measured in them and are refused, too. Then
 * RESULT_ERROR, and @results is empty. To be undone by results_free().
 */
enum result results_read(struct results *results, const char *path);
void results_free(struct results *results);

/* results_has - were there samples of this context, on any CPU? */
bool results_has(const struct results *results, enum event_context context);

/*
 * results_at - a value of the document by its place: "verdict.outcome"
 *
 * NULL if there is none. Not checked: whoever wants a text uses
 * json_string_value(), which takes anything.
 */
const json_t *results_at(const struct results *results, const char *place);

#endif /* RTLA_RESULTS_H */
