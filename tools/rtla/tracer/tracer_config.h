/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration of a tracer, which options set: what it measures, and what
 * it is to keep of it.
 */
#ifndef RTLA_TRACER_CONFIG_H
#define RTLA_TRACER_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/parse.h"
#include "trace/contexts.h"
#include "trace/cycle_wait.h"

/* The most ids of threads to watch, and the most threads that are watched. */
#define TRACER_IDS_MAX		256
#define TRACER_WATCHED_MAX	4096

/*
 * Which threads are watched: those that any of @all, @real_time, @comm and @id
 * says.
 *
 * @all: all threads
 * @real_time: those of SCHED_FIFO, SCHED_RR and SCHED_DEADLINE
 * @comm: those that have this name when they are woken, which is shorter than
 *	EVENT_COMM_LEN; NULL: none
 * @id, @ids: those with these thread ids, or with @processes the threads of
 *	these processes, also those that are created later
 * @children: also what a watched thread creates
 * @within: @all, @real_time and @comm mean only threads of the process @id[0],
 *	and of those that it creates
 */
struct tracer_targets {
	bool all;
	bool real_time;
	bool processes;
	bool children;
	bool within;
	const char *comm;
	int id[TRACER_IDS_MAX];
	int ids;
};

/* The most places of marks: one mark is at each place where it is inlined. */
#define TRACER_MARKS_MAX	64

/**
 * struct tracer_mark - a place in a program where cycles begin or end
 * @file, @offset: the file, and where the instruction is in it, in bytes
 * @counter: where in the file a number is to be raised, so that the
 *	program gets there; 0: there is none
 * @name: marks of another name are a part of the cycle; 0: they are functions,
 *	and a part of it if this one has called them
 * @ends: a cycle ends there
 * @returns: not there, but when the function returns that begins there
 */
struct tracer_mark {
	const char *file;
	uint64_t offset;
	uint64_t counter;
	uint32_t name;
	bool ends;
	bool returns;
};

/**
 * struct tracer_marks - the marks by which cycles are found
 * @begin, @end: the functions that begin and end them, as options give them
 * @function: the function that is a cycle
 * @name: the name of the marks of the header rtla_cycle.h
 * @mark, @count: all of them; none without any of these options
 */
struct tracer_marks {
	const char *begin;
	const char *end;
	const char *function;
	const char *name;
	const struct tracer_mark *mark;
	int count;
};

/**
 * struct tracer_cycle - how cycles of threads are found
 * @given: @wait says where each thread waits for its next period; otherwise
 *	that is found, for each of them
 * @any: only the system call of @wait counts
 * @marks: marks in programs begin and end cycles, and no wait does
 * @period_ns: the period that threads are to have; 0: it is not known
 * @deadline_ns: a longer response is a miss; 0: none is
 */
struct tracer_cycle {
	bool given;
	bool any;
	struct cycle_wait wait;
	struct tracer_marks marks;
	int64_t period_ns;
	int64_t deadline_ns;
};

/* The most periods that CPUs take in turn. */
#define TRACER_PERIODS_MAX	64

/* The most limits of a context, and buckets of a histogram, in statistics. */
#define TRACER_LIMITS_MAX	16
#define TRACER_ENTRIES_MAX	65536

/*
 * The statistics of its samples that a tracer is to keep by itself, for each
 * CPU and context. A zeroed structure stands for none.
 *
 * @wanted: keep struct latency, and for osnoise struct noise
 * @skipped: timerlat: keep the periods that could not be measured, see struct
 *	tracer_stats. This is all that is kept without @wanted
 * @distribution: keep the buckets of struct distribution, too
 * @threads: wake-ups, cycles: also for each of so many of the watched threads
 * @bucket_ns, @entries: keep a histogram of so many buckets, each so wide;
 *	0: none
 * @block_ns: keep what came in each block of this length; 0: no
 * @causes: count noises by what has caused them, for which no other statistics
 *	are needed
 * @limits: how many limits each context has
 * @limit_ns: count how many samples exceed each of these
 */
struct tracer_stats_config {
	bool wanted;
	bool skipped;
	bool distribution;
	int threads;
	uint64_t bucket_ns;
	uint32_t entries;
	uint64_t block_ns;
	bool causes;
	int limits[CONTEXTS];
	uint64_t limit_ns[CONTEXTS][TRACER_LIMITS_MAX];
};

/*
 * The configuration of a measurement. Times are in ns; a threshold of 0 is off.
 * Fields of other kinds are ignored.
 */
struct tracer_config {
	enum kind kind;
	struct cpus cpus;
	int64_t period_ns;		/* the longest one, if there are several */
	int64_t periods_ns[TRACER_PERIODS_MAX];	/* timerlat: CPUs take turns */
	int periods;			/* so many; up to 1: all have the same */
	int64_t runtime_ns;		/* osnoise */
	int64_t noise_ns;		/* osnoise: 0: the tracer's default */
	int64_t stop_ns[CONTEXTS];		/* thresholds */
	int64_t stack_ns;		/* timerlat, bound: threshold for stacks */
	int64_t align_ns;		/* timerlat: -1: not aligned */
	/*
	 * No measuring threads of the kernel. timerlat: processes of user space
	 * attach() themselves. osnoise: only the noise events are reported.
	 */
	bool no_threads;
	bool preempt_off;		/* osnoise */
	bool irqs_off;			/* osnoise */
	bool panic;			/* a hit panics the kernel */
	bool no_noise;			/* timerlat: report no noise events */
	bool hit_ends;			/* a hit ends the measurement */
	bool counters;			/* timerlat: of each CPU, at a hit */
	bool callbacks;			/* report what takes long of those */
	struct tracer_stats_config stats;
	struct tracer_targets targets;	/* wake-ups, cycles */
	struct tracer_cycle cycle;
	bool wakers;			/* wake-ups: count them by waker, too */
	bool causes;			/* count causes of noise, if the tracer can */
	bool all_threads;		/* overheads: not only real-time threads */
	bool keep_disturbed;		/* overheads: count disturbed ones, too */
	struct priority priority;	/* of the measuring threads */
};

/* tracer_keeps_stats - return whether the tracer counts anything by itself */
static inline bool tracer_keeps_stats(const struct tracer_config *config)
{
	return config->stats.wanted || config->stats.skipped ||
	       config->stats.causes;
}

#endif /* RTLA_TRACER_CONFIG_H */
