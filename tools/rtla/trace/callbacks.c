// SPDX-License-Identifier: GPL-2.0
/*
 * Collecting the events of callbacks: see callbacks.h.
 */
#include "trace/callback_kinds.h"
#include "trace/callbacks.h"
#include "trace/event_shapes.h"
#include "trace/instance.h"
#include "trace/recorder.h"

/*
 * Return the next event of @type that this kernel has, from the number @from
 * on, of those that all tables share; or NULL.
 */
static const struct event_shape *find_shape(enum event_type type, int *from)
{
	const struct event_table *table = event_table_find(MODULE_SYSTEM);
	const struct event_shape *shape;

	while ((shape = event_table_shape(table, (*from)++))->name)
		if (shape->type == type && shape->system &&
		    shape->kind != CALLBACK_HRTIMER &&
		    instances_have(shape->system, shape->name))
			return shape;
	return NULL;
}

static void collect_events(struct instance *instance, enum event_type type)
{
	const struct event_shape *shape;
	int from = 0;

	while ((shape = find_shape(type, &from)))
		instance_events(instance, shape->system, shape->name);
}

void callbacks_collect(struct instance *instance)
{
	collect_events(instance, EVENT_CALLBACK);
}

bool callbacks_have_ipis(void)
{
	int from = 0;

	return find_shape(EVENT_IPI, &from);
}

/* Where there are events of each request, those of the interrupts say no more. */
void callbacks_collect_ipis(struct instance *instance)
{
	if (instances_have("csd", "csd_queue_cpu"))
		instance_events(instance, "csd", "csd_queue_cpu");
	else
		collect_events(instance, EVENT_IPI);
}
