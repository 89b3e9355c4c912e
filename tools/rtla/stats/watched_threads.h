/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Figures of the threads whose wake-ups are watched.
 */
#ifndef RTLA_WATCHED_THREADS_H
#define RTLA_WATCHED_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/stats.h"
#include "trace/events.h"

/* A watched thread. */
struct watched_thread {
	int pid;
	int tgid;
	unsigned int policy;		/* SCHED_* */
	int priority;			/* on the kernel's scale: 0 is the highest */
	bool ended;
	char comm[EVENT_COMM_LEN];
	uint64_t preempted;		/* taken off its CPU although it could go on */
	uint64_t preempted_ns;		/* and had to wait so long, in all */
	/* Of its wake-ups, by context less WAKEUP_FIRST; without @last, @squares. */
	struct latency part[WAKEUP_CONTEXTS];
};

/* All watched threads, in the order in which they were found. */
struct watched_threads {
	struct watched_thread *thread;
	int count;
	bool full;		/* there are more, which are not watched */
};

/*
 * watched_named - return a part of the wake-ups of all threads of this name together
 *
 * Without @last and @squares. Its count is 0 if there are none.
 */
struct latency watched_named(const struct watched_threads *threads,
			     const char *comm, enum event_context context);

#endif /* RTLA_WATCHED_THREADS_H */
