/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What options add to a list each time they are given: events and actions.
 *
 * Every function takes the whole text or refuses it: it returns NULL, or
 * "reason: what to give". What it takes points into the text.
 */
#ifndef RTLA_LISTS_H
#define RTLA_LISTS_H

#include "config.h"

#define ACTION_FORMS \
	"trace[,file=FILE], signal,num=N,pid=PID, shell,command=COMMAND or continue"

/* event_add - "system", or "system:event" */
const char *event_add(struct extra_events *events, const char *text);

/* event_filter, event_trigger - for the event that was added last */
const char *event_filter(struct extra_events *events, const char *text);
const char *event_trigger(struct extra_events *events, const char *text);

/* action_add - one of ACTION_FORMS; a trace without a file is in @trace_name */
const char *action_add(struct actions *actions, const char *text,
		       const char *trace_name);

#endif /* RTLA_LISTS_H */
