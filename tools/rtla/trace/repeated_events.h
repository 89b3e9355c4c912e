/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events that a text has twice: two loggers wrote the same console, or the
 * files "trace" of a CPU and of all were copied into one.
 */
#ifndef RTLA_REPEATED_EVENTS_H
#define RTLA_REPEATED_EVENTS_H

#include <stdbool.h>

struct event_list;

/*
 * repeated_events_drop - drop the events of @list that are there already
 *
 * Returns false if there is no memory.
 */
bool repeated_events_drop(struct event_list *list);

#endif /* RTLA_REPEATED_EVENTS_H */
