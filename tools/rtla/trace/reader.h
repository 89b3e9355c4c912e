/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading of a trace instance's events, CPU by CPU. Lost events are counted.
 */
#ifndef RTLA_READER_H
#define RTLA_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/message.h"

struct decoder;
struct event;
struct event_list;
struct instance;
struct reader;

/*
 * Called for each event, which is valid during the call only. @lost: events
 * were lost just before this one.
 */
typedef void reader_fn(void *context, int cpu, const struct event *event,
		       bool lost);

struct reader_counts {
	uint64_t events;	/* events read */
	uint64_t lost;		/* lost events that the kernel counted */
	bool lost_more;		/* more were lost, not counted */
};

/*
 * reader_open - open the ring buffers of @cpus in @instance
 *
 * The caller keeps @decoder until it has called reader_close(). If it fails,
 * the function prints an error and sets @reader to NULL.
 */
enum result reader_open(struct reader **reader, struct instance *instance,
			const struct decoder *decoder, const struct cpus *cpus);

/* reader_close - close and free a reader; @reader may be NULL */
void reader_close(struct reader *reader);

/*
 * reader_cpus - return the number of CPUs
 *
 * The @index of a CPU below is its place among them, 0 to reader_cpus() - 1.
 */
int reader_cpus(const struct reader *reader);

/* reader_cpu - return the number of the CPU with this @index */
int reader_cpu(const struct reader *reader, int index);

/*
 * reader_drain - read the events of one CPU while it goes on writing
 *
 * Calls @fn for each event. Reading ends after the first page that is not full:
 * a command that gets little CPU time would find a new event at each further
 * reading, and would never end. Reading also ends after @most full pages: then
 * there may be more.
 *
 * Returns how many full pages were read.
 */
int reader_drain(struct reader *reader, int index, int most, reader_fn *fn,
		 void *context);

/*
 * reader_drain_rest - read the rest of one CPU's events, after it has stopped
 * writing
 *
 * Calls @fn for each event. It reads a limited number of pages: true is
 * returned if there may be more, and then the caller calls it again.
 */
bool reader_drain_rest(struct reader *reader, int index, reader_fn *fn,
		       void *context);

/*
 * reader_counts - return the counts over all CPUs since reader_open()
 *
 * All are 0 if @reader is NULL.
 */
struct reader_counts reader_counts(const struct reader *reader);

/*
 * reader_leaves_events - return whether reader_list() leaves the events in
 * @instance, so that they can be read again or saved
 */
bool reader_leaves_events(struct instance *instance, int cpu);

/*
 * reader_list - append all events of @cpu in @instance to @list
 *
 * Nothing may be recorded in @instance until this returns. Where the kernel
 * cannot map the ring buffer, the events are taken out of it. Prints an error
 * if it fails. The caller frees the events with event_list_clear(), also after
 * a failure.
 */
enum result reader_list(struct instance *instance,
			const struct decoder *decoder, int cpu,
			struct event_list *list);

#endif /* RTLA_READER_H */
