/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results for monitoring, as OpenMetrics text. For the textfile collector of
 * node_exporter, see prometheus_text.h.
 */
#ifndef RTLA_OPENMETRICS_H
#define RTLA_OPENMETRICS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "trace/contexts.h"

struct figure_row;
struct run_summary;

/*
 * openmetrics_print - print the figures so far as OpenMetrics text
 *
 * Losses and the verdicts on gates are printed only if the result is @final.
 * Times are in seconds, because OpenMetrics has no other unit of time.
 */
void openmetrics_print(FILE *out, const struct run_summary *summary,
		       bool final);

/*
 * metrics_family - print the lines that come before the metrics of a family;
 * @unit may be NULL
 */
void metrics_family(FILE *out, const char *name, const char *type,
		    const char *unit, const char *help);

/*
 * metrics_begin - print the name of a metric, and its first labels; the caller
 * goes on
 */
void metrics_begin(FILE *out, const char *name, int cpu,
		   enum event_context context);

/* metrics_label - print a label, whose text may have any bytes */
void metrics_label(FILE *out, const char *name, const char *text);

/* metrics_seconds - print a time exactly to the ns, which a double could not do */
void metrics_seconds(FILE *out, uint64_t ns);

/* metrics_figure - print the lines before the figures of a row, which has a metric */
void metrics_figure(FILE *out, const struct figure_row *figure);

/* metrics_figure_of - print it of a CPU, from the struct @of, if it is known */
void metrics_figure_of(FILE *out, const struct figure_row *figure, int cpu,
		       const void *of);

#endif /* RTLA_OPENMETRICS_H */
