/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The runs of a history: of each result, the figures that are shown over time.
 */
#ifndef RTLA_RUNS_H
#define RTLA_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/labels.h"
#include "history/store.h"
#include "trace/contexts.h"

struct history_run;

/* In the order of machine, tracer, and time. A zeroed structure is empty. */
struct history_runs {
	struct history_run *run;
	int count;
	int unread;		/* files that could not be read */
};

/* Which runs are meant, and what of them. */
struct run_filter {
	struct store_filter store;
	const char *kernel;	/* a pattern for fnmatch(); NULL: any */
	const struct labels *labels;	/* each has to be there, with its value */
	uint32_t percentile;	/* parts of PERCENTILE_WHOLE */
};

/*
 * run_is_meant - return whether the kernel and the labels of a run are as asked
 *
 * @labels may be NULL.
 */
bool run_is_meant(const char *kernel, const json_t *labels,
		  const struct run_filter *filter);

/*
 * runs_read - read all runs of the history @folder that @filter means
 *
 * A file that cannot be read, or is no result, is reported, counted and left
 * out. The index of each folder is used, and written if it lacks results: see
 * run_index.h. Returns RESULT_ERROR after printing the reason, if @folder
 * cannot be read, or without memory. The caller frees @runs with runs_free(),
 * also after a failure.
 */
enum result runs_read(struct history_runs *runs, const char *folder,
		      const struct run_filter *filter);
void runs_free(struct history_runs *runs);

/*
 * runs_alike - return how many runs from @first on have its machine and tracer
 */
int runs_alike(const struct history_runs *runs, int first);

/* runs_have - return whether one of @count runs has samples of @context */
bool runs_have(const struct history_run *run, int count,
	       enum event_context context);

/*
 * runs_have_number - return whether one of @count runs of a kind tells the
 * number with this index
 */
bool runs_have_number(const struct history_run *run, int count, int number);

#endif /* RTLA_RUNS_H */
