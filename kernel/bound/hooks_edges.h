/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks at the edges of preempt_disable() and irq_disable(): see bound_edges.c.
 */
#ifndef _RTLA_HOOKS_EDGES_H
#define _RTLA_HOOKS_EDGES_H

struct hook_list;

extern struct hook_list rtla_hooks_edges;

#endif /* _RTLA_HOOKS_EDGES_H */
