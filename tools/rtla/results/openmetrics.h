/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results for monitoring, as OpenMetrics text, which the textfile collector of
 * node_exporter reads, too.
 */
#ifndef RTLA_OPENMETRICS_H
#define RTLA_OPENMETRICS_H

#include <stdio.h>

#include "results/results_write.h"

/*
 * openmetrics_print - print the figures so far as OpenMetrics text
 *
 * Losses and the verdicts on gates are printed only if the result is @final.
 * Times are in seconds, because OpenMetrics has no other unit of time.
 */
void openmetrics_print(FILE *out, const struct run_summary *summary,
		       bool final);

#endif /* RTLA_OPENMETRICS_H */
