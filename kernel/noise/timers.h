/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks at the callbacks of high-resolution timers: see hooks_timers.c.
 */
#ifndef _RTLA_TIMERS_H
#define _RTLA_TIMERS_H

struct hook_set;
struct hrtimer;

extern struct hook_set rtla_hooks_timers;

void rtla_timers_pass_over(int cpu, const struct hrtimer *timer);

#endif /* _RTLA_TIMERS_H */
