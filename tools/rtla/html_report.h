/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The report: one page of HTML about one result, or several beside each other.
 *
 * It needs nothing else: no script, no other file, no network.
 */
#ifndef RTLA_HTML_REPORT_H
#define RTLA_HTML_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "log_bins.h"
#include "results.h"

/* More lines than these could not be told apart. */
#define REPORT_RESULTS_MAX	8

/* What a report, or a plot, is of. */
struct subject {
	struct results results[REPORT_RESULTS_MAX];
	int count;
	struct log_bins bins;	/* of all that is drawn */
	uint64_t all[REPORT_RESULTS_MAX][STOPS][LOG_BINS_MAX];	/* of all CPUs */
	uint64_t most;		/* in a bin of one CPU */
};

/* subject_prepare - sort all samples into bins; false if there is no memory */
bool subject_prepare(struct subject *subject);

/* subject_any - has any of them samples of this context? */
bool subject_any(const struct subject *subject, enum event_context context);

/* subject_label - "A", "B" and so on; "" if there is only one */
const char *subject_label(const struct subject *subject, int index);

/* subject_counts - of one CPU, in each bin: LOG_BINS_MAX of them */
void subject_counts(const struct subject *subject, int index, int cpu,
		    enum event_context context, uint64_t *counts);

/* subject_style - the colour of a line: of a result, or of the only one's context */
int subject_style(const struct subject *subject, int index,
		  enum event_context context);

/* subject_threshold - of a result; 0 is none */
uint64_t subject_threshold(const struct subject *subject, int index,
			   enum event_context context);

/* context_title - for people: "IRQ latency" */
const char *context_title(enum event_context context);

/* html_report - the page, to be freed; NULL if there is no memory */
char *html_report(const struct subject *subject, size_t *size);

/*
 * Its sections; @out is the page. They draw nothing where there is nothing to
 * draw. False: there is no memory for all of it.
 */
void chart_distributions(FILE *out, const struct subject *subject);
void chart_heatmaps(FILE *out, const struct subject *subject);
void chart_maxima(FILE *out, const struct subject *subject);
void chart_noise(FILE *out, const struct subject *subject);
void chart_analyses(FILE *out, const struct subject *subject);
void html_gates(FILE *out, const struct subject *subject);
bool html_figures(FILE *out, const struct subject *subject);
void html_cpus(FILE *out, const struct subject *subject);
void html_losses(FILE *out, const struct subject *subject);
bool html_environment(FILE *out, const struct subject *subject);
bool html_configuration(FILE *out, const struct subject *subject);

/* chart_legend - what the lines of a chart are: of results, or of contexts */
void chart_legend(FILE *out, const struct subject *subject);

#endif /* RTLA_HTML_REPORT_H */
