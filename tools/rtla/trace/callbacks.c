// SPDX-License-Identifier: GPL-2.0
/*
 * Collecting the events of callbacks: see callbacks.h.
 */
#include "trace/callbacks.h"
#include "trace/event_shapes.h"
#include "trace/extra_events.h"
#include "trace/instance.h"
#include "trace/recorder.h"

/*
 * Return the next event of @type that @events has, from the number @from on, of
 * those that all tables share; or NULL.
 */
static const struct event_shape *find_shape(const struct extra_events *events,
					    enum event_type type, int *from)
{
	const struct event_table *table = event_table_find(MODULE_SYSTEM);
	const struct event_shape *shape;

	while ((shape = event_table_shape(table, (*from)++))->name)
		if (shape->type == type && shape->system &&
		    extra_events_have(events, shape->system, shape->name) &&
		    instances_have(shape->system, shape->name))
			return shape;
	return NULL;
}

static void collect_events(struct instance *instance,
			   const struct extra_events *events,
			   enum event_type type)
{
	const struct event_shape *shape;
	int from = 0;

	while ((shape = find_shape(events, type, &from)))
		instance_events(instance, shape->system, shape->name);
}

void callbacks_collect(struct instance *instance,
		       const struct extra_events *events)
{
	collect_events(instance, events, EVENT_CALLBACK);
}

bool callbacks_have_ipis(const struct extra_events *events)
{
	int from = 0;

	return find_shape(events, EVENT_IPI, &from);
}

void callbacks_collect_ipis(struct instance *instance,
			    const struct extra_events *events)
{
	collect_events(instance, events, EVENT_IPI);
}

bool callbacks_wanted(const struct extra_events *events)
{
	int from = 0;

	return find_shape(events, EVENT_CALLBACK, &from) ||
	       callbacks_have_ipis(events);
}
