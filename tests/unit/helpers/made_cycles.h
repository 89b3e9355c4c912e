/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events about threads for tests, by hand. Times are in us.
 */
#ifndef MADE_CYCLES_H
#define MADE_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

#include "cycles/sched_trace.h"

/* Numbers of waits in these tests. */
enum made_wait {
	MADE_SLEEP,		/* clock_nanosleep */
	MADE_MUTEX,		/* futex */
	MADE_PI_MUTEX,
	MADE_READ,		/* of descriptor 5 */
	MADE_WRITE,
};

/* made_sched - append an event of this type and time on @cpu, where @pid runs */
struct sched_event *made_sched(struct sched_trace *trace,
			       enum sched_event_type type, uint64_t us, int cpu,
			       int pid);

/*
 * made_switch - @cpu switches from @pid to @to
 *
 * Both have the priorities that made_prio() gave them. @sleeps: @pid does not
 * want to go on.
 */
void made_switch(struct sched_trace *trace, uint64_t us, int cpu, int pid,
		 bool sleeps, int to);

/* made_prio - give a thread a name, and its priority on the kernel's scale */
void made_prio(struct sched_trace *trace, int pid, const char *comm, int prio);

/* made_waking - @pid wakes @other, which goes to @to */
void made_waking(struct sched_trace *trace, uint64_t us, int cpu, int pid,
		 int other, int to);

/* made_call, made_return - @pid begins a system call, or comes back from it */
void made_call(struct sched_trace *trace, uint64_t us, int cpu, int pid,
	       enum made_wait wait);
void made_return(struct sched_trace *trace, uint64_t us, int cpu, int pid);

/* made_begin, made_end - an interrupt, a softirq or a callback above @pid */
void made_begin(struct sched_trace *trace, uint64_t us, int cpu, int pid,
		enum span_kind kind, const char *name);
void made_end(struct sched_trace *trace, uint64_t us, int cpu, int pid,
	      enum span_kind kind);

/*
 * made_timer - a timer that was to expire at @expiry wakes @other on @cpu,
 * where @pid runs: its interrupt begins at @us, and takes 2 us
 */
void made_timer(struct sched_trace *trace, uint64_t expiry, uint64_t us,
		int cpu, int pid, int other);

/*
 * made_home - @pid goes to its home wait, clock_nanosleep, at @us, and @to runs
 * from the next us on
 */
void made_home(struct sched_trace *trace, uint64_t us, int cpu, int pid, int to);

/*
 * made_cycle_at_100 - on CPU 0, which is idle, the timer of @pid that is due at
 * 100 us wakes it, and it runs from 105 us on
 */
void made_cycle_at_100(struct sched_trace *trace, int pid);

/* made_clean - forget the priorities, and free the trace */
void made_clean(struct sched_trace *trace);

#endif /* MADE_CYCLES_H */
