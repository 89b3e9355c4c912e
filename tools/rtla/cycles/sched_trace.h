/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of the kernel about where threads are: switches, wake-ups, interrupts,
 * timers, system calls and page faults, of all CPUs. Who records them does not
 * matter: a saved trace of trace-cmd, or a ring buffer of our own.
 */
#ifndef RTLA_SCHED_TRACE_H
#define RTLA_SCHED_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number_map.h"
#include "trace/cycle_wait.h"

enum sched_event_type {
	SCHED_SWITCH,
	SCHED_WAKING,		/* sched_waking: by whom */
	SCHED_QUEUED,		/* sched_wakeup, sched_wakeup_new: where to */
	SCHED_MIGRATE,
	SCHED_BEGIN,		/* an interrupt, a softirq, a timer's callback */
	SCHED_END,
	SCHED_NMI,		/* it has ended: nobody writes its begin */
	SCHED_TIMER_START,
	SCHED_CALL,		/* a system call */
	SCHED_RETURN,
	SCHED_FAULT,		/* a page fault of user space */
	SCHED_CONTENDS,		/* a thread begins to wait for a lock of the kernel */
	SCHED_HAS_LOCK,		/* it has that */
};

/* A span is above a thread on its CPU, or above a span of a smaller value. */
enum span_kind {
	SPAN_NONE,
	SPAN_SOFTIRQ,
	SPAN_IRQ,
	SPAN_TIMER,		/* the callback of a timer, within one of these */
	SPAN_NMI,
};

/**
 * struct sched_event - one event
 * @time: ns of the trace clock
 * @order: its place in the file, which counts between equal times
 * @type: what happened
 * @cpu: where it was written
 * @pid: the thread that ran; of a switch, that which leaves
 * @other: the thread that is switched to, woken or moved; SCHED_CONTENDS: that
 *	which has the lock; 0: not known
 * @to: the CPU to which a thread is woken or moved; -1: not said
 * @prio, @other_prio: of a switch: of @pid and @other, on the kernel's scale
 * @sleeps: of a switch: the thread that leaves does not want to go on
 * @is_blocked: it sleeps so that no signal wakes it: for a lock or a device
 * @needs_lock: it is one for which others than PREEMPT_RT spin, as only traces
 *	of our own say
 * @has_faults: of a switch: @faults is how many page faults the thread that
 *	leaves has had until then
 * @lost: events of this CPU were lost just before
 * @kind: of a span; of a waking: what the CPU was in, as the event itself says
 * @name: of a span, or of a waking with @kind, as a number of
 *	sched_trace_name()
 * @wait: SCHED_CALL: where the thread sleeps if it does in this call
 * @object: the timer; 0: it is none of the high resolution
 * @expiry: SCHED_TIMER_START: when it is to expire, of its own clock;
 *	SCHED_BEGIN: the time of that clock; SCHED_NMI: how long it took, in ns
 */
struct sched_event {
	uint64_t time;
	uint64_t order;
	enum sched_event_type type;
	int cpu;
	int pid;
	int other;
	int to;
	int prio;
	int other_prio;
	bool sleeps;
	bool is_blocked;
	bool needs_lock;
	bool has_faults;
	bool lost;
	enum span_kind kind;
	uint32_t name;
	uint64_t faults;
	union {
		struct cycle_wait wait;
		struct {
			uint64_t object;
			uint64_t expiry;
		};
	};
};

/* A map from texts to their numbers, and back. */
struct sched_names {
	char **text;
	size_t count;
	struct number_map place;
};

/**
 * struct traced_cycle - the cycle for which a trace was saved
 * @tid: its thread; 0: none is told
 * @home: the home wait of that
 * @release: when it began
 * @completion: when it ended, if @home is CYCLE_WAIT_MARK
 * @cpu: where, likewise
 */
struct traced_cycle {
	int tid;
	struct cycle_wait home;
	uint64_t release;
	uint64_t completion;
	int cpu;
};

/**
 * struct sched_trace - the events; a zeroed one is empty
 * @event: all of them, in the order of time after sched_trace_settle()
 * @names: of spans, and of threads
 * @comms: for a thread the number of its name
 * @calls: for a system call without a name in cycle_wait.h, likewise
 * @resolution: times are later by so many ns at most
 * @has: which types of events there are, as bits
 * @cycle: what our own text tells
 * @why: buffer for the text of a reason
 */
struct sched_trace {
	struct sched_event *event;
	size_t events;
	struct sched_names names;
	struct number_map comms;
	struct number_map calls;
	uint64_t resolution;
	unsigned int has;
	struct traced_cycle cycle;
	char why[256];
};

#define SCHED_HAS(type)	(1u << (type))

/*
 * sched_trace_is_own - return whether a hit was recorded in it, by our own
 * programs: it has the system calls in which threads slept, and no others
 */
static inline bool sched_trace_is_own(const struct sched_trace *trace)
{
	return trace->cycle.tid;
}

/* sched_trace_add - add a copy of @event; return false without memory */
bool sched_trace_add(struct sched_trace *trace, const struct sched_event *event);

/*
 * sched_trace_number - return the number of a name, which is added if needed
 *
 * Number 0 is "", also where there is no memory.
 */
uint32_t sched_trace_number(struct sched_trace *trace, const char *name);

/* sched_trace_name - return the name with this number */
const char *sched_trace_name(const struct sched_trace *trace, uint32_t number);

/* sched_trace_comm - return the name of a thread; "": not known */
const char *sched_trace_comm(const struct sched_trace *trace, int pid);

/* sched_trace_set_comm - give a thread its name */
void sched_trace_set_comm(struct sched_trace *trace, int pid, const char *comm);

/*
 * sched_trace_call - return the number of a system call by its name
 *
 * It is the number that this machine has for it. A call that no machine waits
 * in has a number that no machine has, and that trace->calls knows.
 */
uint32_t sched_trace_call(struct sched_trace *trace, const char *name);

/* sched_trace_wait - return the wait of a system call, from its first arguments */
struct cycle_wait sched_trace_wait(uint32_t nr, const uint64_t argument[2]);

/*
 * sched_trace_wait_name - print where a thread sleeps, like cycle_wait_name()
 *
 * SCHED_WAIT_LEN bytes are enough. Returns @text.
 */
#define SCHED_WAIT_LEN	96
const char *sched_trace_wait_name(const struct sched_trace *trace,
				  const struct cycle_wait *wait, char *text);

/* sched_trace_settle - put the events into the order of time */
void sched_trace_settle(struct sched_trace *trace);

void sched_trace_free(struct sched_trace *trace);

#endif /* RTLA_SCHED_TRACE_H */
