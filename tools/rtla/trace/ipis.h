/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who asks a CPU for callbacks: the events EVENT_IPI of all CPUs that ask this
 * one, in the order of time.
 */
#ifndef RTLA_IPIS_H
#define RTLA_IPIS_H

#include <stdbool.h>

#include "trace/symbols.h"

struct event_list;

/*
 * ipis_add - append those events of @list, the list of the CPU @from, that ask
 * @cpu
 *
 * @comm finds the names of threads in @source. Returns false if there is no
 * memory. The caller frees @ipis with event_list_clear().
 */
bool ipis_add(struct event_list *ipis, int cpu, const struct event_list *list,
	      int from, comm_fn *comm, void *source);

/* ipis_sort - order them by time, after those of all CPUs were added */
void ipis_sort(struct event_list *ipis);

#endif /* RTLA_IPIS_H */
