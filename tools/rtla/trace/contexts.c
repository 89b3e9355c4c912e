// SPDX-License-Identifier: GPL-2.0
/*
 * The contexts of the kinds of measurement: see contexts.h.
 */
#include <stdio.h>
#include <string.h>

#include "trace/contexts.h"

static const struct context_row {
	const char *name;
	enum kind kind;
	const char *title;
} rows[CONTEXTS] = {
	[CONTEXT_IRQ] = { "irq", KIND_TIMERLAT, "IRQ latency" },
	[CONTEXT_THREAD] = { "thread", KIND_TIMERLAT, "Thread latency" },
	[CONTEXT_USER] = { "user", KIND_TIMERLAT, "User latency" },
	[CONTEXT_SINGLE] = { "single", KIND_OSNOISE, "Single noise" },
	[CONTEXT_TOTAL] = { "total", KIND_OSNOISE, "Noise of a period" },
	[CONTEXT_WAKE_TIMER] = { "timer", KIND_WAKEUP,
		"Wake-up, timer to interrupt" },
	[CONTEXT_WAKE_IRQ] = { "irq", KIND_WAKEUP,
		"Wake-up, interrupt to waking" },
	[CONTEXT_WAKE_QUEUE] = { "queue", KIND_WAKEUP,
		"Wake-up, waking to queue" },
	[CONTEXT_WAKE_WAIT] = { "wait", KIND_WAKEUP,
		"Wake-up, wait for the scheduler" },
	[CONTEXT_WAKE_PICK] = { "pick", KIND_WAKEUP,
		"Wake-up, scheduler's choice" },
	[CONTEXT_WAKE_SWITCH] = { "switch", KIND_WAKEUP,
		"Wake-up, switch to the thread" },
	[CONTEXT_WAKE_TOTAL] = { "total", KIND_WAKEUP,
		"Wake-up, whole latency" },
	[CONTEXT_OVERHEAD_RELEASE_LATENCY] = { "release-latency",
		KIND_OVERHEADS, "Overhead, timer to its callback" },
	[CONTEXT_OVERHEAD_RELEASE] = { "release", KIND_OVERHEADS,
		"Overhead, callback of the timer" },
	[CONTEXT_OVERHEAD_SCHED] = { "sched", KIND_OVERHEADS,
		"Overhead, scheduler's choice" },
	[CONTEXT_OVERHEAD_CXS] = { "cxs", KIND_OVERHEADS,
		"Overhead, context switch" },
	[CONTEXT_OVERHEAD_SCHED2] = { "sched2", KIND_OVERHEADS,
		"Overhead, scheduler after the switch" },
	[CONTEXT_OVERHEAD_TICK] = { "tick", KIND_OVERHEADS,
		"Overhead, scheduler's timer" },
	[CONTEXT_OVERHEAD_IPI] = { "ipi", KIND_OVERHEADS,
		"Overhead, interrupt to reschedule" },
	[CONTEXT_OVERHEAD_XCALL] = { "xcall", KIND_OVERHEADS,
		"Overhead, interrupt to call a function" },
	[CONTEXT_OVERHEAD_WAKE] = { "wake", KIND_OVERHEADS,
		"Overhead, waking to queue" },
	[CONTEXT_BOUND_POID] = { "poid", KIND_BOUND,
		"Bound, preemption or interrupts off" },
	[CONTEXT_BOUND_PAIE] = { "paie", KIND_BOUND,
		"Bound, from one call of the scheduler to the next" },
	[CONTEXT_BOUND_DST] = { "dst", KIND_BOUND,
		"Bound, scheduler with a switch" },
	[CONTEXT_BOUND_PSD] = { "psd", KIND_BOUND, "Bound, scheduler" },
	[CONTEXT_BOUND_IDLE] = { "idle", KIND_BOUND, "Bound, leaving idle" },
	[CONTEXT_BOUND_OBSERVED] = { "observed", KIND_BOUND,
		"Observed latency of the probe" },
};

enum kind context_kind(enum event_context context)
{
	return rows[context].kind;
}

const char *context_name(enum event_context context)
{
	return rows[context].name;
}

const char *context_title(enum event_context context)
{
	return rows[context].title;
}

int context_find(const char *name, enum kind kind)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (rows[i].kind == kind && !strcmp(name, rows[i].name))
			return i;
	return -1;
}

const char *context_names(enum kind kind, char *text, size_t size)
{
	size_t used = 0;
	int left = 0;

	*text = '\0';
	for (int i = 0; i < CONTEXTS; i++)
		left += rows[i].kind == kind;
	for (int i = 0; i < CONTEXTS && used < size; i++) {
		if (rows[i].kind != kind)
			continue;
		left--;
		used += snprintf(text + used, size - used, "%s%s", rows[i].name,
				 left > 1 ? ", " : left ? " or " : "");
	}
	return text;
}
