/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who wakes threads from other CPUs: the events EVENT_WAKING there of all
 * threads to which one CPU has switched, in the order of time. For these the
 * members @from and @comm are set.
 */
#ifndef RTLA_WAKINGS_H
#define RTLA_WAKINGS_H

#include <stdbool.h>

struct event_list;
struct saved_trace;

/*
 * wakings_find - append those events to @wakings, an empty list
 *
 * Returns false if there is no memory. The caller frees @wakings with
 * event_list_clear().
 */
bool wakings_find(const struct saved_trace *trace, int cpu,
		  struct event_list *wakings);

#endif /* RTLA_WAKINGS_H */
