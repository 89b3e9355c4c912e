// SPDX-License-Identifier: GPL-2.0
/*
 * The names of the parts: see part_names.h.
 */
#include <string.h>

#include "analysis/part_names.h"

static const struct {
	const char *key;
	const char *name;
} names[PARTS + 1] = {
	[PART_DELAY] = { "delay", "IRQ handler delay" },
	[PART_TIMER_IRQ] = { "timer_irq", "timer interrupt" },
	[PART_BLOCKING] = { "blocking", "blocking thread" },
	[PART_NMI] = { "nmi", "NMI interference" },
	[PART_IRQ] = { "irq", "IRQ interference" },
	[PART_SOFTIRQ] = { "softirq", "softirq interference" },
	[PART_THREAD] = { "thread", "thread interference" },
	[PART_STACK] = { "stack", "taking the stack" },
	[PART_WORKLOAD] = { "workload", "measuring thread" },
	[PART_HARDWARE] = { "hardware", "hardware noise" },
	[PART_SWITCH] = { "switch", "switch to the thread" },
	[PART_UNEXPLAINED] = { "unexplained", "unexplained" },
};

const char *part_name(enum part_id part)
{
	return names[part].name;
}

const char *part_key(enum part_id part)
{
	return names[part].key;
}

int part_find(const char *text)
{
	for (int i = 0; i <= PARTS; i++)
		if (!strcmp(text, names[i].key) || !strcmp(text, names[i].name))
			return i;
	return -1;
}
