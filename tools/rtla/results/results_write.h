/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The result of a measurement, as JSON: see Documentation/results.md.
 */
#ifndef RTLA_RESULTS_WRITE_H
#define RTLA_RESULTS_WRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <jansson.h>

#include "stats/kind_figures.h"
#include "trace/reader.h"

struct command;
struct config;
struct distribution;
struct host_info;
struct latency;
struct sample_record;
struct stalls;
struct stats;
struct tracer_config;
struct tracer_cpu;
struct tracer_hit;
struct untraced;

/*
 * All that a result is made from. The JSON values belong to the caller. A NULL
 * among them stands for null, or for an empty list.
 */
struct run_summary {
	const struct command *command;
	const struct config *config;	/* with the CPUs filled in */
	const struct tracer_config *tracer;	/* that of @config: what is measured */
	const char *measured_by;	/* NULL: nothing could measure */
	const struct host_info *host;	/* NULL: it is left out */
	time_t started_at;
	uint64_t measured_ns;
	/* The part of @measured_ns in which no hit could be noticed. */
	uint64_t unwatched_ns;
	const char *ended_by;
	const struct stats *stats;	/* NULL: nothing was measured */
	struct sample_record *record;
	struct kind_figures kind;
	/* State of each measured CPU, in order; NULL: nothing was measured. */
	const struct tracer_cpu *cpu_totals;
	const struct untraced *untraced;	/* NULL: not known */
	const struct stalls *stalls;		/* NULL: not known */
	const uint64_t *missing_of;	/* missed samples, by CPU number */
	struct reader_counts counts;
	json_t *environment;
	json_t *stop;
	json_t *kept;
	json_t *load;
	json_t *program;	/* the one after "--" */
	json_t *gates;
	json_t *reasons;
	const char *outcome;
	int exit_code;
	/* Whether the figures are trusted, whatever the verdicts on gates. */
	bool trusted;
};

/*
 * results_json - return the whole result; NULL if there is no memory
 *
 * The caller frees it, and the values that the functions below return, with
 * json_decref().
 */
json_t *results_json(const struct run_summary *summary);

/*
 * results_stop - return a hit as JSON; NULL if there is no memory
 *
 * @trace: name of its trace file, or NULL
 * @analysis: its analysis, which the function takes over, or NULL
 */
json_t *results_stop(const struct tracer_hit *hit, const char *trace,
		     json_t *analysis);

/*
 * results_time - print @when in UTC, as in results: "2026-11-21T18:20:00Z"
 *
 * Returns @text, which is empty after a failure.
 */
const char *results_time(time_t when, char *text, size_t size);

/*
 * results_latency - return the basic figures of @latency, as in a stream
 *
 * These are count, minimum, average and maximum. Returns NULL if there is no
 * memory.
 */
json_t *results_latency(const struct latency *latency);

/*
 * results_distribution - return the same with percentiles and a histogram
 *
 * @measured_ns: how long it was measured, for how long it takes until a
 *	percentile is supported. Returns NULL if there is no memory.
 */
json_t *results_distribution(const struct latency *latency,
			     const struct distribution *distribution,
			     uint64_t measured_ns);

#endif /* RTLA_RESULTS_WRITE_H */
