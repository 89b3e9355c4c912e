/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options that add an entry to a list each time they are given: events, their
 * filters and triggers, and actions.
 *
 * Every function takes the whole text or refuses it. It returns NULL, or an
 * error of the form "reason: what to give". The new entry points into the text,
 * which has to outlive the list.
 */
#ifndef RTLA_LISTS_H
#define RTLA_LISTS_H

struct actions;
struct extra_events;

#define ACTION_FORMS \
	"trace[,file=FILE], signal,num=N,pid=PID, shell,command=COMMAND or continue"

/* The words that an action may begin with; NULL ends them. */
extern const char *const action_words[];

/* event_add - add "system", or "system:event" */
const char *event_add(struct extra_events *events, const char *text);

/* event_filter, event_trigger - set it for the event that was added last */
const char *event_filter(struct extra_events *events, const char *text);
const char *event_trigger(struct extra_events *events, const char *text);

/* action_add - add one of ACTION_FORMS; "trace" alone means file @trace_name */
const char *action_add(struct actions *actions, const char *text,
		       const char *trace_name);

#endif /* RTLA_LISTS_H */
