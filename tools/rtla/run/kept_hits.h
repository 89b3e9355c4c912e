/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Spikes: the worst hits of a run with --keep, which goes on after hits. Each
 * has its analysis text, and a file with its trace.
 */
#ifndef RTLA_KEPT_HITS_H
#define RTLA_KEPT_HITS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <jansson.h>

#include "tracer/tracer_state.h"

struct kept_hit {
	struct tracer_hit hit;
	time_t when;		/* when it was kept */
	char *report;		/* analysis text; NULL: not analysed */
	json_t *analysis;	/* the analysis as JSON; NULL: not wanted */
	int number;		/* number in the names of its files */
};

/* A structure is empty if all but @max, @trace and @perfetto is zero. */
struct kept_hits {
	struct kept_hit *kept_hit;	/* the worst first */
	int count;
	int max;		/* how many hits to keep */
	int numbers;		/* the last number that was given to a hit */
	const char *trace;	/* trace files get their names from this */
	const char *perfetto;	/* the same for --perfetto; NULL: no files */
};

/* kept_hits_wants - return whether @hit is one of the worst so far */
bool kept_hits_wants(const struct kept_hits *kept_hits,
		     const struct tracer_hit *hit);

/*
 * kept_hits_raise - raise thresholds so that no hit comes that is not kept
 *
 * @stop_ns has the user's thresholds by context, CONTEXTS values in ns, which
 * are changed. A threshold of 0 is off, and stays off. Nothing is raised as
 * long as there is room for one more after @hit, which is not added yet.
 */
void kept_hits_raise(const struct kept_hits *kept_hits,
		     const struct tracer_hit *hit, int64_t *stop_ns);

/*
 * kept_hits_file - make the name of file @number from the name @like
 *
 * "trace.txt" becomes "trace-1.txt" and so on. @file has PATH_MAX bytes.
 * Returns @file.
 */
const char *kept_hits_file(const char *like, int number, char *file);

/*
 * kept_hits_add - add @hit, and take over its @report and @analysis
 *
 * It is called if kept_hits_wants() the hit. If there are @max hits already,
 * the least of them is dropped, and its files are removed. Returns false if
 * there is no memory; then @report and @analysis still belong to the caller.
 */
bool kept_hits_add(struct kept_hits *kept_hits,
		   const struct kept_hit *kept_hit);

/*
 * kept_hits_json - return the kept hits as an array of hits, see results_stop()
 *
 * The caller frees it with json_decref(). Returns NULL if there is no memory.
 */
json_t *kept_hits_json(const struct kept_hits *kept_hits);

void kept_hits_print(FILE *out, const struct kept_hits *kept_hits);
void kept_hits_free(struct kept_hits *kept_hits);

#endif /* RTLA_KEPT_HITS_H */
