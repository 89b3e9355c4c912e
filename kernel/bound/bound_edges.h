/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The windows of a bound from edge to edge: see bound_edges.c.
 */
#ifndef _RTLA_BOUND_EDGES_H
#define _RTLA_BOUND_EDGES_H

#include <linux/types.h>

struct cpu_memory;
struct workload_config;

extern struct cpu_memory rtla_edges_memory;

bool rtla_edges_are_told(void);
void rtla_edges_begin(const struct workload_config *config, u64 *own);
void rtla_edges_end(int cpu);

#endif /* _RTLA_BOUND_EDGES_H */
