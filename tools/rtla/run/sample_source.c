// SPDX-License-Identifier: GPL-2.0
/*
 * Where events are read from: see sample_source.h.
 */
#include "run/sample_source.h"
#include "tracer/tracer.h"

/* About as many as a page of a ring buffer has. */
#define PAGE_EVENTS	64

bool sample_source_is_read(const struct sample_source *source)
{
	return source->reader || source->tracer;
}

int sample_source_cpus(const struct sample_source *source)
{
	if (source->tracer)
		return cpus_count(&source->cpus);
	return source->reader ? reader_cpus(source->reader) : 0;
}

/* Return the CPU with this place among @cpus. */
static int source_cpu(const struct sample_source *source, int index)
{
	int cpu;

	cpus_for_each(cpu, &source->cpus)
		if (!index--)
			return cpu;
	return -1;
}

/* Read at most so many pages of the tracer's own events; return how many. */
static int drain_tracer(struct sample_source *source, int index, int most,
			reader_fn *fn, void *context)
{
	int cpu = source_cpu(source, index), pages = 0, got;

	do {
		got = source->ops->drain(source->tracer, cpu, PAGE_EVENTS, fn,
					 context, &source->counts);
		pages += got == PAGE_EVENTS;
	} while (got == PAGE_EVENTS && pages < most);
	return pages;
}

int sample_source_drain(struct sample_source *source, int index, int most,
			reader_fn *fn, void *context)
{
	if (source->tracer)
		return drain_tracer(source, index, most, fn, context);
	return reader_drain(source->reader, index, most, fn, context);
}

bool sample_source_drain_rest(struct sample_source *source, int index,
			      reader_fn *fn, void *context)
{
	const int most = 16;

	if (source->tracer)
		return drain_tracer(source, index, most, fn, context) == most;
	return reader_drain_rest(source->reader, index, fn, context);
}

struct reader_counts sample_source_counts(const struct sample_source *source)
{
	return source->reader ? reader_counts(source->reader) : source->counts;
}

void sample_source_close(struct sample_source *source)
{
	source->counts = sample_source_counts(source);
	reader_close(source->reader);
	source->reader = NULL;
	source->tracer = NULL;
}
