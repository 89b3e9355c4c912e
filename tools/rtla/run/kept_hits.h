/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Spikes: the worst hits of a run with --keep, which goes on after hits. Each
 * has its analysis text, and a file with its trace.
 */
#ifndef RTLA_KEPT_HITS_H
#define RTLA_KEPT_HITS_H

#include <limits.h>
#include <stdio.h>
#include <time.h>

#include <jansson.h>

#include "tracer/tracer.h"

struct spike {
	struct tracer_hit hit;
	time_t when;		/* when it was kept */
	char *report;		/* analysis text; NULL: not analysed */
	json_t *analysis;	/* the analysis as JSON; NULL: not wanted */
	int number;		/* number in the names of its files */
};

/* A structure is empty if all but @max, @trace and @perfetto is zero. */
struct spikes {
	struct spike *spike;	/* the worst first */
	int count;
	int max;		/* how many hits to keep */
	int numbers;		/* the last number that was given to a hit */
	const char *trace;	/* trace files get their names from this */
	const char *perfetto;	/* the same for --perfetto; NULL: no files */
};

/* spikes_wants - return whether @hit is one of the worst so far */
bool spikes_wants(const struct spikes *spikes, const struct tracer_hit *hit);

/*
 * spikes_raise - raise thresholds so that only hits that would be kept can come
 *
 * @stop_ns has the user's thresholds by context, STOPS values in ns, which are
 * changed. A threshold of 0 is off, and stays off. Nothing is raised as long as
 * there is room for one more after @hit, which is not added yet.
 */
void spikes_raise(const struct spikes *spikes, const struct tracer_hit *hit,
		  int64_t *stop_ns);

/*
 * spikes_file - make the name of file @number from the name @like
 *
 * "trace.txt" becomes "trace-1.txt" and so on. @file has PATH_MAX bytes.
 * Returns @file.
 */
const char *spikes_file(const char *like, int number, char *file);

/*
 * spikes_add - add a spike, and take over its @report and @analysis
 *
 * It is called if spikes_wants() the hit. If there are @max spikes already, the
 * least of them is dropped, and its files are removed. Returns false if there
 * is no memory; then @report and @analysis still belong to the caller.
 */
bool spikes_add(struct spikes *spikes, const struct spike *spike);

/*
 * spikes_json - return the spikes as an array of hits, see results_stop()
 *
 * The caller frees it with json_decref(). Returns NULL if there is no memory.
 */
json_t *spikes_json(const struct spikes *spikes);

void spikes_print(FILE *out, const struct spikes *spikes);
void spikes_free(struct spikes *spikes);

#endif /* RTLA_KEPT_HITS_H */
