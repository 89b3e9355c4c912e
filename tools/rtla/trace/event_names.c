// SPDX-License-Identifier: GPL-2.0
/*
 * Names in events: see event_names.h.
 */
#include <stddef.h>
#include <string.h>

#include "trace/event_names.h"

bool thread_serves_timers(const char *name)
{
	return !strncmp(name, "ktimers/", 8);
}

const char *softirq_name(int number)
{
	static const char *const names[] = {
		"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL",
		"TASKLET", "SCHED", "HRTIMER", "RCU"
	};

	return (size_t)number < sizeof(names) / sizeof(names[0]) ?
	       names[number] : "";
}
