/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who asks a CPU for callbacks: the events EVENT_IPI of all CPUs that ask this
 * one.
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
 * memory. After those of all CPUs were added, the caller puts @ipis into the
 * order of time with event_list_sort(). It frees them with event_list_clear().
 */
bool ipis_add(struct event_list *ipis, int cpu, const struct event_list *list,
	      int from, comm_fn *comm, void *source);

#endif /* RTLA_IPIS_H */
