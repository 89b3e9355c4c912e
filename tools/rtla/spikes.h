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

#include "tracer.h"

struct spike {
	struct tracer_hit hit;
	time_t when;
	char *report;
	char file[PATH_MAX];
};

/* All zero but for @max, it keeps nothing yet. */
struct spikes {
	struct spike *spike;	/* the worst first */
	int count;
	int max;
	int files;		/* that were named */
};

/* spikes_wants - is it one of the worst so far? */
bool spikes_wants(const struct spikes *spikes, const struct tracer_hit *hit);

/*
 * spikes_name - a name for the file of the next one, after that of @like
 *
 * "trace.txt" becomes "trace-1.txt" and so on.
 */
const char *spikes_name(struct spikes *spikes, const char *like, char *file,
			size_t size);

/*
 * spikes_add - keep it, and its report, which is freed later; the file of one
 * that is kept no more is removed
 *
 * False if there is no memory.
 */
bool spikes_add(struct spikes *spikes, const struct tracer_hit *hit, time_t when,
		char *report, const char *file);

void spikes_print(FILE *out, const struct spikes *spikes);
void spikes_free(struct spikes *spikes);

#endif /* RTLA_SPIKES_H */
