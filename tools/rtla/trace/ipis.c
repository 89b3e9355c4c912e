// SPDX-License-Identifier: GPL-2.0
/*
 * Who asks a CPU for callbacks: see ipis.h.
 */
#include <stdlib.h>
#include <string.h>

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

static int compare_times(const void *a, const void *b)
{
	const struct event *one = a, *other = b;

	return (one->time > other->time) - (one->time < other->time);
}

void ipis_sort(struct event_list *ipis)
{
	if (ipis->count)
		qsort(ipis->event, ipis->count, sizeof(*ipis->event),
		      compare_times);
}
