// SPDX-License-Identifier: GPL-2.0
/*
 * Collecting the events of callbacks: see callbacks.h.
 */
#include "trace/callbacks.h"
#include "trace/shared_events.h"

void callbacks_collect(struct instance *instance,
		       const struct extra_events *events)
{
	shared_events_collect(instance, events, EVENT_CALLBACK);
}

bool callbacks_have_ipis(const struct extra_events *events)
{
	return shared_events_have(events, EVENT_IPI);
}

void callbacks_collect_ipis(struct instance *instance,
			    const struct extra_events *events)
{
	shared_events_collect(instance, events, EVENT_IPI);
}

bool callbacks_wanted(const struct extra_events *events)
{
	return shared_events_have(events, EVENT_CALLBACK) ||
	       callbacks_have_ipis(events);
}
