/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The results that a page or a picture shows.
 */
#ifndef RTLA_REPORT_INPUT_H
#define RTLA_REPORT_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "report/log_bins.h"
#include "results/results.h"

/* The lines of more results could not be told apart. */
#define REPORT_RESULTS_MAX	12

/* The results that a page or a picture shows, sorted into bins. */
struct report_input {
	struct results results[REPORT_RESULTS_MAX];
	int count;
	struct log_bins bins;	/* the same for all charts */
	uint64_t all[REPORT_RESULTS_MAX][CONTEXTS][LOG_BINS_MAX];	/* of all CPUs */
	uint64_t most;		/* samples in the fullest bin of one CPU */
};

/*
 * report_prepare - sort all samples of the results into bins
 *
 * Returns false if there is no memory.
 */
bool report_prepare(struct report_input *input);

/* report_any - return whether any result has samples of this context */
bool report_any(const struct report_input *input, enum event_context context);

/*
 * report_only_foreign - return whether cyclictest has measured all results
 *
 * Then there are no maxima over time, and nothing is known of losses.
 */
bool report_only_foreign(const struct report_input *input);

/* report_label - return "A", "B" and so on; "" if there is only one result */
const char *report_label(const struct report_input *input, int index);

/*
 * report_counts - fill in @counts with the samples of one CPU in each bin
 *
 * @counts has LOG_BINS_MAX elements.
 */
void report_counts(const struct report_input *input, int index, int cpu,
		   enum event_context context, uint64_t *counts);

/*
 * report_style - return the number of the style of a line, from 0 on
 *
 * Each result has its own style or, if there is only one result, each context
 * that can be in it.
 */
int report_style(const struct report_input *input, int index,
		 enum event_context context);

/* report_threshold - return a threshold of a result in ns; 0 if none is set */
uint64_t report_threshold(const struct report_input *input, int index,
			  enum event_context context);

/*
 * report_title - print what was measured, on which machine, and when
 *
 * The text is escaped for HTML. It is about the first result, and tells how
 * many there are besides.
 */
void report_title(FILE *out, const struct report_input *input);

#endif /* RTLA_REPORT_INPUT_H */
