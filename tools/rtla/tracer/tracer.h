/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface to the tracer, which measures. The rest of the command does not
 * depend on the kind of tracer.
 *
 * A tracer is opened and started with all thresholds off. It is given the trace
 * instances that are to collect its events, and then armed. From then on, a
 * latency at or over its threshold, or a noise over its threshold, is a hit.
 * The hit freezes these instances, with its own event as their last one, and
 * makes the descriptor of hit_fd() readable. Closing the tracer undoes
 * everything.
 */
#ifndef RTLA_TRACER_H
#define RTLA_TRACER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpus.h"
#include "base/message.h"
#include "base/parse.h"
#include "stats/bound_figures.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/overheads.h"
#include "stats/stats.h"
#include "stats/wakers.h"
#include "stats/watched_threads.h"
#include "trace/events.h"
#include "trace/tracer_kind.h"

struct instance;
struct tracer;
struct undo_list;

/* The most ids of threads to watch, and the most threads that are watched. */
#define TRACER_IDS_MAX		256
#define TRACER_WATCHED_MAX	4096

/*
 * Which threads are watched: those that any of @all, @real_time, @comm and @id
 * says.
 *
 * @all: all threads
 * @real_time: those of SCHED_FIFO, SCHED_RR and SCHED_DEADLINE
 * @comm: those that have this name when they are woken; "": none
 * @id, @ids: those with these thread ids, or with @processes the threads of these
 *	processes, also those that are created later
 * @children: also what a watched thread creates
 */
struct tracer_targets {
	bool all;
	bool real_time;
	bool processes;
	bool children;
	char comm[EVENT_COMM_LEN];
	int id[TRACER_IDS_MAX];
	int ids;
};

/* The most limits of a context, and buckets of a histogram, in statistics. */
#define TRACER_LIMITS_MAX	16
#define TRACER_ENTRIES_MAX	65536
#define TRACER_DISTRIBUTION_BUCKETS	(36 * DISTRIBUTION_WIDTH)

/*
 * The statistics of its samples that a tracer is to keep by itself, for each
 * CPU and context. A zeroed structure stands for none.
 *
 * @wanted: keep struct latency, and for osnoise struct noise
 * @skipped: timerlat: keep the periods that could not be measured, see struct
 *	tracer_stats. This is all that is kept without @wanted
 * @distribution: keep the buckets of struct distribution, too
 * @threads: wake-ups: also for each of so many of the watched threads
 * @bucket_ns, @entries: keep a histogram of so many buckets, each so wide;
 *	0: none
 * @block_ns: keep what came in each block of this length; 0: no
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
	int limits[CONTEXTS];
	uint64_t limit_ns[CONTEXTS][TRACER_LIMITS_MAX];
};

/*
 * The statistics of one CPU in one context.
 *
 * @skipped counts the periods whose latency is not known, only that it was longer
 * than a certain time. It has the sums and the maximum of these times; @min and
 * @last are not set. For the IRQ latency, these are only those periods of which
 * such a time is known.
 */
struct tracer_stats {
	struct latency latency;
	struct latency skipped;
	struct noise noise;	/* osnoise: of its periods */
	uint64_t over[TRACER_LIMITS_MAX];	/* samples over each limit */
	struct overhead_flaws flaws;	/* overheads */
};

/* Which buckets are read. */
enum tracer_buckets {
	TRACER_DISTRIBUTION,
	TRACER_SKIPPED,		/* a distribution of the times of skipped periods */
	TRACER_HISTOGRAM,
	TRACER_THREAD,		/* a distribution of a watched thread */
};

/* The samples of one block of time. Block 0 begins where the counting does. */
struct tracer_block {
	uint64_t number;
	struct latency latency;		/* without @last */
};

/* The most blocks that a tracer gives at a time. */
#define TRACER_BLOCKS_MAX	65

/*
 * The configuration of a measurement. Times are in ns; a threshold of 0 is off.
 * Fields of other kinds are ignored.
 */
struct tracer_config {
	enum kind kind;
	struct cpus cpus;
	int64_t period_ns;
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
	struct tracer_stats_config stats;
	struct tracer_targets targets;	/* wake-ups */
	bool wakers;			/* wake-ups: count them by waker, too */
	bool all_threads;		/* overheads: not only real-time threads */
	bool keep_disturbed;		/* overheads: count disturbed ones, too */
	struct priority priority;	/* of the measuring threads */
};

/* tracer_keeps_stats - return whether the tracer counts anything by itself */
static inline bool tracer_keeps_stats(const struct tracer_config *config)
{
	return config->stats.wanted || config->stats.skipped;
}

