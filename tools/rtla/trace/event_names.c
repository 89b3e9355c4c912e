// SPDX-License-Identifier: GPL-2.0
/*
 * Names in events: see event_names.h.
 */
#include <stddef.h>

#include "trace/event_names.h"

const char *softirq_name(int number)
{
	static const char *const names[] = {
		"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL",
		"TASKLET", "SCHED", "HRTIMER", "RCU"
	};

	return (size_t)number < sizeof(names) / sizeof(names[0]) ?
	       names[number] : "";
}
