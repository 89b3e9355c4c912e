/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The interface to the tracer, which measures. The rest of the command does not
 * know which one it is: it asks what it can do. tracers.h is the list of them.
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
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/message.h"
#include "trace/contexts.h"
#include "trace/reader.h"
#include "trace/recorder.h"
#include "tracer/tracer_events.h"

struct bound_figures;
struct causes;
struct event_list;
struct instance;
struct tracer;
struct tracer_block;
struct tracer_config;
struct tracer_cpu;
struct tracer_hit;
struct tracer_stats;
struct undo_list;
struct wakers;
struct watched_threads;

/* Which buckets are read. */
enum tracer_buckets {
	TRACER_DISTRIBUTION,
	TRACER_SKIPPED,		/* a distribution of the times of skipped periods */
	TRACER_HISTOGRAM,
	TRACER_THREAD,		/* a distribution of a watched thread */
};

/*
 * Why a tracer cannot measure here, for a message "WHAT: WHY: REMEDY". @why and
 * @remedy are no whole sentences.
 *
 * @what: what is not there: "/dev/rtla: no such device"
 * @remedy: what the user can do about it
 * @remedy_too: so, after "or" and the remedies of tracers that were tried
 *	before this one; "": it is not worth to be named there
 */
struct tracer_absence {
	const char *what;
	char why[640];
	char remedy[128];
	char remedy_too[128];
};

/**
 * struct tracer_ops - a tracer: what it can do, and how it does that
 * @name: what it is called in results and by --tracer: "module"
 * @title: what it is called in messages: "the kernel's own tracer"
 * @recorder: who records its events, and so what these do not tell
 * @system: the system of its events in tracefs
 * @hit_event: the event of @system that a hit causes; NULL: there is none
 * @clock: the trace clock of the instances that explain a hit; their events
 *	have no other times
 * @keeps_stats: the tracer can keep statistics; otherwise @count and the four
 *	functions that read statistics are NULL
 * @unnumbered: samples are not numbered from the start of the tracer on: @cpu
 *	does not know how many there are, nor which periods were skipped
 * @only_user: it takes the user latency alone, explains no hit, and is used
 *	only if --tracer names it
 * @joins_periods: it begins within a period of osnoise, so that a measurement
 *	of less than two periods may see none end
 * @changes_settings: @start changes settings that outlive a run that is killed,
 *	so that they have to be noted in a file
 * @freezes_all: a hit switches off all instances with its tracer, also those
 *	that are not to be frozen
 * @stays_for_actions: its threads and settings are looked at by actions of
 *	others, as upstream's command leaves them: they stay until the actions
 *	of the last hit are done
 * @default_prio: priority of the threads of timerlat if none is configured, on
 *	the kernel's scale
 * @measures_kind: return whether this tracer can measure a kind, on a kernel
 *	that has it
 * @find: return whether it is there, and bring it if that can be done, which is
 *	noted unless @quiet. If it is not there, fill in @absence; otherwise
 *	silent
 * @stand_in: note that it measures, as another one that was tried before is not
 *	there; @why not. NULL: none is tried before it
 * @attaches: return whether this tracer can measure with processes of user
 *	space here
 * @refuse: print why this tracer cannot do on this kernel what the
 *	configuration says
 * @freezes_early: return whether a latency before arm() may switch instances
 *	off
 * @open: check that the tracer can measure here, and open it; changes nothing
 * @start: begin to measure, with thresholds off. What it changes of the system
 *	is noted in @undo first, which may be NULL
 * @measures: return whether the started tracer can measure a context here; a
 *	kernel may lack what it takes for an overhead
 * @collect: let an instance, which is off, collect events; with @freeze, a hit
 *	switches the instance off
 * @drain: call @fn for each sample of @cpu that was not read before, oldest
 *	first, for @most samples at most; return for how many. Those that were
 *	overwritten before are added to the lost ones in @counts. NULL: samples
 *	are in trace instances
 * @list: append the events of @cpu that led to the last hit, or without one,
 *	the last events. NULL: they are in trace instances, which @collect lets
 *	collect them
 * @print: print what led to the last hit, or without one, the last events, of
 *	all CPUs, as the kernel prints its own events about threads; return
 *	false without memory. NULL: @list, or these instances, tell all
 * @wake_fd: return a descriptor that processes which @measure keep open, for
 *	@measure; NULL: there is none
 * @measure: be the workload of @cpu, as the calling process, which is bound to
 *	it, until that is impossible; return an errno, ENODEV if the CPU was
 *	left. NULL: @attach does that
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
 * @read_buckets: read @count buckets from number @first on; the last bucket of
 *	the histogram, number @entries, has what is beyond the others. With
 *	TRACER_THREAD, @cpu is the index of a thread that is @distributed
 * @read_threads: read the watched threads; the caller frees @thread, which may
 *	be that of an earlier call
 * @read_wakers: append the wakers of the wake-ups that @cpu has counted, if the
 *	configuration says @wakers
 * @read_causes: append what has taken time on @cpu, if the configuration says
 *	@stats.causes
 * @read_bound: bound: read what is known of the variables on @cpu, into the
 *	members windows, probe and entry of @figures, which is zeroed, or has
 *	those of an earlier call: to look up a name takes time, and is done only
 *	for a window that is new
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
	const char *name;
	const char *title;
	enum recorder recorder;
	const char *system;
	const char *hit_event;
	const char *clock;
	bool keeps_stats;
	bool unnumbered;
	bool only_user;
	bool joins_periods;
	bool changes_settings;
	bool freezes_all;
	bool stays_for_actions;
	int default_prio;
	bool (*measures_kind)(enum kind kind);
	bool (*find)(enum kind kind, bool quiet,
		     struct tracer_absence *absence);
	void (*stand_in)(enum kind kind, const char *why);
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
	enum result (*read_causes)(struct tracer *tracer, int cpu,
				   struct causes *causes);
	enum result (*read_bound)(struct tracer *tracer, int cpu,
				  struct bound_figures *figures);
	int (*hit_fd)(const struct tracer *tracer);
	bool (*read_hit)(struct tracer *tracer, struct tracer_hit *hit);
	enum result (*cpu)(struct tracer *tracer, int cpu,
			   struct tracer_cpu *state);
	bool (*symbol)(struct tracer *tracer, uint64_t address, char *name,
		       size_t size);
	int (*drain)(struct tracer *tracer, int cpu, int most, reader_fn *fn,
		     void *context, struct reader_counts *counts);
	enum result (*list)(struct tracer *tracer, int cpu,
			    struct event_list *list);
	bool (*print)(struct tracer *tracer, FILE *out);
	int (*wake_fd)(const struct tracer *tracer);
	int (*measure)(struct tracer *tracer, int cpu, int wake_fd);
	int (*attach)(int cpu);
	void (*end)(struct tracer *tracer);
	void (*close)(struct tracer *tracer);
};

#endif /* RTLA_TRACER_H */
