/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A stop as a trace for ui.perfetto.dev, in the Trace Event Format (JSON), which
 * chrome://tracing and others read, too.
 *
 * One process, the CPU, with these tracks:
 *
 *	the latency, or the noise: one slice, with the sentence of the report
 *	its parts: a slice of each segment of the analysis
 *	NMIs, interrupts, softirqs, threads: slices of what was traced before, too
 *	counters with the latencies of the activations before
 *
 * Times are us (of type real, so that ns are not lost) since the first event;
 * otherData.base_ns is when that was, on CLOCK_MONOTONIC. Amounts in "args" are
 * ns.
 */
#ifndef RTLA_PERFETTO_H
#define RTLA_PERFETTO_H

#include <stddef.h>

struct analysis;
struct event_list;
struct symbols;

/*
 * perfetto_text - of a stop, and the events of its CPU
 *
 * For free(). NULL if there is no memory.
 */
char *perfetto_text(const struct analysis *analysis,
		    const struct event_list *list,
		    const struct symbols *symbols);

#endif /* RTLA_PERFETTO_H */
