/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The runs of a history with which a new result is compared: the last ones of
 * its machine that measured the same in the same way.
 */
#ifndef RTLA_BASE_RUNS_H
#define RTLA_BASE_RUNS_H

#include "compare/compared_figures.h"
#include "history/runs.h"

#define LEFT_OUT_LEN	160

/* Why runs are left out, and how many of them. */
struct left_out {
	char reason[LEFT_OUT_LEN];
	int count;
};

/* A zeroed structure is empty. */
struct base_runs {
	struct file_list files;	/* all of the machine and tracer */
	struct results *run;	/* those that are taken, the oldest first */
	int count;
	struct left_out *left_out;
	int reasons;
	int older;		/* runs that were not looked at any more */
};

/* The runs that base_runs_find() is to find. */
struct base_demand {
	const char *host;	/* the machine of a result that names none, or NULL */
	struct run_filter filter;
	struct demands demands;	/* of the comparison */
	int last;		/* take so many at most */
};

/*
 * base_runs_find - find the base for @new in the history @folder
 *
 * Runs are looked at from the last one on, until there are enough. Left out is
 * each that began after @new; that is @new; that cannot be read; that has
 * another machine, other options, CPUs or load, or not the labels and the
 * kernel that are asked for; and that cannot be compared with @new, because it
 * is too short or not to be trusted.
 *
 * Prints the reason and returns RESULT_ERROR if there is no history, or no
 * memory. The caller frees @base with base_runs_free(), also after a failure,
 * and keeps @new until then.
 */
enum result base_runs_find(struct base_runs *base, const char *folder,
			   const struct results *new,
			   const struct base_demand *demand);
void base_runs_free(struct base_runs *base);

#endif /* RTLA_BASE_RUNS_H */
