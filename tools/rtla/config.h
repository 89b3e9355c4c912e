/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All that the options of a command can say.
 */
#ifndef RTLA_CONFIG_H
#define RTLA_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cpus.h"
#include "tracer.h"

#define ACTIONS_MAX	32
#define EXTRA_EVENTS_MAX	64

/* Who the measuring threads of timerlat are. */
enum threads {
	THREADS_USER,		/* processes of ours, the default */
	THREADS_KERNEL,
	THREADS_FOREIGN,	/* whoever comes: nothing is started */
	THREADS_KINDS
};

enum stack_format {
	STACK_TRUNCATE,		/* up to the first unknown address */
	STACK_SKIP,		/* without unknown addresses */
	STACK_FULL,		/* with them */
};

enum action_type {
	ACTION_TRACE,
	ACTION_SIGNAL,
	ACTION_SHELL,
	ACTION_CONTINUE,
};

/* One thing to do at a threshold, or at the end. Texts are of the command line. */
struct action {
	enum action_type type;
	const char *text;	/* ACTION_TRACE: the file; ACTION_SHELL: the command */
	int signal;		/* ACTION_SIGNAL */
	pid_t pid;		/* ACTION_SIGNAL; 0 is our parent */
};

struct actions {
	struct action action[ACTIONS_MAX];
	int count;
};

/* An event, or all of a system, that the trace is to hold besides ours. */
struct extra_event {
	const char *event;	/* "system" or "system:event" */
	const char *filter;	/* NULL: none */
	const char *trigger;	/* NULL: none */
};

struct extra_events {
	struct extra_event event[EXTRA_EVENTS_MAX];
	int count;
};

/* How a histogram is made and shown. */
struct hist_config {
	int64_t bucket_size;	/* in the units that are shown */
	int64_t entries;
	bool no_irq;
	bool no_thread;
	bool no_header;
	bool no_summary;
	bool no_index;
	bool with_zeros;
};

struct config {
	struct tracer_config tracer;	/* no_threads is set from threads */
	enum threads threads;
	bool threads_given[THREADS_KINDS];	/* by an option, each */
	int64_t duration_ns;		/* 0: until a signal */
	int64_t warm_up_ns;
	struct cpus house_keeping;	/* empty: off the measured CPUs */
	const char *cgroup;		/* NULL: leave it; "": our own */
	int64_t dma_latency_us;		/* -1: leave it alone */
	int64_t deepest_idle_state;	/* -2: leave them alone; -1: none at all */
	const char *trace_file;		/* at a hit; NULL: save no trace */
	const char *trace_name;		/* of a trace file that is given none */
	int64_t keep;			/* so many of the worst hits; 0: none */
	int64_t trace_buffer_kb;	/* of each CPU; 0: as the kernel does */
	struct extra_events events;
	struct actions on_threshold;
	struct actions on_end;
	const char *bpf_action;
	const char *analyzed;		/* a saved trace */
	enum stack_format stack_format;
	bool no_analysis;
	bool only_analysis;
	bool dump_tasks;
	bool nano;
	bool quiet;
	bool debug;
	struct hist_config hist;
};

/* config_can_stop - is there a threshold that could be hit? */
bool config_can_stop(const struct config *config);

/* config_analyses - is a hit to be explained? */
bool config_analyses(const struct config *config);

/* config_tells_cause - is the cause to be known before actions are done? */
bool config_tells_cause(const struct config *config);

/* config_saves_trace - is there anything that saves the trace? */
bool config_saves_trace(const struct config *config);

/* config_traces - is a trace kept, to be explained or saved? */
bool config_traces(const struct config *config);

/* config_no_threads - is the tracer to make no measuring threads? */
bool config_no_threads(const struct config *config);

/* config_continues - does a measurement go on after a hit? */
bool config_continues(const struct config *config);

#endif /* RTLA_CONFIG_H */
