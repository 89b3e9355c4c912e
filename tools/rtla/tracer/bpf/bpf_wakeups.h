/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that only the BPF programs of wake-ups share with the command:
 * see bpf_watching.h. Both compilers read this header.
 */
#ifndef RTLA_BPF_WAKEUPS_H
#define RTLA_BPF_WAKEUPS_H

#include <linux/types.h>

#include "tracer/bpf/bpf_watching.h"

/*
 * The points of a wake-up, in the order of time, as in EVENT_WAKEUP. Each part
 * has the point before it, with the same number, and one after it. No
 * tracepoint tells when a switch is over, so that the last part is not known.
 */
enum bpf_point {
	BPF_POINT_T_W,
	BPF_POINT_IRQ,
	BPF_POINT_WAKING,
	BPF_POINT_QUEUED,
	BPF_POINT_SCHEDULED,
	BPF_POINT_SWITCHED,
	BPF_POINTS
};

/**
 * struct bpf_wakeup_hit - the wake-up that was a hit
 * @of: whose it is
 * @point: its points
 */
struct bpf_wakeup_hit {
	struct bpf_watched_hit of;
	__u64 point[BPF_POINTS];
};

/* So many wakers of each CPU are counted, and all further ones together. */
#define BPF_WAKERS_MAX		64
#define BPF_WAKERS_OTHERS	BPF_WAKERS_MAX
#define BPF_WAKER_ROWS		(BPF_WAKERS_MAX + 1)

/* A waker is told from others by this: each CPU counts for itself. */
struct bpf_waker_key {
	struct bpf_who who;
	__u64 cpu;
};

/**
 * struct bpf_waker_row - the wake-ups on a CPU by one waker
 * @who: the waker
 * @begun, @count: as in &struct bpf_figures
 * @by_timer, @part: as in &struct bpf_watched
 */
struct bpf_waker_row {
	struct bpf_who who;
	__u64 begun;
	__u64 count;
	__u64 by_timer;
	struct bpf_watched_part part[BPF_PARTS];
};

/**
 * struct bpf_wakeup_cpu - what else is known of a CPU
 * @hit: the last hit
 * @before, @scheduled: the last two times when the scheduler, or the tick,
 *	spoke of RCU: the former is when the scheduler was called
 * @wakers: so many of its rows have a waker
 */
struct bpf_wakeup_cpu {
	struct bpf_wakeup_hit hit;
	__u64 before;
	__u64 scheduled;
	__u64 wakers;
};

#endif /* RTLA_BPF_WAKEUPS_H */
