/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that the BPF programs which watch threads share with the command:
 * those of wake-ups and of cycles. Both compilers read this header.
 *
 * Times are ns of CLOCK_MONOTONIC.
 */
#ifndef RTLA_BPF_WATCHING_H
#define RTLA_BPF_WATCHING_H

#include <linux/types.h>

#include "tracer/bpf/bpf_figures.h"
#include "tracer/bpf/bpf_layout.h"

#define BPF_WATCHED_MAX		4096
#define BPF_CHOSEN_MAX		8192	/* ids of those that may be watched */
#define BPF_HASHES		4096	/* a power of two */

/*
 * What is watched has parts, and a number after those for the whole: a wake-up
 * those of bpf_wakeups.h, a cycle those of bpf_cycles.h.
 */
#define BPF_PART_WHOLE		5
#define BPF_PARTS		(BPF_PART_WHOLE + 1)

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
 * struct bpf_who - who or what wakes a thread, if that is counted
 * @kind: enum bpf_waker
 * @id: of a thread, an interrupt or a softirq; -1: there is none
 * @name: of a thread; of a timer, the address of its function; else 0
 */
struct bpf_who {
	__u32 kind;
	__s32 id;
	__u64 name[BPF_COMM_LEN / 8];
};

/**
 * struct bpf_waking - an attempt to wake a thread
 * @t_w: when the timer was to expire; 0: no timer wakes it
 * @irq: when its callback began
 * @waking: when it was to be woken
 * @timer: the address of the timer, if one wakes it
 * @kind: enum bpf_waker
 * @waker: the thread that ran there
 * @who: who is counted for it
 */
struct bpf_waking {
	__u64 t_w;
	__u64 irq;
	__u64 waking;
	__u64 timer;
	__u32 kind;
	__u32 waker;
	struct bpf_who who;
};

/* One part of the wake-ups or cycles of a thread. */
struct bpf_watched_part {
	__u64 min;
	__u64 max;
	__u64 sum;
};

/**
 * struct bpf_watched - a watched thread
 * @address: of its structure in the kernel, until it is freed
 * @pid, @tgid, @policy, @prio, @comm: of it; the last three as they were when
 *	it ran last
 * @ended: it has ended
 * @state: enum bpf_watched_state
 * @woken: which of @waking belongs to the wake-up; the other one is an attempt
 *	that may become one
 * @hash: its hash in &struct bpf_watch_control
 * @queued: when it was on a queue
 * @off: when it was taken off its CPU although it could go on
 * @preempted, @preempted_ns: how often that was, and how long it waited, in all
 * @begun, @count: as in &struct bpf_figures
 * @by_timer: of these, those by a timer
 * @part: of all of them, or of those that have the part
 */
