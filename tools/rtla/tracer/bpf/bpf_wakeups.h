/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that the BPF programs of wake-ups share with the command. Both
 * compilers read this header.
 *
 * Times are ns of CLOCK_MONOTONIC.
 */
#ifndef RTLA_BPF_WAKEUPS_H
#define RTLA_BPF_WAKEUPS_H

#include <linux/types.h>

#include "tracer/bpf/bpf_figures.h"
#include "tracer/bpf/bpf_layout.h"

#define BPF_WATCHED_MAX		4096
#define BPF_CHOSEN_MAX		8192	/* ids of those that may be watched */
#define BPF_HASHES		4096	/* a power of two */

/* The points of a wake-up, in the order of time, as in EVENT_WAKEUP. */
enum bpf_point {
	BPF_POINT_T_W,
	BPF_POINT_IRQ,
	BPF_POINT_WAKING,
	BPF_POINT_QUEUED,
	BPF_POINT_SCHEDULED,
	BPF_POINT_SWITCHED,
	BPF_POINTS
};

/*
 * The parts of a wake-up: each has the point before it, with the same number,
 * and one after it. There is no tracepoint where a switch is over, so that the
 * last part is not known; the whole has the number after it.
 */
#define BPF_PARTS_KNOWN		(BPF_POINTS - 1)
#define BPF_PART_WHOLE		BPF_PARTS_KNOWN
#define BPF_PARTS		(BPF_PARTS_KNOWN + 1)

/* The kinds of wakers: the values of enum waker_kind. */
enum bpf_waker {
	BPF_WAKER_TIMER,
	BPF_WAKER_IRQ,
	BPF_WAKER_SOFTIRQ,
	BPF_WAKER_THREAD,
	BPF_WAKER_NEW,
};

enum bpf_watched_state {
	BPF_UNKNOWN,
	BPF_SLEEPS,
	BPF_WOKEN,	/* is on a queue since it slept */
	BPF_RUNS,
	BPF_WAITS,	/* was taken off its CPU, and could go on */
};

/**
 * struct bpf_waking - an attempt to wake a thread
 * @t_w: when the timer was to expire; 0: no timer wakes it
 * @irq: when its callback began
 * @waking: when it was to be woken
 * @kind: enum bpf_waker
 * @waker: the thread that ran there
 */
struct bpf_waking {
	__u64 t_w;
	__u64 irq;
	__u64 waking;
	__u32 kind;
	__u32 waker;
};

/* One part of the wake-ups of a thread. */
struct bpf_watched_part {
	__u64 min;
	__u64 max;
	__u64 sum;
};

/**
 * struct bpf_watched - a watched thread
 * @pid, @tgid, @policy, @prio, @comm: of it; the last three as they were when
 *	it ran last
 * @ended: it has ended
 * @state: enum bpf_watched_state
 * @woken: which of @waking belongs to the wake-up; the other one is an attempt
 *	that may become one
 * @hash: its hash in &struct bpf_wakeup_control
 * @queued: when it was on a queue
 * @off: when it was taken off its CPU although it could go on
 * @preempted, @preempted_ns: how often that was, and how long it waited, in all
 * @begun, @count: as in &struct bpf_figures
 * @by_timer: of these, those by a timer
 * @part: of all of them, or of those by a timer
 */
struct bpf_watched {
	__u32 pid;
	__u32 tgid;
	__u32 policy;
	__u32 prio;
	char comm[BPF_COMM_LEN];
	__u32 ended;
	__u32 state;
	__u32 woken;
	__u32 hash;
	struct bpf_waking waking[2];
	__u64 queued;
	__u64 off;
	__u64 preempted;
	__u64 preempted_ns;
	__u64 begun;
	__u64 count;
	__u64 by_timer;
	struct bpf_watched_part part[BPF_PARTS];
};

