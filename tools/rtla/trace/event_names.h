/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names in events, of whatever runs.
 */
#ifndef RTLA_EVENT_NAMES_H
#define RTLA_EVENT_NAMES_H

#include <stdbool.h>

/*
 * Room for a thread's name, and for an interrupt's or a softirq's, with the
 * ending zero.
 */
#define EVENT_COMM_LEN	16
#define EVENT_DESC_LEN	24

/*
 * thread_serves_timers - return whether this is the name of a thread that calls
 * the callbacks of a CPU's soft timers under PREEMPT_RT: "ktimers/0"
 */
bool thread_serves_timers(const char *name);

/* softirq_name - return the name of a softirq by its number; "": it has none */
const char *softirq_name(int number);

#endif /* RTLA_EVENT_NAMES_H */
