/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that the BPF programs of overheads share with the command. Both
 * compilers read this header.
 *
 * Times are ns of CLOCK_MONOTONIC.
 */
#ifndef RTLA_BPF_OVERHEADS_H
#define RTLA_BPF_OVERHEADS_H

#include <linux/types.h>

#include "tracer/bpf/bpf_figures.h"
#include "tracer/bpf/bpf_layout.h"

/* The overheads, in the order of their contexts. */
enum bpf_overhead {
	BPF_OVERHEAD_RELEASE_LATENCY,
	BPF_OVERHEAD_RELEASE,
	BPF_OVERHEAD_SCHED,
	BPF_OVERHEAD_CXS,
	BPF_OVERHEAD_SCHED2,
	BPF_OVERHEAD_TICK,
	BPF_OVERHEAD_IPI,
	BPF_OVERHEAD_XCALL,
	BPF_OVERHEAD_WAKE,
	BPF_OVERHEAD_COUNT
};

/* Interrupts that one CPU sends to another. */
enum bpf_sent {
	BPF_SENT_RESCHEDULE,
	BPF_SENT_CALL,
	BPF_SENT
};

/* Where a way through the scheduler is counted: at the last point of it. */
enum bpf_way_end {
	BPF_ENDS_CHOSEN,	/* nothing after the choice is seen */
	BPF_ENDS_SWITCHED,	/* a probe sees the new thread */
	BPF_ENDS_RETURNED,	/* the kernel tells that the scheduler returns */
};

/**
 * struct bpf_stamp - a moment
 * @time: when it was; 0: there was none
 * @stolen: what interrupts had taken on this CPU until then
 */
struct bpf_stamp {
	__u64 time;
	__u64 stolen;
};

/**
 * struct bpf_expired_timer - the timer whose callback runs
 * @timer: its address; 0: none does
 * @t_w: when it was to expire
 * @called: when the callback was called
 * @own: how long wake-ups have been counted since
 * @pid: the thread that runs it, or that it has interrupted
 * @woken: a thread that it has woken; 0: none. One with a real-time priority
 *	takes precedence
 * @real_time: that thread has a real-time priority
 * @tick: it is the scheduler's periodic timer
 * @preempted: other threads have run since
 */
struct bpf_expired_timer {
	__u64 timer;
	__u64 t_w;
	struct bpf_stamp called;
	__u64 own;
	__u32 pid;
	__u32 woken;
	__u32 real_time;
	__u32 tick;
	__u32 preempted;
	__u32 unused;
};

/**
 * struct bpf_overheads_hit - the sample that was a hit
 * @from, @length: when it began, and how long it was
 * @context: enum bpf_overhead
 * @pid: the thread; 0: none
 * @number: which one of them it was
 */
struct bpf_overheads_hit {
	__u64 from;
	__u64 length;
	__u32 context;
	__u32 pid;
	__u64 number;
};

/**
 * struct bpf_own - the least times that programs add on a CPU; all bits set:
 * not known
 * @stamp: to what is between two tracepoints
 * @scheduler: to what is between the call of the scheduler and its choice
 * @to_probe: to what ends at a probe
 * @from_probe: to what begins there
 */
struct bpf_own {
	__u64 stamp;
	__u64 scheduler;
	__u64 to_probe;
	__u64 from_probe;
};

/**
 * struct bpf_overheads_cpu - what is known of a CPU
 * @measured: overheads are counted there
 * @sent: when the first interrupt of each kind was sent that the CPU has not
 *	entered yet; 0: none. Senders write it
 * @told, @told_before: the last texts that RCU was told, until the scheduler's
 *	is known
 * @called: when the scheduler was called last
 * @chosen: when it chose another thread; @next is that thread, @next_real_time
 *	its priority
 * @switched: when that had the CPU
 * @waking: when @to_wake was to be woken
 * @to_wake: the thread that is being woken there; 0: none
 * @hard, @soft: the timer in a hard interrupt, and in a softirq or its thread
 * @own: what programs add
 * @own_begin, @own_probed: moments of looking for that
 * @disturbed, @negative: samples of each that were no good
 * @hit: the last hit
 * @figures: what is counted
 */
struct bpf_overheads_cpu {
	__u64 measured;
	__u64 sent[BPF_SENT];
	__u64 told;
	__u64 told_before;
	struct bpf_stamp called;
	struct bpf_stamp chosen;
	struct bpf_stamp switched;
	__u32 next;
	__u32 next_real_time;
	struct bpf_stamp waking;
	__u64 to_wake;
	struct bpf_expired_timer hard;
	struct bpf_expired_timer soft;
	struct bpf_own own;
	struct bpf_stamp own_begin;
	__u64 own_probed;
	__u64 disturbed[BPF_OVERHEAD_COUNT];
	__u64 negative[BPF_OVERHEAD_COUNT];
	struct bpf_overheads_hit hit;
	struct bpf_figures figures[BPF_OVERHEAD_COUNT];
};

/**
 * struct bpf_overheads_control - what changes while the programs run
 * @window: which samples are counted
 * @call: the text that RCU is told when the scheduler is called; 0: not known
 * @ends: enum bpf_way_end
 * @stop: lengths that are a hit
 */
struct bpf_overheads_control {
	struct bpf_window window;
	__u64 call;
	__u32 ends;
	__u64 stop[BPF_OVERHEAD_COUNT];
};

/**
 * struct bpf_overheads_request - what is set before the programs are loaded
 * @all_threads: overheads of all threads count, not only of real-time threads
 * @keep_disturbed: disturbed ones count, without the time of that
 * @limits: so many limits of each
 * @counting: what is counted
 */
struct bpf_overheads_request {
	__u32 all_threads;
	__u32 keep_disturbed;
	__u32 limits[BPF_OVERHEAD_COUNT];
	__u32 unused;
	__u64 limit[BPF_OVERHEAD_COUNT][BPF_LIMITS_MAX];
	struct bpf_counting counting;
};

#endif /* RTLA_BPF_OVERHEADS_H */
