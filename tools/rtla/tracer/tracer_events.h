/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which of its events a tracer is asked for.
 */
#ifndef RTLA_TRACER_EVENTS_H
#define RTLA_TRACER_EVENTS_H

/* The events that an instance is to collect. */
enum tracer_events {
	TRACER_LATENCIES,	/* timerlat: the latencies only */
	TRACER_PERIODS,		/* osnoise: a summary of each period only */
	TRACER_GAPS,		/* osnoise: each single noise only */
	TRACER_NOISES,		/* osnoise: TRACER_PERIODS and TRACER_GAPS */
	TRACER_WAKEUPS,		/* the wake-ups of the watched threads only */
	TRACER_INTERRUPTS,	/* bound: interrupts, NMIs and softirqs only */
	TRACER_ALL,		/* all events of the tracer */
	TRACER_NOTHING,		/* none: a hit only freezes the instance */
};

#endif /* RTLA_TRACER_EVENTS_H */
