/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Those of the extra events that an analysis can use: the events of the kernel
 * itself that all tables of events share (event_shapes.h).
 */
#ifndef RTLA_SHARED_EVENTS_H
#define RTLA_SHARED_EVENTS_H

#include <stdbool.h>

#include "trace/events.h"

struct extra_events;
struct instance;

/* shared_events_have - return whether @events has one of @type that is there */
bool shared_events_have(const struct extra_events *events, enum event_type type);

/*
 * shared_events_collect - let @instance collect those of @type among @events
 *
 * Prints an error if it fails. Without these events, an analysis says less.
 */
void shared_events_collect(struct instance *instance,
			   const struct extra_events *events,
			   enum event_type type);

#endif /* RTLA_SHARED_EVENTS_H */