/**
 * struct bpf_expiring - the timer whose callback runs
 * @timer: its address; 0: none does
 * @t_w: when it was to expire
 * @irq: when the callback began
 * @pid: the thread that runs it, or that it has interrupted
 */
struct bpf_expiring {
	__u64 timer;
	__u64 t_w;
	__u64 irq;
	__u32 pid;
	__u32 unused;
};

/**
 * struct bpf_wakeup_hit - the wake-up that was a hit
 * @point: its points
 * @pid, @prio, @comm: the thread that was woken
 * @kind, @waker: see &struct bpf_waking
 * @context: the part that was over its threshold
 * @number: which wake-up of the thread it was
 */
struct bpf_wakeup_hit {
	__u64 point[BPF_POINTS];
	__u32 pid;
	__u32 prio;
	char comm[BPF_COMM_LEN];
	__u32 kind;
	__u32 waker;
	__u32 context;
	__u32 number;
};

/**
 * struct bpf_wakeup_cpu - what is known of a CPU
 * @measured: wake-ups are counted that end on it
 * @before, @scheduled: the last two times when the scheduler, or the tick,
 *	spoke of RCU: the former is when the scheduler was called
 * @in_interrupt, @in_softirq: where it is, but for the timer's interrupt
 * @hard, @soft: the timer in a hard interrupt, and in a softirq or its thread
 * @hit: the last hit
 * @part: what is counted
 */
struct bpf_wakeup_cpu {
	__u64 measured;
	__u64 before;
	__u64 scheduled;
	__u32 in_interrupt;
	__u32 in_softirq;
	struct bpf_expiring hard;
	struct bpf_expiring soft;
	struct bpf_wakeup_hit hit;
	struct bpf_figures part[BPF_PARTS];
};

/**
 * struct bpf_wakeup_control - what changes while the programs run
 * @window: which wake-ups are counted
 * @checks: a wake-up may be a hit
 * @stop: parts that are a hit
 * @stack_after: a hit that takes so long has a stack
 * @full: there was no more place for a thread
 * @unseen: about so many wake-ups do not count, as their begin was not seen
 * @waiting: so many watched threads were woken and have not run yet
 * @threads: how many watched threads have this hash, so that a
 *	look shows of most others that they are not watched
 * @ids: how many ids have this hash, of those that may be watched
 */
struct bpf_wakeup_control {
	struct bpf_window window;
	__u64 checks;
	__u64 stop[BPF_PARTS];
	__u64 stack_after;
	__u64 full;
	__u64 unseen;
	__u64 waiting;
	__u64 threads[BPF_HASHES];
	__u64 ids[BPF_HASHES];
};

/**
 * struct bpf_targets - what is set before the programs are loaded
 * @all, @real_time: threads that are watched when they are woken
 * @named: those are watched that have the name @comm then
 * @ids: those whose ids are in the map of chosen ones
 * @processes: these are the ids of processes
 * @within: only threads of these processes, which get more when they create
 *	some, may be watched
 * @children: what a watched thread creates is watched
 * @distributed: so many threads have distributions
 * @cpus: so many CPUs are before the threads in the map of buckets
 * @records: noise is recorded
 * @limits: so many limits of each part
 * @counting: what is counted
 */
struct bpf_targets {
	__u64 comm[BPF_COMM_LEN / 8];
	__u32 all;
	__u32 real_time;
	__u32 named;
	__u32 ids;
	__u32 processes;
	__u32 within;
	__u32 children;
	__u32 distributed;
	__u32 cpus;
	__u32 records;
	__u32 limits[BPF_PARTS];
	__u32 unused;
	__u64 limit[BPF_PARTS][BPF_LIMITS_MAX];
	struct bpf_counting counting;
};

/* bpf_wakeups_hash_of_id - return the place of an id in &ids */
static __always_inline __u32 bpf_wakeups_hash_of_id(__u32 id)
{
	return id & (BPF_HASHES - 1);
}

#endif /* RTLA_BPF_WAKEUPS_H */
