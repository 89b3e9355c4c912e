// SPDX-License-Identifier: GPL-2.0
/*
 * Who asks a CPU for callbacks: see ipis.h.
 */
#include "trace/events.h"
#include "trace/ipis.h"

bool ipis_add(struct event_list *ipis, int cpu, const struct event_list *list,
	      int from, comm_fn *comm, void *source)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct event *event = &list->event[i];
		struct event *added;

		if (!event_asks(event, cpu))
			continue;
		added = event_list_add(ipis);
		if (!added)
			return false;
		*added = *event;
		added->ipi.mask = NULL;
		added->ipi.mask_bytes = 0;
		added->ipi.to = cpu;
		added->ipi.from = from;
		if (event->pid)
			comm(source, event->pid, added->ipi.comm);
	}
	return true;
}
