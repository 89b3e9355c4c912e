/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cycles of a thread: each from a release to its completion, and their
 * parts.
 *
 * A thread waits for its next period in its home wait. The release is when the
 * timer that ended that wait was to expire, or when the thread was woken. The
 * completion is when it sleeps there again, or would have slept.
 */
#ifndef RTLA_THREAD_CYCLES_H
#define RTLA_THREAD_CYCLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycles/home_wait.h"

struct thread_line;
struct whereabouts;

/*
 * The parts of a cycle, in the order of their contexts (trace/contexts.h). They
 * add up to its response, to the ns.
 */
enum cycle_part {
	CYCLE_START,		/* until it runs first */
	CYCLE_RUN,		/* less what has interrupted it */
	CYCLE_INTERRUPTED,
	CYCLE_PREEMPTED,	/* it could run, but did not */
	CYCLE_BLOCKED,		/* it slept outside of its home wait */
	CYCLE_PARTS
};

/* cycle_part_name - return the name of a part in a result: "start" */
const char *cycle_part_name(enum cycle_part part);

/**
 * struct thread_cycle - one cycle
 * @release, @completion: its begin and its end
 * @first: number of the stretch in which the thread can run after the release
 * @last: number of the stretch that ends it
 * @part: the parts, in ns
 * @migrations: how often it went on, on another CPU than before
 * @faults: how many page faults it had while it ran
 */
struct thread_cycle {
	uint64_t release;
	uint64_t completion;
	size_t first;
	size_t last;
	uint64_t part[CYCLE_PARTS];
	unsigned int migrations;
	uint64_t faults;
};

/**
 * struct thread_cycles - the cycles of one thread
 * @unknown: number of cycles that are left out, as events were lost in them
 */
struct thread_cycles {
	const struct whereabouts *where;
	const struct thread_line *thread;
	struct home_wait home;
	struct thread_cycle *cycle;
	size_t count;
	size_t unknown;
};

/*
 * thread_cycles_find - find all cycles of a thread
 *
 * The first three members are set. Returns false without memory. The caller
 * frees @cycles with thread_cycles_free() in any case.
 */
bool thread_cycles_find(struct thread_cycles *cycles);

void thread_cycles_free(struct thread_cycles *cycles);

static inline uint64_t cycle_response(const struct thread_cycle *cycle)
{
	return cycle->completion - cycle->release;
}

/*
 * thread_cycles_at - return the cycle with this release, which may differ by a
 * rounded time, or NULL
 */
const struct thread_cycle *thread_cycles_at(const struct thread_cycles *cycles,
					    uint64_t release);

/**
 * struct cycle_figures - what they are together
 * @period: mean distance of releases, in ns; 0: there is only one
 * @average, @p99, @max: responses, in ns
 * @misses: how many of them are over the deadline
 * @migrations: of all cycles
 * @part: the sums of the parts
 */
struct cycle_figures {
	uint64_t period;
	uint64_t average;
	uint64_t p99;
	uint64_t max;
	uint64_t misses;
	uint64_t migrations;
	uint64_t part[CYCLE_PARTS];
};

/*
 * cycle_figures_find - compute the figures; @deadline of 0 is none
 *
 * Returns false without memory.
 */
bool cycle_figures_find(struct cycle_figures *figures,
			const struct thread_cycles *cycles, uint64_t deadline);

/*
 * thread_cycles_worst - return the longest cycle, or with a @deadline the first
 * one that is over it, if there is any
 *
 * NULL: there is no cycle.
 */
const struct thread_cycle *thread_cycles_worst(const struct thread_cycles *cycles,
					       uint64_t deadline);

#endif /* RTLA_THREAD_CYCLES_H */
