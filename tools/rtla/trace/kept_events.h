/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which events of a long trace are kept while it is read. An analysis looks at
 * one latency or noise, and at what was just before it: of all others, only the
 * newest ones are kept. So the memory that a trace needs does not grow with it.
 *
 * What may be analyzed is the last stop of each CPU, and the longest latency or
 * noise of each kind; see kernel_events_choose(), which also asks whether that
 * was the only one.
 */
#ifndef RTLA_KEPT_EVENTS_H
#define RTLA_KEPT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/contexts.h"

struct event;
struct saved_trace;

/* So many of the newest events stay, and up to as many older ones. */
#define KEPT_NEWEST	(1 << 18)

/* Events within so many ns before and after a hit are kept with it. */
#define KEPT_MARGIN_NS	50000000

/* A stretch of time, in ns. */
struct kept_span {
	uint64_t from;
	uint64_t to;		/* 0: there is none */
};

/**
 * struct kept_kind - the latencies or noises of one kind
 * @ns: the longest of them
 * @longest: when that was, with its margin
 * @before: when the one was recorded that was the longest before
 * @last: when the last one was
 */
struct kept_kind {
	uint64_t ns;
	struct kept_span longest;
	struct kept_span before;
	struct kept_span last;
};

/**
 * struct kept_cpu - the events of one CPU
 * @stop: the last stop, with its margin
 * @hit: what was measured last, which a stop may be about
 * @old: how many of its events may be dropped next
 * @dropped: when the last event was recorded that was dropped; 0: none was
 */
struct kept_cpu {
	struct kept_span stop;
	struct kept_span hit;
	size_t old;
	uint64_t dropped;
};

/**
 * struct kept_events - what is kept of a trace; a zeroed one is new
 * @newest: how many of the newest events stay; 0: KEPT_NEWEST
 * @added: how many were added since events were dropped
 * @kind: what was measured
 * @cpu, @cpus: the CPUs
 */
struct kept_events {
	size_t newest;
	size_t added;
	struct kept_kind kind[CONTEXTS];
	struct kept_cpu *cpu;
	int cpus;
};

/*
 * kept_events_add - note that @event is to be added to those of @cpu in @trace,
 * and drop others if there are too many
 *
 * Events of the list may move. If @event is about more than what was kept, the
 * rest counts as lost. Returns false if there is no memory.
 */
bool kept_events_add(struct kept_events *kept, struct saved_trace *trace,
		     int cpu, const struct event *event);

/* kept_events_free - free all but @kept itself */
void kept_events_free(struct kept_events *kept);

#endif /* RTLA_KEPT_EVENTS_H */
