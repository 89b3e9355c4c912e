/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kinds of measurement, and the contexts that each of them has. This header
 * says nothing of events, so that whoever has figures by context needs to know
 * none.
 */
#ifndef RTLA_CONTEXTS_H
#define RTLA_CONTEXTS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Where a latency was taken, or which noise was measured. The values are those
 * of sample.context and stop.context, as in the ABI (enum rtla_context). Each
 * can have a threshold.
 */
enum event_context {
	CONTEXT_IRQ = 0,
	CONTEXT_THREAD = 1,
	CONTEXT_USER = 2,	/* return from user space */
	LATENCY_CONTEXTS,		/* number of contexts of latencies */
	CONTEXT_SINGLE = 3,	/* osnoise: a single noise */
	CONTEXT_TOTAL = 4,	/* osnoise: all noise of a period */
	/* The parts of a wake-up, in the order of time; then all of them. */
	CONTEXT_WAKE_TIMER = 5,	/* until the timer's interrupt looks for it */
	CONTEXT_WAKE_IRQ = 6,	/* until the timer wakes the thread */
	CONTEXT_WAKE_QUEUE = 7,	/* until the thread is on a CPU's queue */
	CONTEXT_WAKE_WAIT = 8,	/* until the scheduler is called */
	CONTEXT_WAKE_PICK = 9,	/* until it has chosen the thread */
	CONTEXT_WAKE_SWITCH = 10,	/* until the thread goes on */
	CONTEXT_WAKE_TOTAL = 11,
	/* Overheads of the kernel; include/uapi/rtla.h says from where to where. */
	CONTEXT_OVERHEAD_RELEASE_LATENCY = 12,
	CONTEXT_OVERHEAD_RELEASE = 13,
	CONTEXT_OVERHEAD_SCHED = 14,
	CONTEXT_OVERHEAD_CXS = 15,
	CONTEXT_OVERHEAD_SCHED2 = 16,
	CONTEXT_OVERHEAD_TICK = 17,
	CONTEXT_OVERHEAD_IPI = 18,
	CONTEXT_OVERHEAD_XCALL = 19,
	CONTEXT_OVERHEAD_WAKE = 20,
	/* The variables of the bound; include/uapi/rtla.h says from where to where. */
	CONTEXT_BOUND_POID = 21,
	CONTEXT_BOUND_PAIE = 22,
	CONTEXT_BOUND_DST = 23,
	CONTEXT_BOUND_PSD = 24,
	CONTEXT_BOUND_IDLE = 25,
	CONTEXT_BOUND_OBSERVED = 26,	/* what the bound is compared with */
	/* The parts of a cycle of a thread, which add up; then all of them. */
	CONTEXT_CYCLE_START = 27,	/* from its release until it runs first */
	CONTEXT_CYCLE_RUN = 28,		/* on the CPU, less what interrupted it */
	CONTEXT_CYCLE_INTERRUPTED = 29,
	CONTEXT_CYCLE_PREEMPTED = 30,	/* it could run, but did not */
	CONTEXT_CYCLE_BLOCKED = 31,	/* it slept, but not for its next period */
	CONTEXT_CYCLE_RESPONSE = 32,
	CONTEXTS			/* number of values with a threshold */
};

/* The contexts of a wake-up: their number, and the first of them. */
#define WAKEUP_CONTEXTS		(CONTEXT_WAKE_TOTAL + 1 - CONTEXT_WAKE_TIMER)
#define WAKEUP_FIRST		CONTEXT_WAKE_TIMER

/* The same of overheads. */
#define OVERHEAD_CONTEXTS \
	(CONTEXT_OVERHEAD_WAKE + 1 - CONTEXT_OVERHEAD_RELEASE_LATENCY)
#define OVERHEAD_FIRST		CONTEXT_OVERHEAD_RELEASE_LATENCY
#define OVERHEAD_END		(OVERHEAD_FIRST + OVERHEAD_CONTEXTS)

/* The same of a bound. The first of its contexts are its variables. */
#define BOUND_CONTEXTS		(CONTEXT_BOUND_OBSERVED + 1 - CONTEXT_BOUND_POID)
#define BOUND_FIRST		CONTEXT_BOUND_POID
#define BOUND_VARIABLES		(CONTEXT_BOUND_IDLE + 1 - CONTEXT_BOUND_POID)

/* The same of cycles. */
#define CYCLE_CONTEXTS		(CONTEXT_CYCLE_RESPONSE + 1 - CONTEXT_CYCLE_START)
#define CYCLE_FIRST		CONTEXT_CYCLE_START

/*
 * What is measured. Each kind has contexts of its own; only contexts of
 * different kinds may have the same name.
 */
enum kind {
	KIND_TIMERLAT,		/* latencies of a timer */
	KIND_OSNOISE,		/* noise that a busy loop sees */
	KIND_WAKEUP,		/* wake-ups of threads: no thread measures */
	KIND_OVERHEADS,		/* what the kernel needs: no thread measures */
	KIND_BOUND,		/* the bound of the scheduling latency, by a probe */
	KIND_CYCLE,		/* cycles of threads: no thread measures */
	KINDS
};

/* context_kind - return the kind of measurement that a context belongs to */
enum kind context_kind(enum event_context context);

/* context_number - return the number of a context within its kind, from 0 on */
int context_number(enum event_context context);

/* context_is - return whether @context is one, and belongs to @kind */
static inline bool context_is(int context, enum kind kind)
{
	return context >= 0 && context < CONTEXTS &&
	       context_kind(context) == kind;
}

/* context_is_wakeup - return whether @context is a part of a wake-up, or all of it */
static inline bool context_is_wakeup(int context)
{
	return context_is(context, KIND_WAKEUP);
}

/* context_is_noise - return whether it is a noise of osnoise, not a latency */
static inline bool context_is_noise(int context)
{
	return context_is(context, KIND_OSNOISE);
}

/* context_is_overhead - return whether it is an overhead of the kernel */
static inline bool context_is_overhead(int context)
{
	return context_is(context, KIND_OVERHEADS);
}

/*
 * context_is_bound - return whether it is a variable of the bound, or what was
 * observed
 */
static inline bool context_is_bound(int context)
{
	return context_is(context, KIND_BOUND);
}

/*
 * context_name - return the name of @context as it is in a result
 *
 * One of "irq", "thread", "user", "single" and "total", as a constant string.
 * Of a wake-up: "timer", "irq", "queue", "wait", "pick", "switch" and "total".
 * Of overheads: "release-latency", "release", "sched", "cxs", "sched2", "tick",
 * "ipi", "xcall" and "wake". Of a bound: "poid", "paie", "dst", "psd", "idle"
 * and "observed". Of cycles: "start", "run", "interrupted", "preempted",
 * "blocked" and "response".
 */
const char *context_name(enum event_context context);

/* context_find - return the context of @kind that has this name, or -1 */
int context_find(const char *name, enum kind kind);

/*
 * context_names - print the names of a kind's contexts, like "timer, irq or
 * total"
 *
 * CONTEXT_NAMES_LEN bytes are enough. Returns @text.
 */
#define CONTEXT_NAMES_LEN	96
const char *context_names(enum kind kind, char *text, size_t size);

/* context_title - return what @context is, for people: "Thread latency" */
const char *context_title(enum event_context context);

/*
 * context_meaning - return a sentence that tells people from where to where
 * @context is measured
 */
const char *context_meaning(enum event_context context);

#endif /* RTLA_CONTEXTS_H */
