/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks of wake-ups: see wakeup.c.
 */
#ifndef _RTLA_HOOKS_WAKEUP_H
#define _RTLA_HOOKS_WAKEUP_H

#include <linux/types.h>

struct hook_list;

extern struct hook_list rtla_hooks_wakeup;
int rtla_wakeup_attach(void);
void rtla_wakeup_detached(void);

#endif /* _RTLA_HOOKS_WAKEUP_H */
