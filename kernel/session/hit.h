/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hit: the first latency or noise after each arming that reached its
 * threshold. A workload reports it on the measured CPU, and the holder of the
 * session reads it.
 */
#ifndef _RTLA_HIT_H
#define _RTLA_HIT_H

#include <linux/atomic.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include <uapi/rtla.h>

#include "noise/stack.h"

struct keeper;
struct stats;

/* Most return addresses of a stack that are kept, and number of stacks kept. */
#define HIT_STACK_DEPTH	STACK_DEPTH_MAX
#define HIT_STACKS	8

/**
 * struct hit_stack - the return addresses of a stack
 * @time: ns; when it was taken; 0: none was
 * @cost: ns; how long that took, and so was a part of the latency
 * @pid: id of the thread that it is of
 * @reported: it was reported by the event "stack"
 * @count: number of addresses
 * @entry: the addresses, innermost first
 */
struct hit_stack {
	u64 time;
	u64 cost;
	pid_t pid;
	bool reported;
	unsigned int count;
	unsigned long entry[HIT_STACK_DEPTH];
};

/**
 * struct hit_slot - where the hit of a session is kept
 * @session: the number by which the event "stop" names the session
 * @panic: a hit calls panic()
 * @tracing_off: a hit calls tracing_off()
 * @state: the state of the hit, and the generation of the arming: see hit.c
 * @armed_at: a latency or noise that began before this time is no hit; ns
 * @hit: valid when rtla_hit_is_ready()
 * @keeper: calls rtla_hit_wake(), away from the measured CPU
 * @ends: the statistics whose counting a hit ends; NULL: none
 * @lock: guards @waiters
 * @waiters: readers and pollers to be woken; NULL after rtla_hit_close()
 * @stacks: stacks of the last hits, whose addresses RTLA_IOC_SYMBOL may name
 * @stacks_taken: number of stacks that were ever put into @stacks
 */
struct hit_slot {
	u32 session;
	bool panic;
	bool tracing_off;
	atomic_t state;
	u64 armed_at;
	struct rtla_hit hit;
	struct keeper *keeper;
	struct stats *ends;
	spinlock_t lock;	/* see above */
	wait_queue_head_t *waiters;
	struct hit_stack stacks[HIT_STACKS];
	unsigned int stacks_taken;
};

void rtla_hit_init(struct hit_slot *slot, u32 session, bool panic,
		   struct keeper *keeper, struct stats *ends,
		   wait_queue_head_t *waiters);
void rtla_hit_wake(struct hit_slot *slot);
void rtla_hit_close(struct hit_slot *slot);

void rtla_hit_disarm(struct hit_slot *slot);
void rtla_hit_arm(struct hit_slot *slot, u64 armed_at);

void rtla_hit_report(struct hit_slot *slot, struct rtla_hit *hit, u64 irq_start,
		     u64 thread_start, const struct hit_stack *stack);

bool rtla_hit_is_ready(const struct hit_slot *slot);
bool rtla_hit_take(struct hit_slot *slot, struct rtla_hit *hit);
bool rtla_hit_has_address(struct hit_slot *slot, unsigned long address);

#endif /* _RTLA_HIT_H */
