// SPDX-License-Identifier: GPL-2.0
/*
 * Extra events that an analysis can use: see shared_events.h.
 */
#include "trace/event_shapes.h"
#include "trace/extra_events.h"
#include "trace/instance.h"
#include "trace/recorder.h"
#include "trace/shared_events.h"

/* Return the next event of @type that @events has, from the number @from on. */
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

bool shared_events_have(const struct extra_events *events, enum event_type type)
{
	int from = 0;

	return find_shape(events, type, &from);
}

void shared_events_collect(struct instance *instance,
			   const struct extra_events *events,
			   enum event_type type)
{
	const struct event_shape *shape;
	int from = 0;

	while ((shape = find_shape(events, type, &from)))
		instance_events(instance, shape->system, shape->name);
}
