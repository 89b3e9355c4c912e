/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The longest windows of the variables of a bound: see bound_windows.c.
 */
#ifndef _RTLA_BOUND_WINDOWS_H
#define _RTLA_BOUND_WINDOWS_H

#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/seqlock.h>
#include <linux/types.h>

#include <uapi/rtla.h>

#include "bound/bound_rules.h"

struct stats;
struct workload_config;

/**
 * struct bound_place - where a window was: what the kernel did there
 * @pid: the thread that was running; 0: the idle thread
 * @comm: its name
 * @own: it belongs to the process that has the session
 * @seen: which case of the model it was
 * @address: of the instruction that was interrupted; 0: of user space, or none
 *	was
 * @stack_count: number of addresses in @stack
 * @stack: return addresses, innermost first
 */
struct bound_place {
	pid_t pid;
	char comm[TASK_COMM_LEN];
	bool own;
	enum rtla_bound_case seen;
	unsigned long address;
	unsigned int stack_count;
	unsigned long stack[RTLA_BOUND_STACK_MAX];
};

/**
 * struct bound_window - a window of a variable, which is over
 * @context: which variable
 * @start: ns; when it began, as far as @lower goes
 * @end: ns; when it was over
 * @lower: ns; it was at least so long, net
 * @upper: ns; it was at most so long
 * @place: where it was; NULL: in the thread that runs now, and not interrupted
 */
struct bound_window {
	enum rtla_context context;
	u64 start;
	u64 end;
	u64 lower;
	u64 upper;
	const struct bound_place *place;
};

/**
 * struct bound_longest - the longest windows of one variable
 * @lower: ns; the largest lower end
 * @upper: ns; the largest upper end
 * @start: ns; when the window of @lower began
 * @place: where that was
 */
struct bound_longest {
	u64 lower;
	u64 upper;
	u64 start;
	struct bound_place place;
};

/**
 * struct bound_unseen - how much longer a call of the scheduler is than what is
 * seen of it
 * @count: number of calls that were looked at, up to BOUND_UNSEEN_KNOWN
 * @least: ns; no call less
 * @most: ns; no call more, but for those that have met something else; 0: not
 *	known
 */
struct bound_unseen {
	unsigned int count;
	u64 least;
	u64 most;
};

/*
 * A time that was measured counts if it is no more than so many times the least
 * one.
 */
#define BOUND_TIME_SPREAD	4

/* After so many calls, @least counts. */
#define BOUND_UNSEEN_KNOWN	16

/*
 * rtla_bound_unseen - return by how much a call is longer, in ns; 0: not known
 */
static inline u64 rtla_bound_unseen(const struct bound_unseen *unseen)
{
	return READ_ONCE(unseen->count) == BOUND_UNSEEN_KNOWN ?
		       READ_ONCE(unseen->least) : 0;
}

/**
 * struct bound_cpu_windows - what a session has found out on one CPU
 * @changes: held by the CPU while it changes @longest
 * @longest: by variable
 * @probes: how many times the probe has expired
 * @gap: ns; the longest time without a look at the CPU
 * @unmeasured: calls of the scheduler without an end
 * @freeing: ns; the longest call of the scheduler that has freed a thread after
 *	the end that is known of it
 * @before, @after: what a call of the scheduler takes beyond what is seen
 *	of it: before the tracepoint at its beginning, and after that at its end
 * @entries: number of interrupts whose entry was measured
 * @entry_sum: ns; sum of what these took that no event shows
 * @entry_max: ns; the most of that
 * @floor: ns; the least lateness of the probe; U64_MAX: it has not expired yet
 * @rules: the rules of the model, see bound_rules.h
 *
 * Only the CPU itself writes. It belongs to the session, and so outlives the
 * workload, which ends when the CPU goes offline.
 */
struct bound_cpu_windows {
	seqcount_t changes;
	struct bound_longest longest[RTLA_BOUND_VARIABLES];
	u64 probes;
	u64 gap;
	u64 unmeasured;
	u64 freeing;
	struct bound_unseen before;
	struct bound_unseen after;
	u64 entries;
	u64 entry_sum;
	u64 entry_max;
	u64 floor;
	struct bound_rules rules;
};

void rtla_bound_place_note(struct bound_place *place, pid_t owner,
			   enum rtla_bound_case seen);
void rtla_bound_place_take_stack(struct bound_place *place);

struct bound_cpu_windows __percpu *rtla_bound_windows_create(void);
void rtla_bound_windows_destroy(struct bound_cpu_windows __percpu *windows);

void rtla_bound_window(const struct workload_config *config,
		       struct bound_cpu_windows *windows,
		       const struct bound_window *window);
void rtla_bound_keep(const struct workload_config *config, u64 *longest,
		     u64 start, u64 length);
void rtla_bound_observed(const struct workload_config *config, u64 t_w,
			 u64 now);

extern bool rtla_bound_sees_exit;

void rtla_bound_windows_read(struct bound_cpu_windows __percpu *windows,
			     const struct stats *stats,
			     struct rtla_bound *read);
unsigned long rtla_bound_find_address(const struct workload_config *config,
				      u64 token);

#endif /* _RTLA_BOUND_WINDOWS_H */
