/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks: functions of the module that the kernel calls at its tracepoints while
 * a session runs.
 */
#ifndef _RTLA_HOOKS_H
#define _RTLA_HOOKS_H

int rtla_hooks_find(void);
int rtla_hooks_get(void);
void rtla_hooks_put(void);

#endif /* _RTLA_HOOKS_H */
