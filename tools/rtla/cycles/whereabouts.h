/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where each thread was at each time, and what each CPU did: made of the events
 * of all CPUs.
 */
#ifndef RTLA_WHEREABOUTS_H
#define RTLA_WHEREABOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number_map.h"
#include "cycles/sched_trace.h"
#include "trace/cycle_wait.h"

enum thread_state {
	THREAD_UNKNOWN,		/* events were lost */
	THREAD_RUNS,
	THREAD_READY,		/* it could run, but does not */
	THREAD_SLEEPS,
};

enum woken_by {
	WOKEN_BY_UNKNOWN,	/* its event is missing */
	WOKEN_BY_THREAD,
	WOKEN_BY_TIMER,
	WOKEN_BY_IRQ,
	WOKEN_BY_SOFTIRQ,
};

#define NO_EXPIRY	UINT64_MAX

/**
 * struct waking - who woke a thread
 * @by: whether that was a thread, or what came above one
 * @pid: the thread that ran there
 * @cpu: where it was
 * @name: of the interrupt, the softirq or the timer's function
 * @expiry: of a timer: when it was to expire, in ns of the trace clock, or
 *	NO_EXPIRY
 * @time: when it was
 */
struct waking {
	enum woken_by by;
	int pid;
	int cpu;
	uint32_t name;
	uint64_t expiry;
	uint64_t time;
};

/**
 * struct stretch - what a thread did from a time on, until the next stretch
 * @from: that time
 * @state: what it did
 * @cpu: where it runs, or waits to
 * @prio: its priority, on the kernel's scale
 * @passes: it has just been woken before it could sleep: it runs, or was
 *	preempted
 * @woken: it can run since @waking ended its sleep, or would have: @passes
 * @wait_known: @wait is known
 * @faulted: it sleeps after a page fault, and not in a system call
 * @is_blocked: it sleeps so that no signal wakes it, for a lock of the kernel
 *	or a device, which is no home wait
 * @needs_lock: it is a lock of the kernel
 * @faults: page faults that it had while it ran
 * @wait: where it sleeps, or would have slept
 */
struct stretch {
	uint64_t from;
	enum thread_state state;
	int cpu;
	int prio;
	bool passes;
	bool woken;
	bool wait_known;
	bool faulted;
	bool is_blocked;
	bool needs_lock;
	uint64_t faults;
	struct cycle_wait wait;
	struct waking waking;
};

/**
 * struct thread_call - what a thread does in the kernel from a time on
 * @from: that time
 * @wait: the system call that it is in; CYCLE_WAIT_NO_CALL: none
 * @contends: it spins for a lock of the kernel as long as it runs
 * @owner: the thread that has that lock; 0: not known
 */
struct thread_call {
	uint64_t from;
	struct cycle_wait wait;
	bool contends;
	int owner;
};

/**
 * struct thread_line - one thread
 * @has_calls: it has made system calls; otherwise it is one of the kernel, or
 *	the trace has none
 * @call: when it was in one, or contended for a lock
 */
struct thread_line {
	int pid;
	bool has_calls;
	struct stretch *stretch;
	size_t stretches;
	struct thread_call *call;
	size_t calls;
};

/* A CPU runs the thread @pid, 0 being none, from a time on. */
struct cpu_turn {
	uint64_t from;
	int pid;
	int prio;
};

/* The innermost span of a CPU from a time on; SPAN_NONE: there is none. */
struct cpu_span {
	uint64_t from;
	enum span_kind kind;
	uint32_t name;
};

struct cpu_line {
	struct cpu_turn *turn;
	size_t turns;
	struct cpu_span *span;
	size_t spans;
};

/* Events of some CPU were lost in this time. */
struct trace_gap {
	uint64_t from;
	uint64_t to;
};

/**
 * struct whereabouts - all of them
 * @trace: the events, and the names; it has to stay
 * @thread: the threads, by their first event
 * @place: for a thread its index
 * @cpu: the CPUs, by their number
 * @end: time of the last event
 */
struct whereabouts {
	const struct sched_trace *trace;
	struct thread_line *thread;
	size_t threads;
	struct number_map place;
	struct cpu_line *cpu;
	int cpus;
	struct trace_gap *gap;
	size_t gaps;
	uint64_t end;
};

/* whereabouts_free - free all but @where itself, which is empty then */
void whereabouts_free(struct whereabouts *where);

/* whereabouts_thread - return the thread @pid, or NULL */
const struct thread_line *whereabouts_thread(const struct whereabouts *where,
					     int pid);

/* whereabouts_lost - return whether events were lost from @from to @to */
bool whereabouts_lost(const struct whereabouts *where, uint64_t from,
		      uint64_t to);

/* stretch_end - return when the stretch number @i of a thread ends */
static inline uint64_t stretch_end(const struct whereabouts *where,
				   const struct thread_line *thread, size_t i)
{
	return i + 1 < thread->stretches ? thread->stretch[i + 1].from :
					   where->end;
}

/*
 * stretch_at - return the number of the stretch in which @time is, or 0 if it
 * is before all of them
 */
size_t stretch_at(const struct thread_line *thread, uint64_t time);

/*
 * thread_call_at - return the number of the last of the thread's calls, or of
 * their ends, that was at @time or before; 0 also if there is none
 */
size_t thread_call_at(const struct thread_line *thread, uint64_t time);

/*
 * A piece of a CPU's time, in which nothing changed. Without any event before
 * it, @turn has the thread -1.
 */
typedef void cpu_piece_fn(void *context, uint64_t ns,
			  const struct cpu_turn *turn,
			  const struct cpu_span *span);

/* whereabouts_walk - call @take for all pieces of the time from @from to @to */
void whereabouts_walk(const struct whereabouts *where, int cpu, uint64_t from,
		      uint64_t to, cpu_piece_fn *take, void *context);

#endif /* RTLA_WHEREABOUTS_H */
