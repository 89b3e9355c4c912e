/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that only the BPF programs of cycles share with the command: see
 * bpf_watching.h. Both compilers read this header.
 */
#ifndef RTLA_BPF_CYCLES_H
#define RTLA_BPF_CYCLES_H

#include <linux/types.h>

#include "tracer/bpf/bpf_watching.h"

/* The parts of a cycle, which add up to the whole. */
enum bpf_cycle_part {
	BPF_CYCLE_START,	/* from its release until the thread runs */
	BPF_CYCLE_RUN,
	BPF_CYCLE_INTERRUPTED,
	BPF_CYCLE_PREEMPTED,	/* it could run, and did not */
	BPF_CYCLE_BLOCKED,
	BPF_CYCLE_PARTS
};

/* The waits of a thread among which its home wait is looked for. */
#define BPF_WAITS_MAX	6

/**
 * struct bpf_candidate - a wait that may be the home wait
 * @wait: which one
 * @ends: how often it ended
 * @by_timer: of these, by a timer
 * @last: when the last such timer was to expire
 * @distance: so long after the one before
 * @changes: how much that has changed from one to the next: the sum of the
 *	numbers of the highest bits, so that one great change is no more than
 *	several small ones
 */
struct bpf_candidate {
	struct bpf_wait wait;
	__u32 ends;
	__u32 by_timer;
	__u64 last;
	__u64 distance;
	__u64 changes;
};

/**
 * struct bpf_loop - the cycles of a watched thread, which has the same place
 * @home: its home wait, if @is_known, or where it was last at home
 * @learns_since: when the look for it began; 0: it has not
 * @wait: where the thread sleeps, or has slept last
 * @is_blocked: no signal wakes it there
 * @is_home: that is the home wait
 * @is_inside: it is in a cycle
 * @release: which began then
 * @distance: so long after the one before
 * @timer: address of the timer by which the home wait ended last, if that lasts
 *	longer than one call
 * @expiry: when that is to expire, as its thread has set it; 0: not known
 * @since: when the state of the thread changed last
 * @interrupts: what interrupts had taken of @cpu then
 * @part: the parts of this cycle until then
 * @migrated: how often it moved in this cycle
 * @cpu: where it ran last
 * @first, @last: the releases of its first and its last cycle that are counted
 * @migrations: how often it moved to another CPU in a cycle that is counted
 * @misses: so many of these were longer than the deadline
 * @waker: name of the thread that woke it last
 * @abroad: so often it has slept since its last home wait
 * @candidate: while it looks for its home wait
 */
struct bpf_loop {
	struct bpf_wait home;
	__u64 learns_since;
	struct bpf_wait wait;
	__u32 is_known;
	__u32 is_blocked;
	__u32 is_home;
	__u32 is_inside;
	__u32 cpu;
	__u32 unused;
	__u64 release;
	__u64 distance;
	__u64 timer;
	__u64 expiry;
	__u64 since;
	__u64 interrupts;
	__u64 part[BPF_CYCLE_PARTS];
	__u64 migrated;
	__u64 first;
	__u64 last;
	__u64 migrations;
	__u64 misses;
	char waker[BPF_COMM_LEN];
	__u64 abroad;
	struct bpf_candidate candidate[BPF_WAITS_MAX];
};

/* So many culprits of a thread are kept; a power of two. */
#define BPF_CULPRITS	16

/**
 * struct bpf_culprit - what has made a thread wait within its cycles
 * @part: BPF_CYCLE_PREEMPTED: @pid had the CPU last before the thread got it;
 *	BPF_CYCLE_BLOCKED: it woke the thread
 * @kind: of a waking: enum bpf_waker
 * @pid: the thread, if it was one; 0 of a preemption: none had the CPU
 * @call: of a waking: the system call in which the thread slept
 * @how: as in &struct bpf_wait
 * @comm: name of @pid
 * @count, @ns, @max: so often, so long in all, and at most
 * @weight: how much of @ns those have not outweighed that wanted this place
 */
struct bpf_culprit {
	__u32 part;
	__u32 kind;
	__u32 pid;
	__u32 call;
	__u32 how;
	__u32 unused;
	char comm[BPF_COMM_LEN];
	__u64 count;
	__u64 ns;
	__u64 max;
	__u64 weight;
};