struct bpf_watched {
	__u64 address;
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
 * @function: the callback, if wakers are counted
 * @pid: the thread that runs it, or that it has interrupted
 */
struct bpf_expiring {
	__u64 timer;
	__u64 t_w;
	__u64 irq;
	__u64 function;
	__u32 pid;
	__u32 unused;
};

/**
 * struct bpf_watch_cpu - what is known of a CPU
 * @measured: what ends on it is counted
 * @in_interrupt, @in_softirq: where it is, but for the timer's interrupt
 * @irq: the number of the interrupt whose handler was called last, and 1
 * @irq_thread: the thread that this handler lets the kernel wake next; 0: none
 * @softirq: the one that began last, if wakers are counted
 * @hard, @soft: the timer in a hard interrupt, and in a softirq or its thread
 * @part: what is counted
 */
struct bpf_watch_cpu {
	__u64 measured;
	__u32 in_interrupt;
	__u32 in_softirq;
	__u64 irq_thread;
	__u32 irq;
	__u32 softirq;
	struct bpf_expiring hard;
	struct bpf_expiring soft;
	struct bpf_figures part[BPF_PARTS];
};

/**
 * struct bpf_watched_hit - whose wake-up or cycle was a hit
 * @pid, @prio, @comm: of the thread
 * @kind, @waker: see &struct bpf_waking
 * @part: the part that was over its threshold
 * @number: which one of the thread it was
 */
struct bpf_watched_hit {
	__u32 pid;
	__u32 prio;
	char comm[BPF_COMM_LEN];
	__u32 kind;
	__u32 waker;
	__u32 part;
	__u32 number;
};

/**
 * struct bpf_hashed - the watched threads that have the same hash
 * @count: how many there are
 * @place: of the one that was found last
 */
struct bpf_hashed {
	__u32 count;
	__u32 place;
};

/**
 * struct bpf_watch_control - what changes while the programs run
 * @window: which wake-ups or cycles are counted
 * @checks: one may be a hit
 * @stop: parts that are a hit
 * @stack_after: a hit that takes so long has a stack
 * @frozen: there was a hit: nothing is recorded until its thresholds are set
 *	again
 * @full: there was no more place for a thread
 * @unseen: about so many of them do not count, as no program saw who woke a
 *	thread
 * @waiting: so many watched threads were woken and have not run yet
 * @threads: by their hash, so that a look shows of most others that they are
 *	not watched, and of most that are where they are
 * @ids: how many ids have this hash, of those that may be watched
 */
struct bpf_watch_control {
	struct bpf_window window;
	__u64 checks;
	__u64 stop[BPF_PARTS];
	__u64 stack_after;
	__u64 frozen;
	__u64 full;
	__u64 unseen;
	__u64 waiting;
	struct bpf_hashed threads[BPF_HASHES];
	__u64 ids[BPF_HASHES];
};

/* System calls have numbers below this. */
#define BPF_CALLS_MAX		512

/* One of these tells the waits in a system call apart. */
enum bpf_call {
	BPF_CALL_ALONE,		/* nothing else */
	BPF_CALL_DESCRIPTOR,	/* its first argument */
	BPF_CALL_FLAGS,		/* its second argument */
	BPF_CALL_FUTEX,		/* its address and command */
};

/**
 * struct bpf_wait - where a thread sleeps
 * @call: number of the system call; BPF_NO_CALL: it is in none;
 *	BPF_NO_USER_SPACE: nor is it ever
 * @how: descriptor, flags or command
 * @object: address of a futex; a condition variable uses two that are
 *	neighbours, which count as one
 */
struct bpf_wait {
	__u32 call;
	__u32 how;
	__u64 object;
};

#define BPF_NO_CALL		(~0U)
#define BPF_NO_USER_SPACE	(~1U)	/* nor can it be in any */
#define BPF_NO_HOME		(~2U)	/* none is: CYCLE_WAIT_MARK */

/**
 * struct bpf_home - how cycles find the home wait, and judge
 * @wait: the home wait, if it @is_given; @is_any: in any way of that call
 * @is_marked: marks begin and end cycles, and no wait is the home wait
 * @deadline: cycles that are longer are counted; all bits set: none is
 * @call: enum bpf_call of each system call
 */
struct bpf_home {
	struct bpf_wait wait;
	__u32 is_given;
	__u32 is_any;
	__u32 is_marked;
	__u32 unused;
	__u64 deadline;
	__u8 call[BPF_CALLS_MAX];
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
 * @wakers: wake-ups are counted for who woke the thread, too
 * @limits: so many limits of each part
 * @counting: what is counted
 * @home: only for cycles
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
	__u32 wakers;
	__u64 limit[BPF_PARTS][BPF_LIMITS_MAX];
	struct bpf_counting counting;
	struct bpf_home home;
};

/* bpf_watching_hash_of_id - return the place of an id in &ids */
static __always_inline __u32 bpf_watching_hash_of_id(__u32 id)
{
	return id & (BPF_HASHES - 1);
}

#endif /* RTLA_BPF_WATCHING_H */
