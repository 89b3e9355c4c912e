/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who wakes threads from other CPUs: the events EVENT_WAKING there of all
 * threads to which one CPU has switched, in the order of time. For these the
 * members @from and @comm are set.
 */
#ifndef RTLA_WAKINGS_H
#define RTLA_WAKINGS_H

#include <stdbool.h>

#include "trace/symbols.h"

struct event_list;
struct extra_events;
struct instance;
struct saved_trace;

/*
 * wakings_find - append those events to @wakings, an empty list
 *
 * Returns false if there is no memory. The caller frees @wakings with
 * event_list_clear().
 */
bool wakings_find(const struct saved_trace *trace, int cpu,
		  struct event_list *wakings);

/*
 * wakings_add - append those events of @list, which are of the CPU @from and of
 * threads to which the events of @switched have switched
 *
 * @comm and @source find the names of threads. Returns false if there is no
 * memory. After those of all CPUs were added, the caller puts @wakings into the
 * order of time.
 */
bool wakings_add(struct event_list *wakings, const struct event_list *switched,
		 const struct event_list *list, int from, comm_fn *comm,
		 void *source);

/*
 * wakings_merge - put the events of @others, of the same CPU, into @list
 *
 * Both are in the order of time. Returns false if there is no memory.
 */
bool wakings_merge(struct event_list *list, const struct event_list *others);

/* wakings_have - return whether @events tell who wakes the threads of a CPU */
bool wakings_have(const struct extra_events *events);

/*
 * wakings_collect - let @instance collect the events of switches and wakings
 * among @events
 */
void wakings_collect(struct instance *instance,
		     const struct extra_events *events);

#endif /* RTLA_WAKINGS_H */
