/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who blocked whom: for a thread that slept, what the thread that woke it did
 * in that time, and whom that one had to wait for.
 */
#ifndef RTLA_BLOCKING_CHAIN_H
#define RTLA_BLOCKING_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycles/cycle_items.h"
#include "cycles/sleep_kind.h"
#include "cycles/whereabouts.h"

#define CHAIN_DEPTH	8	/* so many threads, one behind the other */
#define CHAIN_LINKS	24	/* of all branches */

/**
 * struct chain_link - a thread that waits, and what its waker did in that time
 * @depth: 0: the thread whose cycle it is; else one more than that for which it
 *	is waited
 * @pid: the thread that waits
 * @sleep: where
 * @kind: for what
 * @ns: how long, as far as others wait for it
 * @waker: who ended that
 * @call: of a lock of the kernel: in which system call that was, or NULL
 * @loop: the waker waits in this chain already: it is not followed
 * @prio: of the waker, if that is a thread
 * @ran, @preempted, @blocked, @unknown: what the waker did, in ns; that it was
 *	interrupted is a part of @ran
 * @by: what kept the waker from running longest, if @preempted is not 0
 * @inversion: a thread of a priority between that of the thread whose cycle it
 *	is and that of the waker did
 * @inverted: that thread, and for how long it did
 */
struct chain_link {
	int depth;
	int pid;
	const struct stretch *sleep;
	enum sleep_kind kind;
	uint64_t ns;
	struct waking waker;
	const struct cycle_wait *call;
	bool loop;
	int prio;
	uint64_t ran;
	uint64_t preempted;
	uint64_t blocked;
	uint64_t unknown;
	struct cycle_item by;
	bool inversion;
	struct cycle_item inverted;
};

/* The links: what a waker waited for is behind its link, one deeper. */
struct blocking_chain {
	struct chain_link link[CHAIN_LINKS];
	size_t count;
};

/*
 * blocking_chain_find - follow the stretch number @i of @thread, in which it
 * sleeps
 *
 * Returns false without memory.
 */
bool blocking_chain_find(struct blocking_chain *chain,
			 const struct whereabouts *where,
			 const struct thread_line *thread, size_t i);

/*
 * chain_next - return the first of the links that the waker of @link waited in,
 * the longest one, or NULL
 */
const struct chain_link *chain_next(const struct blocking_chain *chain,
				    const struct chain_link *link);

#endif /* RTLA_BLOCKING_CHAIN_H */
