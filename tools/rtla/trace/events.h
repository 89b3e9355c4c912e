/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace events of rtla.ko or of the kernel's own tracers, and the kernel's
 * power:cpu_idle, sched:sched_switch, and those of wake-ups and callbacks, as
 * the tool sees them. Statistics and analysis get events in this form only,
 * whether they come from a ring buffer or from a saved trace.
 */
#ifndef RTLA_EVENTS_H
#define RTLA_EVENTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/contexts.h"
#include "trace/event_names.h"
#include "trace/noise_source.h"

/*
 * The name of an EVENT_IRQ, with number 0, that is the probe of a bound: to
 * others that measure there, it is an interrupt; to the bound it does not
 * exist.
 */
#define EVENT_PROBE_NAME	"rtla_probe"

enum event_type {
	EVENT_SAMPLE,
	EVENT_NMI,
	EVENT_IRQ,
	EVENT_SOFTIRQ,
	EVENT_THREAD,
	EVENT_STACK,
	EVENT_STOP,
	EVENT_PERIOD,
	EVENT_GAP,
	EVENT_IDLE,
	EVENT_WAKEUP,
	EVENT_SWITCH,
	EVENT_WAKING,
	EVENT_CALLBACK,
	EVENT_IPI,
	EVENT_COUNTERS,
	EVENT_TYPES
};

/* What the CPU was in when an event was written, as far as the event says it. */
enum event_inside {
	INSIDE_UNKNOWN,
	INSIDE_THREAD,
	INSIDE_SOFTIRQ,
	INSIDE_IRQ,
	INSIDE_NMI,
};

/* EVENT_COUNTERS has these counters: those of the hardware, and two of the kernel. */
enum counter_id {
	COUNTER_CYCLES,
	COUNTER_INSTRUCTIONS,
	COUNTER_CACHE_MISSES,
	COUNTER_TLB_MISSES,
	COUNTER_SWITCHES,
	COUNTER_FAULTS,
	COUNTERS
};

#define COUNTER_ABSENT	UINT64_MAX

/* The state in power:cpu_idle when the CPU leaves an idle state. */
#define IDLE_LEFT	UINT32_MAX

/* The points of a wake-up: each part of it has one before it, and one after it. */
#define WAKEUP_POINTS	WAKEUP_CONTEXTS

/*
 * What a tracer does not say: a time, and a priority. The tracers of the kernel
 * itself say less than rtla.ko: see trace/kernel_events.h.
 */
#define TIME_ABSENT	UINT64_MAX
#define PRIO_ABSENT	INT_MIN

/*
 * One event of one CPU. Times are ns of CLOCK_MONOTONIC; those of the kernel's
 * own tracers are ns of the trace clock "local".
 */
struct event {
	enum event_type type;
	int pid;		/* thread that ran when the event was written */
	uint64_t time;		/* when the event was written, maybe later */
	/* A noise just before it had times that cannot be: see kernel_events.h. */
	bool after_left_out;
	enum event_inside inside;
	union {
		struct {
			uint64_t latency;
			uint64_t t_w;	/* TIME_ABSENT: not said */
			uint32_t seqnum;	/* from 1 on each CPU, wraps */
			int context;
			/* IRQ: the thread that was interrupted; else its own */
			int pid;
		} sample;
		struct {	/* EVENT_NMI, _IRQ, _SOFTIRQ, _THREAD */
			uint64_t start;
			uint64_t duration;	/* without noise nested in it */
			int id;		/* interrupt, softirq, thread id */
			/* EVENT_THREAD: kernel's scale; PRIO_ABSENT: not said */
			int prio;
			char name[EVENT_DESC_LEN];
		} noise;
		struct {
			uint64_t t_w;		/* TIME_ABSENT: not said */
			uint64_t time;		/* when taken; 0: unknown */
			uint64_t cost;		/* how long that took */
			int pid;		/* of this thread; -1: unknown */
			/*
			 * Return addresses, innermost first. The event list
			 * owns them. In an event from decode() they are a part
			 * of the record.
			 */
			uint64_t *caller;
			size_t count;
		} stack;
		struct {
			uint64_t latency;	/* TIME_ABSENT: not said */
			uint64_t threshold;	/* 0: not known */
			uint64_t t_w;
			uint64_t irq_start;	/* 0: not known */
			uint64_t thread_start;	/* 0: not known */
			uint32_t session;
			uint32_t seqnum;
			int context;
			int pid;		/* -1: not known */
			int prio;		/* PRIO_ABSENT: not known */
			/* No threshold was hit: it is the longest of a trace. */
			bool longest;
			char comm[EVENT_COMM_LEN];
		} stop;
		struct {		/* EVENT_PERIOD: one period of osnoise */
			uint64_t start;		/* TIME_ABSENT: not said */
			uint64_t runtime;
			uint64_t noise;		/* sum of its noises */
			uint64_t max_single;	/* the longest of them */
			uint32_t from[NOISE_SOURCES];	/* how often each was one */
			uint32_t seqnum;	/* the same; 0 of the kernel's own */
		} period;
		struct {		/* EVENT_GAP: one noise */
			uint64_t start;
			uint64_t duration;
			uint64_t interference;	/* number; 0: hardware */
		} gap;
		struct {		/* EVENT_IDLE: power:cpu_idle */
			uint32_t state;	/* state entered, or IDLE_LEFT */
		} idle;
		struct {		/* EVENT_WAKEUP: one wake-up */
			/*
			 * t_w, irq, waking, queued, sched, switched and run of
			 * the event. Without a timer the first two are 0.
			 */
			uint64_t point[WAKEUP_POINTS];
			uint32_t session;
			int pid;	/* the thread that was woken */
			int kind;	/* enum waker_kind */
			int waker;	/* the thread that ran where it was woken */
		} wakeup;
		struct {		/* EVENT_SWITCH: sched:sched_switch */
			int from;	/* thread ids; priorities as above */
			int from_prio;
			int to;
			int to_prio;
			char from_comm[EVENT_COMM_LEN];	/* "": not known */
			char to_comm[EVENT_COMM_LEN];
		} switched;
		struct {		/* EVENT_WAKING: see wakings.h */
			int pid;	/* the thread that is woken */
			bool queued;	/* sched_wakeup: sched_waking was before */
			int from;	/* CPU that wakes it; -1: that of the list */
			char comm[EVENT_COMM_LEN];	/* thread that wakes it */
		} waking;
		struct {		/* EVENT_CALLBACK: see callback_kinds.h */
			uint64_t function;	/* its address; 0: not said */
			uint64_t object;	/* what was asked to run */
			/* When it began, if rtla.ko tells all of it; else 0. */
			uint64_t start;
			int kind;	/* enum callback_kind */
			bool ends;	/* it has returned */
			char name[EVENT_DESC_LEN];	/* of a device */
			/* The rest is said if @start is. */
			int thread;	/* in which it ran, or above which */
			uint64_t sent;	/* when it was asked for; 0: not known */
			int sender;	/* thread that asked for it */
			int sender_cpu;	/* -1: not known, as the rest then */
			char sender_comm[EVENT_COMM_LEN];
		} callback;
		struct {		/* EVENT_IPI: who asks for a callback */
			uint64_t function;	/* 0: not said */
			uint64_t object;	/* 0: not said */
			/* Bits of the CPUs that are asked; the list owns them. */
			unsigned char *mask;
			size_t mask_bytes;
			int to;		/* the CPU that is asked; -1: see @mask */
			int from;	/* the CPU that asks; see ipis.h */
			char comm[EVENT_COMM_LEN];	/* thread that asks */
		} ipi;
		struct {		/* EVENT_COUNTERS: of a hit's CPU */
			uint64_t t_w;
			uint64_t start;	/* in the timer's interrupt */
			uint64_t duration;	/* until the sample */
			uint64_t count[COUNTERS];	/* or COUNTER_ABSENT */
		} counters;
	};
};

