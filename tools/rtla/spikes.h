/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The worst hits of a measurement that goes on after them, each with its report
 * and a file with its trace.
 */
#ifndef RTLA_SPIKES_H
#define RTLA_SPIKES_H

#include <limits.h>
#include <stdio.h>
#include <time.h>

#include <jansson.h>

#include "tracer.h"

struct spike {
	struct tracer_hit hit;
	time_t when;
	char *report;
	json_t *analysis;	/* the same for machines; NULL: not wanted */
	int number;		/* of its files */
};

/* All zero but for @max and the names, it keeps nothing yet. */
struct spikes {
	struct spike *spike;	/* the worst first */
	int count;
	int max;
	int numbers;		/* that were given */
	const char *trace;	/* what files are called after */
	const char *perfetto;	/* likewise; NULL: there are none */
};

/* spikes_wants - is it one of the worst so far? */
bool spikes_wants(const struct spikes *spikes, const struct tracer_hit *hit);

/*
 * spikes_raise - raise thresholds to what would be kept after @hit
 *
 * @stop_ns has the user's, by context; one that is 0 is off, and stays so. They
 * are only raised once as many are kept as there may be, @hit among them.
 */
void spikes_raise(const struct spikes *spikes, const struct tracer_hit *hit,
		  int64_t *stop_ns);

/*
 * spikes_file - the file @number that is called after @like, into PATH_MAX
 *
 * "trace.txt" becomes "trace-1.txt" and so on.
 */
const char *spikes_file(const char *like, int number, char *file);

/*
 * spikes_add - keep it, and take over its report and analysis; the files of one
 * that is kept no more are removed
 *
 * False if there is no memory; then these are still the caller's.
 */
bool spikes_add(struct spikes *spikes, const struct spike *spike);

/* spikes_json - an array of stops, for results; NULL if there is no memory */
json_t *spikes_json(const struct spikes *spikes);

void spikes_print(FILE *out, const struct spikes *spikes);
void spikes_free(struct spikes *spikes);

#endif /* RTLA_SPIKES_H */
