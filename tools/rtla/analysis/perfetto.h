/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The analysis of a hit as a trace for ui.perfetto.dev, in the Trace Event
 * Format (JSON), which chrome://tracing and others read, too.
 *
 * The trace has one process, which stands for the CPU, with these tracks:
 *
 *	the latency, or the noise: one slice, with the cause sentence and the
 *		functions of the stack
 *	its parts: one slice for each segment of the analysis
 *	NMIs, interrupts, softirqs, threads: one slice for each noise event,
 *		also for those before the latency; among threads is an instant
 *		where the stack was taken
 *	counters: the latencies of the traced activations
 *
 * A second process has a track for each thread whose wake-ups were traced, with
 * a slice for each part of a wake-up, and an arrow (two flow events) to it from
 * what woke the thread: an interrupt, softirq or thread of the CPU, or of
 * another CPU a slice in a third process, where the track is that of the thread
 * that ran there.
 *
 * If sched_switch was recorded, a fourth one has a track for each thread that
 * ran on the CPU; and if sched_waking or sched_wakeup was, arrows to where a
 * thread runs from where it was woken, there or in the third one.
 *
 * Times are us since the begin of the trace, as real numbers so that no ns is
 * lost. otherData.base_ns is that begin on CLOCK_MONOTONIC. Amounts
 * in "args" are ns.
 */
#ifndef RTLA_PERFETTO_H
#define RTLA_PERFETTO_H

#include <stddef.h>

struct analysis;
struct event_list;
struct symbols;

/**
 * struct perfetto_config - what the trace needs beside the analysis
 * @symbols: names of the functions of the stack
 * @periods: so many periods before the hit are in it, see periods_around()
 * @wakings: what other CPUs woke (wakings.h); NULL: it is not known
 */
struct perfetto_config {
	const struct symbols *symbols;
	unsigned int periods;
	const struct event_list *wakings;
};

/*
 * perfetto_text - make the trace of an analysis and of the events of its CPU
 *
 * @sentence is the cause sentence. Returns a string that the caller frees, or
 * NULL if there is no memory.
 */
char *perfetto_text(const struct analysis *analysis,
		    const struct event_list *list, const char *sentence,
		    const struct perfetto_config *config);

#endif /* RTLA_PERFETTO_H */
