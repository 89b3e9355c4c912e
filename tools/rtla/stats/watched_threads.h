/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Figures of the threads whose wake-ups or cycles are watched.
 */
#ifndef RTLA_WATCHED_THREADS_H
#define RTLA_WATCHED_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/latency.h"
#include "trace/contexts.h"
#include "trace/cycle_wait.h"
#include "trace/event_names.h"
#include "trace/waker_kinds.h"

struct distribution;
struct watched_distributions;

/*
 * Of so many watched threads, those that are found first, a tracer keeps
 * distributions. In the kernel, they take 16 MiB.
 */
#define WATCHED_DISTRIBUTED	64

/* The most contexts that a kind has of a watched thread. */
#define WATCHED_PARTS_MAX	WAKEUP_CONTEXTS

_Static_assert(CYCLE_CONTEXTS <= WATCHED_PARTS_MAX,
	       "watched threads have no room for the parts of cycles");

/* So many of those that made a thread wait longest are kept. */
#define CULPRITS_MAX	8

/**
 * struct cycle_culprit - what has made a thread wait within its cycles
 * @part: CONTEXT_CYCLE_PREEMPTED: by the thread that had the CPU last before it
 *	went on; CONTEXT_CYCLE_BLOCKED: until it was woken by
 * @kind: what has woken it; WAKER_THREAD of a preemption
 * @pid, @comm: a thread; 0: it is none, and of a preemption, no thread had the
 *	CPU
 * @wait: where it slept, if it was blocked; only its @nr and @how
 * @count, @ns, @max_ns: so often, so long in all, and at most
 */
struct cycle_culprit {
	enum event_context part;
	enum waker_kind kind;
	int pid;
	char comm[EVENT_COMM_LEN];
	struct cycle_wait wait;
	uint64_t count;
	uint64_t ns;
	uint64_t max_ns;
};

/**
 * struct watched_cycles - what is known of the cycles of a thread besides parts
 * @home: where it waits for its next period, if @home_known
 * @period_ns: the mean distance of its releases; 0: not known
 * @misses: cycles whose response was longer than the deadline, if there is one
 * @migrations: how often it went on, on another CPU than before
 * @culprit: who made it wait, the longest first; a @count of 0 ends them
 * @preempted_by_others_ns, @blocked_by_others_ns: what those took that are not
 *	kept
 */
struct watched_cycles {
	struct cycle_wait home;
	bool home_known;
	uint64_t period_ns;
	uint64_t misses;
	uint64_t migrations;
	struct cycle_culprit culprit[CULPRITS_MAX];
	uint64_t preempted_by_others_ns;
	uint64_t blocked_by_others_ns;
};

/* A watched thread. */
struct watched_thread {
	int pid;
	int tgid;
	unsigned int policy;		/* SCHED_* */
	int priority;			/* on the kernel's scale: 0 is the highest */
	bool ended;
	bool distributed;		/* the distributions of its parts are kept */
	char comm[EVENT_COMM_LEN];
	uint64_t preempted;		/* taken off its CPU although it could go on */
	uint64_t preempted_ns;		/* and had to wait so long, in all */
	struct watched_cycles cycles;
	/* By number of the context in its kind; without @last and @squares. */
	struct latency part[WATCHED_PARTS_MAX];
};

/* All watched threads, in the order in which they were found. */
struct watched_threads {
	struct watched_thread *thread;
	int count;
	bool full;		/* there are more, which are not watched */
	uint64_t unseen;	/* those that do not count: nobody saw who woke */
	struct watched_distributions *read;	/* of the first @reads threads */
	int reads;
};

/*
 * watched_new - make it without threads
 *
 * Returns NULL if there is no memory. The caller frees it with watched_free().
 */
struct watched_threads *watched_new(void);
void watched_free(struct watched_threads *threads);

/* watched_part - return a part of a thread, whose index is @thread */
static inline const struct latency *
watched_part(const struct watched_threads *threads, int thread,
	     enum event_context context)
{
	return &threads->thread[thread].part[context_number(context)];
}

/* watched_forget - forget all distributions; they are read anew */
void watched_forget(struct watched_threads *threads);

/*
 * watched_put - add a value @count times to a distribution of a thread
 *
 * @thread is its index. Returns false if there is no memory.
 */
bool watched_put(struct watched_threads *threads, int thread,
		 enum event_context context, uint64_t value, uint64_t count);

/*
 * watched_distribution - return a distribution of the thread with this index
 *
 * It is NULL if the distributions of this thread are not known.
 */
const struct distribution *
watched_distribution(const struct watched_threads *threads, int thread,
		     enum event_context context);

/*
 * watched_named - return a part of all threads of this name together
 *
 * Without @last and @squares. Its count is 0 if there are none.
 */
struct latency watched_named(const struct watched_threads *threads,
			     const char *comm, enum event_context context);

/*
 * watched_named_distribution - merge the distributions of a part of all threads
 * of this name
 *
 * The caller frees @all in any case. Returns false if there is no memory.
 * Threads without distributions are left out.
 */
bool watched_named_distribution(const struct watched_threads *threads,
				const char *comm, enum event_context context,
				struct distribution *all);

/*
 * watched_undistributed - return how many threads of this name have samples of
 * @context, and no distributions
 */
int watched_undistributed(const struct watched_threads *threads,
			  const char *comm, enum event_context context);

#endif /* RTLA_WATCHED_THREADS_H */
