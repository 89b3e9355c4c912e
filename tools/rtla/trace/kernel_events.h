/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the events of the kernel's own tracers timerlat and osnoise do not say,
 * made of what they do say, so that everything above sees the events that
 * rtla.ko would have recorded.
 *
 * The kernel's tracers do not record when the timer was to expire: t_w is the
 * time of the record of a sample, less its latency. Latencies are of
 * CLOCK_MONOTONIC, records and the starts of noise of the trace clock "local",
 * so that t_w is one of the latter. No event says that a threshold was hit, or
 * which one: the stop is made of the sample before the kernel's remark in the
 * trace, or chosen (kernel_events_choose()). Priorities of threads are those of
 * sched:sched_switch, if that was recorded, too; otherwise they remain
 * PRIO_ABSENT.
 */
#ifndef RTLA_KERNEL_EVENTS_H
#define RTLA_KERNEL_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/contexts.h"
#include "trace/symbols.h"

struct event;
struct event_list;

/* A noise that ends so much away from its record, in ns, is of another clock. */
#define KERNEL_CLOCK_NS	1000000

/**
 * struct kernel_events - the events of one CPU that are completed, and what was
 * found
 * @list: the events as they were recorded; completed afterwards
 * @resolution: the time of an event is at most so many ns later than its
 *	record. The readers of text make it later, not earlier, than it may have
 *	been
 * @comm: finds the name of a thread that no event names; NULL: there are no
 *	others
 * @source: for @comm
 * @noises: number of NMIs, interrupts, softirqs and threads
 * @impossible: number of noises that were left out, as they cannot be: the
 *	kernel's tracers compute a wrong duration if they miss the beginning of
 *	a noise. The next event has after_left_out set
 * @other_clock: the clock of the records is not that of the starts of noise, so
 *	that nothing can be said about the trace; @list is not complete
 */
struct kernel_events {
	struct event_list *list;
	uint64_t resolution;
	comm_fn *comm;
	void *source;
	size_t noises;
	size_t impossible;
	bool other_clock;
};

/*
 * kernel_events_is_measured - return whether @event is a latency or a noise, of
 * a sample, a gap or a period
 *
 * The two functions after this one are for such events.
 */
bool kernel_events_is_measured(const struct event *event);

/* kernel_events_ns - return how long that was, in ns */
uint64_t kernel_events_ns(const struct event *event);

/* kernel_events_kind_of - return the context of those that can be compared with it */
int kernel_events_kind_of(const struct event *event);

/* kernel_events_is_wrong - return whether @event is a noise that cannot be */
bool kernel_events_is_wrong(const struct event *event);

/*
 * kernel_events_complete - fill in what the events of one CPU do not say
 *
 * Samples and periods that were recorded twice remain once. A remark that a
 * threshold was hit becomes the stop event of the sample, gap or period before
 * it.
 */
void kernel_events_complete(struct kernel_events *events);

/*
 * kernel_events_settle - fill in what a single @event says, for readers that
 * see one event after the other
 *
 * It is less exact than kernel_events_complete(), by the time that the kernel
 * needs to write a record. @event has its time, of any clock: all times of
 * samples, gaps and periods are made of that.
 */
void kernel_events_settle(struct event *event);

/*
 * kernel_events_choose - choose what is to be explained if no CPU has a stop
 *
 * @events has @count elements, of all CPUs, and all of them are completed. If
 * the trace ends with the longest latency of its context, with the longest
 * noise or the noisiest period, and there are others, that is taken as the hit
 * which has ended the trace. Otherwise it is the longest latency or noise, for
 * which stop.longest is set. The stop event is put after it. Returns false if
 * there is no memory; it is no failure if there is nothing to choose.
 */
bool kernel_events_choose(struct kernel_events *events, size_t count);

/*
 * kernel_events_stop - put the stop event of a known hit after the last event
 * of @context that measured @ns
 *
 * Stops that the kernel has remarked are dropped. Returns false if there is no
 * memory; it is no failure if the list does not have that event.
 */
bool kernel_events_stop(struct kernel_events *events,
			enum event_context context, uint64_t ns,
			uint64_t threshold_ns);

#endif /* RTLA_KERNEL_EVENTS_H */
