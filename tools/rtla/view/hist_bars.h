/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A histogram for people: bars, the percentiles, and a sentence on the longest
 * latency, instead of a column for each CPU.
 */
#ifndef RTLA_HIST_BARS_H
#define RTLA_HIST_BARS_H

#include <stdio.h>

#include "trace/contexts.h"

struct snapshot;

/*
 * hist_bars_print - print the histogram of @tool, of the CPUs of hist.bars_cpus
 * together; none of them: of all CPUs
 *
 * It has the latencies of @contexts contexts, the last of which has the others
 * in it; more than LATENCY_CONTEXTS are left out. The record of @snapshot is
 * needed.
 */
void hist_bars_print(FILE *out, const struct snapshot *snapshot,
		     const char *tool, const enum event_context *context,
		     int contexts);

#endif /* RTLA_HIST_BARS_H */
