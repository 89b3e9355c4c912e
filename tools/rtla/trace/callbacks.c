// SPDX-License-Identifier: GPL-2.0
/*
 * Collecting the events of callbacks: see callbacks.h.
 */
#include "trace/callback_kinds.h"
#include "trace/callbacks.h"
#include "trace/event_shapes.h"
#include "trace/instance.h"
#include "trace/recorder.h"

/* Return the next event of @type in this kernel, from @shape on, or NULL. */
static const struct event_shape *find_shape(const struct event_shape *shape,
					    enum event_type type)
{
	for (; shape->name; shape++)
		if (shape->type == type && shape->kind != CALLBACK_HRTIMER &&
		    instances_have(shape->system, shape->name))
			return shape;
	return NULL;
}

static const struct event_shape *first_shape(enum event_type type)
{
	return find_shape(event_table_find(MODULE_SYSTEM)->shapes, type);
}

static void collect_events(struct instance *instance, enum event_type type)
{
	const struct event_shape *shape = first_shape(type);

	for (; shape; shape = find_shape(shape + 1, type))
		instance_events(instance, shape->system, shape->name);
}

void callbacks_collect(struct instance *instance)
{
	collect_events(instance, EVENT_CALLBACK);
}

bool callbacks_have_ipis(void)
{
	return first_shape(EVENT_IPI);
}

/* Where there are events of each request, those of the interrupts say no more. */
void callbacks_collect_ipis(struct instance *instance)
{
	if (instances_have("csd", "csd_queue_cpu"))
		instance_events(instance, "csd", "csd_queue_cpu");
	else
		collect_events(instance, EVENT_IPI);
}
