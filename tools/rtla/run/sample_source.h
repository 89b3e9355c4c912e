/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the events come from that are read all of the time: a trace instance,
 * or the tracer itself, if it records its events without one.
 */
#ifndef RTLA_SAMPLE_SOURCE_H
#define RTLA_SAMPLE_SOURCE_H

#include <stdbool.h>

#include "base/cpus.h"
#include "trace/reader.h"

struct tracer;
struct tracer_ops;

/**
 * struct sample_source - such a source; a zeroed one has nothing to read
 * @reader: of the trace instance; NULL: there is none
 * @ops, @tracer: the tracer that has them; NULL: none
 * @cpus: its CPUs
 * @counts: what was read and lost; of the instance, since it was closed
 */
struct sample_source {
	struct reader *reader;
	const struct tracer_ops *ops;
	struct tracer *tracer;
	struct cpus cpus;
	struct reader_counts counts;
};

/* sample_source_is_read - return whether there is anything to read */
bool sample_source_is_read(const struct sample_source *source);

/*
 * sample_source_cpus - return the number of CPUs
 *
 * The @index of a CPU below is its place among them.
 */
int sample_source_cpus(const struct sample_source *source);

/*
 * sample_source_drain - read events of one CPU, at most @most pages
 *
 * It is as reader_drain(). A page of a tracer's own events is PAGE_EVENTS.
 */
int sample_source_drain(struct sample_source *source, int index, int most,
			reader_fn *fn, void *context);

/* sample_source_drain_rest - read the rest of them: see reader_drain_rest() */
bool sample_source_drain_rest(struct sample_source *source, int index,
			      reader_fn *fn, void *context);

/* sample_source_counts - return how many events were read and lost */
struct reader_counts sample_source_counts(const struct sample_source *source);

/* sample_source_close - read no more; what was counted stays */
void sample_source_close(struct sample_source *source);

#endif /* RTLA_SAMPLE_SOURCE_H */
