/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks that tell who wakes a thread: see wakers.c.
 */
#ifndef _RTLA_HOOKS_WAKERS_H
#define _RTLA_HOOKS_WAKERS_H

struct hook_list;

extern struct hook_list rtla_hooks_wakers;

int rtla_wakers_attach(void);
void rtla_wakers_detach(void);
void rtla_wakers_forget(void);

#endif /* _RTLA_HOOKS_WAKERS_H */
