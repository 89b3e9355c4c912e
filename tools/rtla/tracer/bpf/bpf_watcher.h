/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The common part of the BPF tracers that watch threads: see bpf_watching.h for
 * the memory, and &struct tracer_ops for each of the functions that this does
 * not tell about.
 */
#ifndef RTLA_BPF_WATCHER_H
#define RTLA_BPF_WATCHER_H

#include <stdint.h>

#include "tracer/bpf/bpf_programs.h"
#include "tracer/bpf/bpf_tracer.h"
#include "tracer/bpf/bpf_watching.h"
#include "tracer/tracer.h"

struct latency;
struct tracer_hit;
struct watched_thread;

/**
 * struct bpf_watcher_way - what is watched
 * @object: its programs
 * @first: the context of part 0; those of the others follow it
 * @whole: the context of the whole
 * @by_timer: so many parts are only of those that a timer has woken
 * @hits, @hit_bytes: its map of hits, and what each has; it begins with a
 *	struct bpf_watched_hit
 * @home: fill in how cycles are found; NULL: there are none
 * @loops: its map of what else it has of each thread; NULL: none
 * @loop_bytes: so many of each
 * @more, @more_bytes: a further such map
 * @wakers, @waker_rows: its maps of wakers; NULL: it counts none
 * @waker_count, @waker_bytes: so many rows of each CPU, and what each has
 * @thread: add what only it knows of a thread, whose place this is; NULL:
 *	nothing
 */
struct bpf_watcher_way {
	enum bpf_object_name object;
	enum event_context first;
	enum event_context whole;
	int by_timer;
	const char *hits;
	size_t hit_bytes;
	void (*home)(struct bpf_home *home, const struct tracer_config *config);
	const char *loops;
	size_t loop_bytes;
	const char *more;
	size_t more_bytes;
	const char *wakers;
	const char *waker_rows;
	int waker_count;
	size_t waker_bytes;
	void (*thread)(const struct tracer *tracer, int place,
		       struct watched_thread *thread);
};

/**
 * struct bpf_watcher - what such a tracer has of its own
 * @way: what it watches
 * @control: what changes while the programs run
 * @cpu: of each CPU, by its number
 * @watched: the threads, BPF_WATCHED_MAX of them
 * @buckets, @histogram: counters
 * @hits: the last hit of each CPU
 * @last_hit: that of them which was described last; NULL: none was
 * @loops, @more: what @way has of each thread
 * @waker_rows: for each CPU the rows of its wakers
 * @read: for each CPU and part: see bpf_reading.h
 * @cpus: the last CPU that is measured, and 1
 * @hit_fd: a descriptor that tells of a hit
 */
struct bpf_watcher {
	const struct bpf_watcher_way *way;
	struct bpf_watch_control *control;
	struct bpf_watch_cpu *cpu;
	struct bpf_watched *watched;
	uint64_t *buckets;
	uint64_t *histogram;
	void *hits;
	const void *last_hit;
	void *loops;
	void *more;
	const void *waker_rows;
	struct bpf_block *read;
	int cpus;
	int hit_fd;
};

/* bpf_watcher_open - be the @open of such a tracer */
enum result bpf_watcher_open(struct tracer **opened, const struct bpf_way *way,
			     const struct bpf_watcher_way *watcher);

/* bpf_watcher_load - be the @load of its way */
enum result bpf_watcher_load(struct tracer *tracer);

/* bpf_watcher_watch - be the @start of its way */
enum result bpf_watcher_watch(struct tracer *tracer);

/* bpf_watcher_heard - be the @heard of its way */
void bpf_watcher_heard(struct tracer *tracer);

/* bpf_watcher_hit - return the hit of a CPU */
const void *bpf_watcher_hit(const struct tracer *tracer, int cpu);

/* bpf_watcher_describe - fill in who has the hit of a CPU, and of what */
struct tracer_hit bpf_watcher_describe(const struct tracer *tracer, int cpu);

/* bpf_watcher_stop - return the event of a hit of a thread */
struct event bpf_watcher_stop(const struct bpf_watched_hit *from,
			      const struct tracer_hit *hit, uint64_t end);

/*
 * bpf_watcher_parts - read the parts of what a thread did, or what woke it
 * @count, @by_timer: how often that was, and how often by a timer
 * @to: set to them, by the number of their context
 */
void bpf_watcher_parts(const struct tracer *tracer,
		       const struct bpf_watched_part *from, uint64_t count,
		       uint64_t by_timer, struct latency *to);

/* bpf_watcher_refuse - print why it cannot watch the threads that are given */
enum result bpf_watcher_refuse(const struct tracer_config *config);

bool bpf_watcher_attaches(void);
enum result bpf_watcher_start(struct tracer *tracer,
			      const struct tracer_config *config,
			      const struct undo_list *undo);
bool bpf_watcher_measures(const struct tracer *tracer,
			  enum event_context context);
enum result bpf_watcher_count(struct tracer *tracer, uint64_t from_ns,
			      uint64_t until_ns);
enum result bpf_watcher_read_stats(struct tracer *tracer, int cpu,
				   enum event_context context,
				   struct tracer_stats *stats);
enum result bpf_watcher_read_buckets(struct tracer *tracer, int cpu,
				     enum event_context context,
				     enum tracer_buckets kind, int first,
				     int count, uint64_t *buckets);
enum result bpf_watcher_read_blocks(struct tracer *tracer, int cpu,
				    enum event_context context, bool last,
				    struct tracer_block *blocks, int *count);
enum result bpf_watcher_read_threads(struct tracer *tracer,
				     struct watched_threads *threads);
enum result bpf_watcher_arm(struct tracer *tracer,
			    const struct tracer_config *config);
enum result bpf_watcher_disarm(struct tracer *tracer);
int bpf_watcher_hit_fd(const struct tracer *tracer);
enum result bpf_watcher_cpu(struct tracer *tracer, int cpu,
			    struct tracer_cpu *state);
void bpf_watcher_close(struct tracer *tracer);

/* The members of &struct tracer_ops that are the same for all of them. */
#define BPF_WATCHER_OPS \
	.name = "bpf", \
	.title = "the tracer by BPF programs", \
	.recorder = RECORDED_BY_BPF, \
	.system = MODULE_SYSTEM, \
	.clock = "mono", \
	.keeps_stats = true, \
	.attaches = bpf_watcher_attaches, \
	.freezes_early = bpf_tracer_freezes_early, \
	.start = bpf_watcher_start, \
	.measures = bpf_watcher_measures, \
	.list = bpf_tracer_list, \
	.count = bpf_watcher_count, \
	.read_stats = bpf_watcher_read_stats, \
	.read_buckets = bpf_watcher_read_buckets, \
	.read_blocks = bpf_watcher_read_blocks, \
	.read_threads = bpf_watcher_read_threads, \
	.arm = bpf_watcher_arm, \
	.disarm = bpf_watcher_disarm, \
	.hit_fd = bpf_watcher_hit_fd, \
	.read_hit = bpf_tracer_read_hit, \
	.cpu = bpf_watcher_cpu, \
	.symbol = bpf_tracer_symbol, \
	.end = bpf_tracer_end, \
	.close = bpf_watcher_close

#endif /* RTLA_BPF_WATCHER_H */
