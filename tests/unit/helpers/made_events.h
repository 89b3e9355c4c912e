/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of a hit of timerlat that are made up, for tests of what explains it.
 */
#ifndef MADE_EVENTS_H
#define MADE_EVENTS_H

#include "trace/events.h"
#include "trace/symbols.h"

/* The number of all samples and hits that are made here. */
#define MADE_SEQNUM	7

/* A source of names that knows none. */
extern const struct symbols made_no_symbols;

/* made_event - append an event; fails the test if there is no memory */
struct event *made_event(struct event_list *list, enum event_type type,
			 uint64_t time, int pid);

/* made_noise - append a noise that ends at @end; @net is its duration in ns */
void made_noise(struct event_list *list, enum event_type type, uint64_t start,
		uint64_t net, uint64_t end, int id, const char *name);

/* made_sample - append the sample of a latency since @t_w */
void made_sample(struct event_list *list, uint64_t t_w, int context,
		 uint64_t latency, int pid);

/* made_stop - append the hit of a thread latency since @t_w, of the thread @pid */
void made_stop(struct event_list *list, uint64_t t_w, uint64_t latency,
	       uint64_t irq_start, uint64_t thread_start, int pid);

#endif /* MADE_EVENTS_H */
