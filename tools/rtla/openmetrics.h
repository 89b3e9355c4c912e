/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results for monitoring: OpenMetrics text, which the textfile collector of
 * node_exporter reads, too.
 */
#ifndef RTLA_OPENMETRICS_H
#define RTLA_OPENMETRICS_H

#include <stdio.h>

#include "results_json.h"

/*
 * openmetrics_print - what was measured so far
 *
 * Losses and the verdict only if it is @final. Times are in seconds, as there
 * is no other unit of time there.
 */
void openmetrics_print(FILE *out, const struct results_facts *facts,
		       bool final);

#endif /* RTLA_OPENMETRICS_H */
