// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of watched threads: see watched_threads.h.
 */
#include <string.h>

#include "stats/watched_threads.h"

struct latency watched_named(const struct watched_threads *threads,
			     const char *comm, enum event_context context)
{
	struct latency all = { .count = 0 };

	for (int i = 0; i < threads->count; i++)
		if (!strcmp(threads->thread[i].comm, comm))
			latency_merge(&all,
				      &threads->thread[i].part[context - WAKEUP_FIRST]);
	return all;
}