/* A hit: a latency at or over its threshold, or a noise over its threshold. */
struct tracer_hit {
	int cpu;
	enum event_context context;
	uint32_t seqnum;
	uint64_t latency_ns;
	uint64_t threshold_ns;
	uint64_t t_w_ns;	/* timer expiry, or begin of noise or period */
	/*
	 * Wake-ups: the thread that was woken. Overheads: the thread that was woken,
	 * or to which the CPU was given. Bound: the thread that ran. 0: none
	 */
	int pid;
};

/* The state of one CPU. */
enum tracer_cpu_state {
	TRACER_CPU_MEASURED,
	TRACER_CPU_OFFLINE,
	TRACER_CPU_WAITING,	/* waits for a workload of user space */
	TRACER_CPU_SUSPENDED,
	TRACER_CPU_LOST,	/* its thread was moved, or not made again */
};

/* The state of one CPU, and its counters since the start of the tracer. */
struct tracer_cpu {
	enum tracer_cpu_state state;
	int pid;		/* thread id of the measuring thread; 0: none */
	/*
	 * Activations (timerlat) or periods (osnoise) measured to the end. This
	 * is the number of the last sample, unless sample numbers began anew:
	 * after offline or suspend, or after a workload left.
	 */
	uint64_t activations;
	uint64_t measured;	/* @activations since the measurement began */
	uint64_t skipped;	/* periods in which nothing was measured */
	uint64_t offline;	/* times the CPU went offline */
	uint64_t suspended;	/* times the system was suspended */
	uint64_t detached;	/* times a workload of user space left */
	uint64_t own_irq_ns;	/* own work of the tracer in each IRQ latency */
	uint64_t own_thread_ns;	/* and in each thread latency; 0: unknown */
	/*
	 * Sessions of the module that have run since the start, on any CPUs, this one
	 * included; the same for each CPU; 0: unknown
	 */
	uint64_t sessions;
};

/*
 * tracer_sessions - return the sessions of a run: see &struct tracer_cpu.sessions
 *
 * @states are those of @cpus CPUs, of which the last one was asked last.
 */
static inline uint64_t tracer_sessions(const struct tracer_cpu *states, int cpus)
{
	return states[cpus - 1].sessions;
}

/* The events that an instance is to collect. */
enum tracer_events {
	TRACER_LATENCIES,	/* timerlat: the latencies only */
	TRACER_PERIODS,		/* osnoise: a summary of each period only */
	TRACER_GAPS,		/* osnoise: each single noise only */
	TRACER_NOISES,		/* osnoise: TRACER_PERIODS and TRACER_GAPS */
	TRACER_WAKEUPS,		/* the wake-ups of the watched threads only */
	TRACER_INTERRUPTS,	/* bound: interrupts, NMIs and softirqs only */
	TRACER_ALL,		/* all events of the tracer */
	TRACER_NOTHING,		/* none: a hit only freezes the instance */
};

/**
 * struct tracer_ops - one kind of tracer
 * @kind: what it is called in a result
 * @system: the system of its events in tracefs
 * @hit_event: the event of @system that a hit causes; NULL: there is none
 * @clock: the trace clock of the instances that explain a hit; their events have no other
 *	times
 * @stats: the tracer can keep statistics; otherwise @count and the four
 *	functions that read statistics are NULL
 * @bare: its events say less than those of rtla.ko (trace/kernel_events.h), and samples
 *	are not numbered from the start of the tracer on; @cpu does not know how many there
 *	are, nor which periods were skipped
 * @freezes_all: a hit switches off all instances with its tracer, also those that are not
 *	to be frozen
 * @shows: its threads and settings are looked at by actions of others, as upstream's command
 *	leaves them: they stay until the actions of the last hit are done
 * @default_prio: priority of the threads of timerlat if none is configured, on
 *	the kernel's scale
 * @is_there: return whether the running kernel has this tracer for a kind; silent
 * @attaches: return whether this tracer can measure with processes of user space here
 * @refuse: print why this tracer cannot do on this kernel what the configuration says
 * @freezes_early: return whether a latency before arm() may switch instances off
 * @open: check that the tracer can measure here, and open it; changes nothing
 * @start: begin to measure, with thresholds off. What it changes of the system is noted in
 *	@undo first, which may be NULL
 * @measures: return whether the started tracer can measure a context here; a kernel
 *	may lack what it takes for an overhead
 * @collect: let an instance, which is off, collect events; with @freeze, a hit
 *	switches the instance off
 * @attach: make the calling thread, which is bound to @cpu, the workload of a
 *	session with no_threads. Returns a descriptor whose read() returns once
 *	per period, and which the caller closes, or -1 with errno and no error
 *	printed
 * @arm: set the thresholds of the configuration: from now on there are hits
 * @disarm: set all thresholds off: from now on there is no new hit, but a hit
 *	before can still be read
 * @count: keep statistics of the samples from the time @from_ns on and before
 *	@until_ns; UINT64_MAX: without an end. A further call moves the end
 * @read_stats: read the statistics of one CPU in one context
 * @read_buckets: read @count buckets from number @first on; the last bucket of the
 *	histogram, number @entries, has what is beyond the others. With
 *	TRACER_THREAD, @cpu is the index of a thread that is @distributed
 * @read_threads: read the watched threads; the caller frees @thread, which may be
 *	that of an earlier call
 * @read_wakers: append the wakers of the wake-ups that @cpu has counted, if the
 *	configuration says @wakers
 * @read_bound: bound: read what is known of the variables on @cpu, into the members
 *	windows, probe and entry of @figures, which is zeroed, or has those of an earlier
 *	call: to look up a name takes time, and is done only for a window that is new
 * @read_blocks: read the blocks that were not read before, in their order, at
 *	most TRACER_BLOCKS_MAX; set @count to their number. A block is over when
 *	a sample of a later one came. With @last, the last block, which is not
 *	over, is read as well; it is read again when it is over
 * @hit_fd: return the descriptor to poll for a hit; @close closes it
 * @read_hit: read a hit; returns false if there is none
 * @cpu: read the state of a CPU
 * @symbol: find the name of the kernel function that contains an address of a
 *	stack; returns false if it is unknown
 * @end: end the measurement without waiting: the measuring threads leave their
 *	CPUs soon. A hit before can still be read, and @symbol be called
 * @close: end the measurement if it has not ended, wait a short time for the
 *	CPUs to be left, and free the tracer
 *
 * A function that returns another result than RESULT_OK has printed the error.
 */
