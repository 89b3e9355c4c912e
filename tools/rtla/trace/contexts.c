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
	const char *meaning;
} rows[CONTEXTS] = {
	[CONTEXT_IRQ] = { "irq", KIND_TIMERLAT,
		"IRQ latency",
		"From when the timer was to expire until its interrupt begins: how long interrupts were kept off, or the CPU was asleep." },
	[CONTEXT_THREAD] = { "thread", KIND_TIMERLAT,
		"Thread latency",
		"From when the timer was to expire until the thread that it wakes runs: besides, how long other threads and interrupts kept the CPU." },
	[CONTEXT_USER] = { "user", KIND_TIMERLAT,
		"User latency",
		"From when the timer was to expire until the thread is in user space: besides, the way back there. This is what cyclictest measures: its thread reads the clock there." },
	[CONTEXT_SINGLE] = { "single", KIND_OSNOISE,
		"Single noise",
		"A time without the loop that reads the clock, for one cause or for several that follow each other." },
	[CONTEXT_TOTAL] = { "total", KIND_OSNOISE,
		"Noise of a period",
		"The sum of all single noises of a period." },
	[CONTEXT_WAKE_TIMER] = { "timer", KIND_WAKEUP,
		"Wake-up, timer to interrupt",
		"timer: from when the timer was to expire until its interrupt looks for it." },
	[CONTEXT_WAKE_IRQ] = { "irq", KIND_WAKEUP,
		"Wake-up, interrupt to waking",
		"irq: from there until the thread is woken." },
	[CONTEXT_WAKE_QUEUE] = { "queue", KIND_WAKEUP,
		"Wake-up, waking to queue",
		"queue: from there until the thread is on the queue of a CPU." },
	[CONTEXT_WAKE_WAIT] = { "wait", KIND_WAKEUP,
		"Wake-up, wait for the scheduler",
		"wait: from there until the scheduler is called that chooses the thread." },
	[CONTEXT_WAKE_PICK] = { "pick", KIND_WAKEUP,
		"Wake-up, scheduler's choice",
		"pick: from there until it has chosen the thread." },
	[CONTEXT_WAKE_SWITCH] = { "switch", KIND_WAKEUP,
		"Wake-up, switch to the thread",
		"switch: from there until the thread goes on." },
	[CONTEXT_WAKE_TOTAL] = { "total", KIND_WAKEUP,
		"Wake-up, whole latency",
		"total: the sum of these parts; without a timer, of the last four." },
	[CONTEXT_OVERHEAD_RELEASE_LATENCY] = { "release-latency", KIND_OVERHEADS,
		"Overhead, timer to its callback",
		"From when a timer that wakes a thread was to expire until its callback is called." },
	[CONTEXT_OVERHEAD_RELEASE] = { "release", KIND_OVERHEADS,
		"Overhead, callback of the timer",
		"How long this callback takes, in which the thread is woken." },
	[CONTEXT_OVERHEAD_SCHED] = { "sched", KIND_OVERHEADS,
		"Overhead, scheduler's choice",
		"From the call of the scheduler until it has chosen the thread that is to run." },
	[CONTEXT_OVERHEAD_CXS] = { "cxs", KIND_OVERHEADS,
		"Overhead, context switch",
		"From there until the thread has the CPU." },
	[CONTEXT_OVERHEAD_SCHED2] = { "sched2", KIND_OVERHEADS,
		"Overhead, scheduler after the switch",
		"From there until the scheduler returns to the thread." },
	[CONTEXT_OVERHEAD_TICK] = { "tick", KIND_OVERHEADS,
		"Overhead, scheduler's timer",
		"How long the callback of the scheduler's periodic timer takes." },
	[CONTEXT_OVERHEAD_IPI] = { "ipi", KIND_OVERHEADS,
		"Overhead, interrupt to reschedule",
		"From when a CPU asks another one to call its scheduler until that one is in the interrupt." },
	[CONTEXT_OVERHEAD_XCALL] = { "xcall", KIND_OVERHEADS,
		"Overhead, interrupt to call a function",
		"The same of the interrupt that asks it to call a function." },
	[CONTEXT_OVERHEAD_WAKE] = { "wake", KIND_OVERHEADS,
		"Overhead, waking to queue",
		"From the attempt to wake a thread until it is on a queue." },
	[CONTEXT_BOUND_POID] = { "poid", KIND_BOUND,
		"Bound, preemption or interrupts off",
		"How long preemption or interrupts are off, but not in order to schedule." },
	[CONTEXT_BOUND_PAIE] = { "paie", KIND_BOUND,
		"Bound, from one call of the scheduler to the next",
		"From when the scheduler returns, although a thread waits for it, until it is called again." },
	[CONTEXT_BOUND_DST] = { "dst", KIND_BOUND,
		"Bound, scheduler with a switch",
		"A call of the scheduler that switches to another thread." },
	[CONTEXT_BOUND_PSD] = { "psd", KIND_BOUND,
		"Bound, scheduler",
		"Any call of the scheduler." },
	[CONTEXT_BOUND_IDLE] = { "idle", KIND_BOUND,
		"Bound, leaving idle",
		"Of an idle CPU: from when the probe was to expire until the scheduler is called." },
	[CONTEXT_BOUND_OBSERVED] = { "observed", KIND_BOUND,
		"Observed latency of the probe",
		"From when the probe was to expire until its thread runs." },
	[CONTEXT_CYCLE_START] = { "start", KIND_CYCLE,
		"Cycle, release to start",
		"start: from the release of the cycle until its thread runs." },
	[CONTEXT_CYCLE_RUN] = { "run", KIND_CYCLE,
		"Cycle, running",
		"run: how long the thread had the CPU, without what interrupted it." },
	[CONTEXT_CYCLE_INTERRUPTED] = { "interrupted", KIND_CYCLE,
		"Cycle, interrupted",
		"interrupted: NMIs, interrupts and softirqs while the thread had the CPU." },
	[CONTEXT_CYCLE_PREEMPTED] = { "preempted", KIND_CYCLE,
		"Cycle, preempted",
		"preempted: the thread could run, but another one had the CPU, or it was kept from running." },
	[CONTEXT_CYCLE_BLOCKED] = { "blocked", KIND_CYCLE,
		"Cycle, blocked",
		"blocked: the thread slept for something else than its next period, until that woke it." },
	[CONTEXT_CYCLE_RESPONSE] = { "response", KIND_CYCLE,
		"Cycle, response time",
		"response: from the release until the thread waits for its next period: the sum of these parts." },
};

enum kind context_kind(enum event_context context)
{
	return rows[context].kind;
}

int context_number(enum event_context context)
{
	int number = 0;

	while (context_is((int)context - number - 1, context_kind(context)))
		number++;
	return number;
}

const char *context_name(enum event_context context)
{
	return rows[context].name;
}

const char *context_title(enum event_context context)
{
	return rows[context].title;
}

const char *context_meaning(enum event_context context)
{
	return rows[context].meaning;
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
