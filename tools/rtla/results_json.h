/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a measurement came to, as JSON: Documentation/results.md.
 */
#ifndef RTLA_RESULTS_JSON_H
#define RTLA_RESULTS_JSON_H

#include <time.h>

#include <jansson.h>

#include "command.h"
#include "details.h"
#include "reader.h"
#include "stats.h"
#include "untraced.h"

/* Objects of JSON stay those of the caller; NULL is "none", or an empty array. */
struct results_facts {
	const struct command *command;
	const struct config *config;	/* with the CPUs filled in */
	time_t started_at;
	uint64_t measured_ns;
	uint64_t unwatched_ns;		/* of it: hits could not be noticed */
	const char *ended_by;
	const struct stats *stats;	/* NULL: nothing was measured */
	struct details *details;
	const struct tracer_cpu *fared;	/* of each CPU; NULL: nothing was measured */
	const struct untraced *untraced;	/* NULL: not known */
	const uint64_t *missing_of;	/* samples of each CPU, by its number */
	struct reader_counts counts;
	json_t *environment;
	json_t *stop;
	json_t *kept;
	json_t *load;
	json_t *gates;
	json_t *reasons;
	const char *outcome;
	int exit_code;
	bool trusted;			/* the figures, whatever gates make of them */
};

/* results_json - all of it; NULL if there is no memory */
json_t *results_json(const struct results_facts *facts);

/* results_stop - a hit, with its trace and analysis, which it takes over */
json_t *results_stop(const struct tracer_hit *hit, const char *trace,
		     json_t *analysis);

/* results_time - as results have it, "2026-11-21T18:20:00Z"; returns @text */
const char *results_time(time_t when, char *text, size_t size);

/* results_latency - one latency in short, for a stream */
json_t *results_latency(const struct latency *latency);

/*
 * results_measures - does a run of this kind have this context?
 */
bool results_measures(const struct config *config, enum event_context context);

#endif /* RTLA_RESULTS_JSON_H */
