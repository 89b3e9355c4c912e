/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Extra events: events of the kernel that are added to the trace besides the
 * module's own (--event with its --filter and --trigger).
 *
 * In the in-tree tracer, the module's events belong to the system "osnoise",
 * and scripts use that name. It still works: "osnoise:NAME" is the module's
 * event NAME if the module has one, and "osnoise" is all of the module's
 * events.
 *
 * "ftrace:function" stands for calls of functions. Its filter is not an
 * expression but a list of function names, with wildcards.
 */
#ifndef RTLA_EXTRA_EVENTS_H
#define RTLA_EXTRA_EVENTS_H

#include <stdbool.h>

#include "base/message.h"

struct instance;

#define EXTRA_EVENTS_MAX	64

/* An event, or all events of a system, to trace besides those of the module. */
struct extra_event {
	const char *event;	/* "system" or "system:event" */
	const char *filter;	/* NULL: none */
	const char *trigger;	/* NULL: none */
};

struct extra_events {
	struct extra_event event[EXTRA_EVENTS_MAX];
	int count;
};

/*
 * extra_events_check - check that all extra events exist
 *
 * @ours is the name of the module's event system. Changes nothing. Prints an
 * error if it fails.
 */
enum result extra_events_check(const struct extra_events *events,
			       const char *ours);

/*
 * extra_events_enable - set filters and triggers, and let @instance collect the
 * events
 *
 * Prints an error if it fails.
 */
enum result extra_events_enable(const struct extra_events *events,
				const char *ours, struct instance *instance);

/*
 * extra_events_have - return whether @system:@event, or all of @system, is
 * among the extra events
 */
bool extra_events_have(const struct extra_events *events, const char *system,
		       const char *event);

/* extra_events_keep - return whether a trigger has a histogram to be saved */
bool extra_events_keep(const struct extra_events *events);

/*
 * extra_events_try - find out whether the histograms of triggers could be saved
 *
 * Prints why one cannot be written. Returns RESULT_OK or RESULT_ERROR.
 */
enum result extra_events_try(const struct extra_events *events);

/*
 * extra_events_save - save the histograms of triggers
 *
 * Each is saved to the file SYSTEM_EVENT_hist.txt in the current directory.
 * Prints an error for each histogram that cannot be saved.
 */
enum result extra_events_save(const struct extra_events *events,
			      const char *ours, struct instance *instance);

#endif /* RTLA_EXTRA_EVENTS_H */
