/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of the kernel that the trace is to hold besides ours: --event, and its
 * --filter and --trigger.
 *
 * Scripts know our events as those of the system "osnoise", which is what they
 * are called by the in-tree tracer. They may go on to: "osnoise:NAME" is ours
 * where we have one of that name, and "osnoise" is all of ours.
 *
 * "ftrace:function" are the calls of functions; its filter is not an expression
 * but the names of functions, with wildcards.
 */
#ifndef RTLA_EXTRA_EVENTS_H
#define RTLA_EXTRA_EVENTS_H

#include "config.h"
#include "instance.h"

/* extra_events_check - are they there? Changes nothing. @ours is our system. */
enum result extra_events_check(const struct extra_events *events,
			       const char *ours);

/* extra_events_enable - have the instance collect them */
enum result extra_events_enable(const struct extra_events *events,
				const char *ours, struct instance *instance);

/* extra_events_have - is @event among them, or all of its @system? */
bool extra_events_have(const struct extra_events *events, const char *system,
		       const char *event);

/* extra_events_keep - is there a trigger whose histogram is saved? */
bool extra_events_keep(const struct extra_events *events);

/* extra_events_save - save those, each to a file in the current directory */
enum result extra_events_save(const struct extra_events *events,
			      const char *ours, struct instance *instance);

#endif /* RTLA_EXTRA_EVENTS_H */