/*
 * event_set_defaults - set what events of earlier versions of the module, or of
 * the kernel's own tracers, lack
 *
 * The type and the pid of @event are set. Without these fields, the event of an
 * IRQ latency was written when the thread was interrupted.
 */
void event_set_defaults(struct event *event);

/*
 * event_is_bare - return whether @event is one of the kernel's own tracers, and
 * says less than that of rtla.ko
 *
 * The events of NMIs, interrupts, softirqs and gaps say the same, and are not
 * bare.
 */
bool event_is_bare(const struct event *event);

/* event_is_noise - return whether event->noise is valid */
static inline bool event_is_noise(const struct event *event)
{
	return event->type >= EVENT_NMI && event->type <= EVENT_THREAD;
}

/*
 * event_is_measured - return whether @event is of a measurement, and not just
 * one about callbacks or wake-ups, as any trace may have
 */
static inline bool event_is_measured(const struct event *event)
{
	return event->type != EVENT_CALLBACK && event->type != EVENT_IPI &&
	       event->type != EVENT_WAKING;
}

/* event_comm - return the name of the thread @pid, if @event has it, or NULL */
const char *event_comm(const struct event *event, int pid);

/* event_asks - return whether @event is an EVENT_IPI that asks @cpu for something */
bool event_asks(const struct event *event, int cpu);

/* The points of a wake-up that others than the first are asked for by name. */
#define WAKEUP_WAKING	2
#define WAKEUP_QUEUED	3
#define WAKEUP_RUN	(WAKEUP_POINTS - 1)

/* event_wakeup_first - return the number of the first point of an EVENT_WAKEUP */
static inline int event_wakeup_first(const struct event *event)
{
	return event->wakeup.point[0] ? 0 : WAKEUP_WAKING;
}

/*
 * The events of one CPU, oldest first. @lost_before is the time of the first
 * event after the last lost events, which the ring buffer overwrote or dropped:
 * everything before it is unreliable. 0: no event was lost. @lost_after: some
 * were lost after the last one, which says nothing about those before. A zeroed
 * structure is an empty list.
 */
struct event_list {
	struct event *event;
	size_t count;
	size_t size;
	uint64_t lost_before;
	bool lost_after;
};

/*
 * event_list_add - append a zeroed event, and return it
 *
 * Returns NULL if there is no memory. The pointer is valid until the next call.
 */
struct event *event_list_add(struct event_list *list);

/*
 * event_list_append - append a copy of @event, with a copy of its addresses, or
 * of its CPUs
 *
 * Its names have no newlines. @lost: events were lost just before this one.
 * Returns false if there is no memory.
 */
bool event_list_append(struct event_list *list, const struct event *event,
		       bool lost);

/* event_free - free what belongs to an event that is taken out of its list */
void event_free(struct event *event);

/* event_list_sort - put the events of several lists into the order of time */
void event_list_sort(struct event_list *list);

/* event_list_clear - free all events, and leave an empty list */
void event_list_clear(struct event_list *list);

#endif /* RTLA_EVENTS_H */
