/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks of the bound: see bound.c.
 */
#ifndef _RTLA_HOOKS_BOUND_H
#define _RTLA_HOOKS_BOUND_H

struct hook_list;

extern struct hook_list rtla_hooks_bound;
int rtla_bound_attach(void);
void rtla_bound_detach(void);
void rtla_bound_detached(void);

#endif /* _RTLA_HOOKS_BOUND_H */
