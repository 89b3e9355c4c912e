// SPDX-License-Identifier: GPL-2.0
/*
 * Extra events.
 */
#include <stdio.h>
#include <string.h>

#include "base/whole_file.h"
#include "trace/extra_events.h"
#include "trace/instance.h"
#include "trace/trace_file.h"

#define ALIAS		"osnoise"
#define NAME_SIZE	128
#define HIST		"hist:"
#define FUNCTIONS	"ftrace:function"

/* A name "system" or "system:event", split into its parts. */
struct name {
	char given[NAME_SIZE];	/* the system, as the user named it */
	const char *system;	/* the system, as the kernel names it */
	const char *event;	/* NULL: all events of the system */
};

/* Returns false if @text is longer than the name of any event. */
static bool extra_events_parse(struct name *name, const char *text,
			       const char *ours)
{
	char *colon;

	if (snprintf(name->given, sizeof(name->given), "%s", text) >=
	    (int)sizeof(name->given))
		return false;
	name->system = name->given;
	name->event = NULL;
	colon = strchr(name->given, ':');
	if (colon) {
		*colon = '\0';
		name->event = colon + 1;
	}
	if (!strcmp(name->given, ALIAS) && instances_have(ours, name->event))
		name->system = ours;
	return true;
}

static bool are_functions(const char *event)
{
	return !strcmp(event, FUNCTIONS);
}

static enum result check_functions(const struct extra_event *event)
{
	if (!instances_trace_functions())
		return fail(RESULT_ERROR, FUNCTIONS ": not possible here: this kernel cannot trace functions");
	if (event->trigger)
		return fail(RESULT_ERROR, "--trigger %s: not possible for " FUNCTIONS ": leave it out",
			    event->trigger);
	return RESULT_OK;
}

static enum result check(const struct extra_event *event, const char *ours)
{
	struct name name;

	if (are_functions(event->event))
		return check_functions(event);
	if (extra_events_parse(&name, event->event, ours) &&
	    instances_have(name.system, name.event))
		return RESULT_OK;
	return fail(RESULT_ERROR, "event %s: not found: see /sys/kernel/tracing/available_events",
		    event->event);
}

enum result extra_events_check(const struct extra_events *events,
			       const char *ours)
{
	enum result result = RESULT_OK;

	for (int i = 0; i < events->count && !result; i++)
		result = check(&events->event[i], ours);
	return result;
}

/* Write the value of the option --@file to the event's file @file. */
static enum result set(struct instance *instance, const struct name *name,
		       const char *file, const char *text)
{
	char why[128];

	if (!text || instance_event_write(instance, name->system, name->event,
					  file, text, why, sizeof(why)))
		return RESULT_OK;
	return fail(RESULT_ERROR, "--%s %s: %s: not possible for event %s:%s: see events/%s/%s/format in tracefs",
		    file, text, why, name->given, name->event, name->system,
		    name->event);
}

static enum result enable_functions(const struct extra_event *event,
				    struct instance *instance)
{
	char why[128];

	if (instance_functions(instance, event->filter, why, sizeof(why)))
		return RESULT_OK;
	return fail(RESULT_ERROR, FUNCTIONS "%s%s: %s: see /sys/kernel/tracing/available_filter_functions",
		    event->filter ? " --filter " : "", event->filter ?: "", why);
}

static enum result extra_event_enable(const struct extra_event *event,
				      const char *ours,
				      struct instance *instance)
{
	enum result result;
	struct name name;

	if (are_functions(event->event))
		return enable_functions(event, instance);
	if (!extra_events_parse(&name, event->event, ours))
		return RESULT_ERROR;
	result = set(instance, &name, "filter", event->filter);
	if (!result)
		result = set(instance, &name, "trigger", event->trigger);
	if (!result)
		result = instance_events(instance, name.system, name.event);
	return result;
}

enum result extra_events_enable(const struct extra_events *events,
				const char *ours, struct instance *instance)
{
	enum result result = RESULT_OK;

	for (int i = 0; i < events->count && !result; i++)
		result = extra_event_enable(&events->event[i], ours, instance);
	return result;
}

bool extra_events_have(const struct extra_events *events, const char *system,
		       const char *event)
{
	struct name name;

	for (int i = 0; i < events->count; i++)
		if (extra_events_parse(&name, events->event[i].event, "") &&
		    !strcmp(name.system, system) &&
		    (!name.event || !strcmp(name.event, event)))
			return true;
	return false;
}

static bool has_hist(const struct extra_event *event)
{
	return event->trigger && !strncmp(event->trigger, HIST, strlen(HIST));
}

bool extra_events_keep(const struct extra_events *events)
{
	for (int i = 0; i < events->count; i++)
		if (has_hist(&events->event[i]))
			return true;
	return false;
}

/* Return whether there is a histogram to be saved to @path. */
static bool find_hist(const struct extra_event *event, const char *ours,
		      struct name *name, char path[2 * NAME_SIZE])
{
	if (!has_hist(event) || !extra_events_parse(name, event->event, ours))
		return false;
	snprintf(path, 2 * NAME_SIZE, "%s_%s_hist.txt", name->given,
		 name->event);
	return true;
}

enum result extra_events_try(const struct extra_events *events)
{
	char path[2 * NAME_SIZE];
	enum result result = RESULT_OK;
	struct name name;

	for (int i = 0; i < events->count && !result; i++)
		if (find_hist(&events->event[i], "", &name, path))
			result = whole_file_try("--trigger", path);
	return result;
}

static enum result extra_event_save(const struct extra_event *event,
				    const char *ours, struct instance *instance)
{
	char path[2 * NAME_SIZE];
	struct name name;
	int error;

	if (!find_hist(event, ours, &name, path))
		return RESULT_OK;
	error = hist_save(instance, name.system, name.event, path);
	if (error)
		return fail(RESULT_ERROR, "%s: %s: the histogram is not saved",
			    path, strerror(error));
	printf("  Saving event %s:%s hist to %s\n", name.given, name.event,
	       path);
	fflush(stdout);
	return RESULT_OK;
}

enum result extra_events_save(const struct extra_events *events,
			      const char *ours, struct instance *instance)
{
	enum result result = RESULT_OK;

	for (int i = 0; i < events->count; i++)
		if (extra_event_save(&events->event[i], ours, instance))
			result = RESULT_ERROR;
	return result;
}
