/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace events of rtla.ko, and one of the kernel, as the tool sees them. This is the one form in
 * which events reach the statistics and the analysis, wherever they come from.
 */
#ifndef RTLA_EVENTS_H
#define RTLA_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EVENT_COMM_LEN	16
#define EVENT_DESC_LEN	24

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
	EVENT_TYPES
};

/*
 * Where a latency was taken, and what can have a threshold: values of
 * sample.context and stop.context, as in the ABI.
 */
enum event_context {
	CONTEXT_IRQ = 0,
	CONTEXT_THREAD = 1,
	CONTEXT_USER = 2,	/* return from user space */
	CONTEXTS,		/* of latencies */
	CONTEXT_SINGLE = 3,	/* osnoise: one noise */
	CONTEXT_TOTAL = 4,	/* osnoise: all noise of a period */
	STOPS			/* that have a threshold */
};

/* context_name - as machines read it: "irq", "thread", "user", "single", "total" */
const char *context_name(enum event_context context);

#define IDLE_LEFT	UINT32_MAX

/* One event of one CPU. Times are ns of CLOCK_MONOTONIC. */
struct event {
	enum event_type type;
	int pid;		/* thread that was running when it was written */
	uint64_t time;		/* when it was written */
	union {
		struct {
			uint64_t latency;
			uint64_t t_w;
			uint32_t seqnum;
			int context;
		} sample;
		struct {	/* EVENT_NMI, _IRQ, _SOFTIRQ, _THREAD */
			uint64_t start;
			uint64_t duration;	/* net */
			int id;		/* interrupt, softirq, thread id */
			int prio;	/* EVENT_THREAD: the kernel's scale */
			char name[EVENT_DESC_LEN];
		} noise;
		struct {
			uint64_t t_w;
			uint64_t *caller;	/* innermost first; owned by the list */
			size_t count;
		} stack;
		struct {
			uint64_t latency;
			uint64_t threshold;
			uint64_t t_w;
			uint64_t irq_start;
			uint64_t thread_start;
			uint32_t session;
			uint32_t seqnum;
			int context;
			int pid;
			int prio;
			char comm[EVENT_COMM_LEN];
		} stop;
		struct {		/* EVENT_PERIOD: one period of osnoise */
			uint64_t start;
			uint64_t runtime;
			uint64_t noise;		/* sum of its noises */
			uint64_t max_single;	/* the longest of them */
			uint32_t hardware;	/* noises nothing explains */
			uint32_t nmi;		/* interferences, by kind */
			uint32_t irq;
			uint32_t softirq;
			uint32_t thread;
			uint32_t seqnum;
		} period;
		struct {		/* EVENT_GAP: one noise */
			uint64_t start;
			uint64_t duration;
			uint64_t interference;	/* how many; 0: hardware */
		} gap;
		struct {		/* EVENT_IDLE: power:cpu_idle */
			uint32_t state;	/* entered; IDLE_LEFT: left */
		} idle;
	};
};

/* event_is_noise - of the kinds that have event.noise */
static inline bool event_is_noise(const struct event *event)
{
	return event->type >= EVENT_NMI && event->type <= EVENT_THREAD;
}

/*
 * The events of one CPU, oldest first. Where the ring buffer overwrote or
 * dropped some, everything up to @lost_before is unreliable: 0 is nothing lost.
 */
struct event_list {
	struct event *event;
	size_t count;
	size_t size;
	uint64_t lost_before;
};

struct event *event_list_add(struct event_list *list);

/*
 * event_list_append - a copy of @event, with addresses of its own; @lost: some
 * were lost just before it
 *
 * False if there is no memory.
 */
bool event_list_append(struct event_list *list, const struct event *event,
		       bool lost);
void event_list_clear(struct event_list *list);

#endif /* RTLA_EVENTS_H */
