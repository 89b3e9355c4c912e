/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of the kernel's events for threads whose wake-ups are watched.
 */
#ifndef RTLA_WAKEUP_FILTER_H
#define RTLA_WAKEUP_FILTER_H

#include "base/message.h"

struct tracer_config;

/* The kernel takes no more text in a trigger, which has other words, too. */
#define WAKEUP_FILTER_LEN	3800

/*
 * wakeup_filter_waking, wakeup_filter_switch - make the filter of an event
 *
 * That of sched:sched_waking is about the thread that is woken; that of
 * sched:sched_switch is about the thread that is switched to, and the CPU,
 * unless all that are online are measured. The filter is "" if nothing is to be
 * filtered. Of a process, the threads are named that it has now.
 *
 * @text has WAKEUP_FILTER_LEN bytes. If it fails, the function prints an error.
 */
enum result wakeup_filter_waking(char *text,
				 const struct tracer_config *config);
enum result wakeup_filter_switch(char *text,
				 const struct tracer_config *config);

#endif /* RTLA_WAKEUP_FILTER_H */