struct tracer_ops {
	enum tracer_kind kind;
	const char *system;
	const char *hit_event;
	const char *clock;
	bool stats;
	bool bare;
	bool freezes_all;
	bool shows;
	int default_prio;
	bool (*is_there)(enum kind kind);
	bool (*attaches)(void);
	enum result (*refuse)(const struct tracer_config *config);
	bool (*freezes_early)(const struct tracer_config *config);
	enum result (*open)(struct tracer **tracer);
	enum result (*start)(struct tracer *tracer,
			     const struct tracer_config *config,
			     const struct undo_list *undo);
	bool (*measures)(const struct tracer *tracer,
			 enum event_context context);
	enum result (*collect)(struct tracer *tracer, struct instance *instance,
			       enum tracer_events events, bool freeze);
	enum result (*arm)(struct tracer *tracer,
			   const struct tracer_config *config);
	enum result (*disarm)(struct tracer *tracer);
	enum result (*count)(struct tracer *tracer, uint64_t from_ns,
			     uint64_t until_ns);
	enum result (*read_stats)(struct tracer *tracer, int cpu,
				  enum event_context context,
				  struct tracer_stats *stats);
	enum result (*read_buckets)(struct tracer *tracer, int cpu,
				    enum event_context context,
				    enum tracer_buckets kind, int first,
				    int count, uint64_t *buckets);
	enum result (*read_blocks)(struct tracer *tracer, int cpu,
				   enum event_context context, bool last,
				   struct tracer_block *blocks, int *count);
	enum result (*read_threads)(struct tracer *tracer,
				    struct watched_threads *threads);
	enum result (*read_wakers)(struct tracer *tracer, int cpu,
				   struct wakers *wakers);
	enum result (*read_bound)(struct tracer *tracer, int cpu,
				  struct bound_figures *figures);
	int (*hit_fd)(const struct tracer *tracer);
	bool (*read_hit)(struct tracer *tracer, struct tracer_hit *hit);
	enum result (*cpu)(struct tracer *tracer, int cpu,
			   struct tracer_cpu *state);
	bool (*symbol)(struct tracer *tracer, uint64_t address, char *name,
		       size_t size);
	int (*attach)(int cpu);
	void (*end)(struct tracer *tracer);
	void (*close)(struct tracer *tracer);
};

/* The tracer rtla.ko. */
extern const struct tracer_ops tracer_module;

/*
 * The kernel's own tracers timerlat and osnoise. Their settings are the same for all that
 * trace, so that only one run at a time can use them.
 */
extern const struct tracer_ops tracer_kernel;

/*
 * The kernel's own triggers. They measure wake-ups only, and of these only the time from
 * the waking to the switch, as CONTEXT_WAKE_TOTAL. There are no hits, no events to
 * collect, and no distributions.
 */
extern const struct tracer_ops tracer_tracefs;

#endif /* RTLA_TRACER_H */
