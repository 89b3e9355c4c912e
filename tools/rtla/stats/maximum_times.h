/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the present maximum of each CPU and context came. The statistics do not
 * have this; it is noticed when they are read, so a time is as exact as they
 * are read often.
 */
#ifndef RTLA_MAXIMUM_TIMES_H
#define RTLA_MAXIMUM_TIMES_H

#include <stdint.h>

#include "trace/contexts.h"

struct maximum_times;
struct stats;

/*
 * maximum_times_new - make the times of CPUs 0 to @cpus - 1, of which none is
 * known
 *
 * Returns NULL if there is no memory. The caller frees it with
 * maximum_times_free().
 */
struct maximum_times *maximum_times_new(int cpus);
void maximum_times_free(struct maximum_times *times);

/* maximum_times_update - note each maximum of @stats that is new at @elapsed_ns */
void maximum_times_update(struct maximum_times *times,
			  const struct stats *stats, uint64_t elapsed_ns);

/*
 * maximum_times_get - return when the maximum of a CPU was noticed, of the time
 * @elapsed_ns
 *
 * @cpu -1 stands for the CPU with the largest maximum. Returns 0 if there is
 * none.
 */
uint64_t maximum_times_get(const struct maximum_times *times, int cpu,
			   enum event_context context);

#endif /* RTLA_MAXIMUM_TIMES_H */