/**
 * struct bpf_culprits - the culprits of a watched thread
 * @culprit: those that took most; a hash says where each is
 * @others: what those took for which there was no place, by part: there are
 *	fewer parts than members
 */
struct bpf_culprits {
	struct bpf_culprit culprit[BPF_CULPRITS];
	__u64 others[8];
};

/**
 * struct bpf_account - what a thread has done since it is watched
 * @time: until then
 * @part: the time that it has spent in each part
 * @migrated: how often it moved to another CPU
 */
struct bpf_account {
	__u64 time;
	__u64 part[BPF_CYCLE_PARTS];
	__u64 migrated;
};

/* The name of marks at the entry of a function, and at its return. */
#define BPF_MARKS_OF_FUNCTION	0

/**
 * struct bpf_marked - the cycles between marks of a watched thread
 * @cycle: the cycle, and what those before have been; its account is the
 *	&struct bpf_loop of the thread
 * @before: the account of the thread when the cycle began
 * @name: which of the names of marks has begun it
 * @stack: the stack pointer was there
 * @end: when the cycle ended, if it @is_over, and not counted yet
 */
struct bpf_marked {
	struct bpf_loop cycle;
	struct bpf_account before;
	__u64 name;
	__u64 stack;
	__u64 end;
	__u64 is_over;
};

/* These steps of threads are recorded, to explain a hit. */
enum bpf_step_type {
	BPF_STEP_SWITCH,
	BPF_STEP_WAKING,
	BPF_STEP_PASSES,	/* a thread does not sleep in its home wait */
	BPF_STEP_CONTENDS,	/* it begins to wait for a lock of the kernel */
	BPF_STEP_HAS_LOCK,	/* it has that */
};

/* A thread leaves its CPU for one of these reasons. */
enum bpf_step_end {
	BPF_STEP_CAN_RUN,
	BPF_STEP_SLEEPS,	/* until an event or a signal */
	BPF_STEP_IS_BLOCKED,	/* no signal wakes it */
	BPF_STEP_NEEDS_LOCK,	/* likewise, for a lock under PREEMPT_RT */
};

/* The last so many steps of a CPU are kept; a power of two. */
#define BPF_STEPS	2048

/**
 * struct bpf_step - a step of a thread
 * @time: when
 * @type: enum bpf_step_type
 * @pid: the thread that ran; of a switch, that which leaves
 * @other: the thread that comes, or is woken, or has the lock; 0: not known
 * @prio, @other_prio: of both, on the kernel's scale
 * @how: of a switch: enum bpf_step_end; of a waking: enum bpf_waker
 * @wait: where a thread sleeps, would have, or contends; of a waking: where the
 *	thread is that ends a sleep for a lock of the kernel, else
 *	BPF_NO_USER_SPACE
 * @t_w, @irq: of a waking by a timer, as in &struct bpf_waking
 * @faults: of a switch: how many page faults the thread that leaves has had
 * @comm: of the other thread
 */
struct bpf_step {
	__u64 time;
	__u32 type;
	__u32 pid;
	__u32 other;
	__s32 prio;
	__s32 other_prio;
	__u32 how;
	struct bpf_wait wait;
	union {
		__u64 t_w;
		__u64 faults;
	};
	__u64 irq;
	char comm[BPF_COMM_LEN];
};

/**
 * struct bpf_cycle_hit - the cycle that was a hit
 * @of: whose it is
 * @release, @end: when it began and ended
 * @part: its parts
 * @home: its home wait
 */
struct bpf_cycle_hit {
	struct bpf_watched_hit of;
	__u64 release;
	__u64 end;
	__u64 part[BPF_CYCLE_PARTS];
	struct bpf_wait home;
};

/**
 * struct bpf_cycle_cpu - what else is known of a CPU
 * @hit: the last hit
 * @steps: so many were recorded
 * @step: the last of them
 */
struct bpf_cycle_cpu {
	struct bpf_cycle_hit hit;
	__u64 steps;
	struct bpf_step step[BPF_STEPS];
};

#endif /* RTLA_BPF_CYCLES_H */
