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
#include "gates.h"
#include "options.h"
#include "trace_file.h"
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

/* How results are compared. */
struct compare_config {
	double tolerance_percent;
	int64_t tolerance_ns;
	double alpha_percent;
	bool all_cpus;
	const char *json;	/* NULL: not for machines */
};

/* Results for machines. Names of files; "-" is standard output, NULL is none. */
struct output_config {
	const char *json;
	const char *stream;
	const char *metrics;
	const char *junit;
	bool percentiles;		/* a table of them, for people */
};

/* How the command was called, for results to tell. */
struct invocation {
	int argc;
	char *const *argv;
};

/* What "doctor" looks at, and where its findings go. */
struct doctor_config {
	const char *json;		/* NULL: nowhere; "-": standard output */
	const char *root;		/* of the machine; "": of this one */
	bool list;			/* only tell what it would look at */
	char why[80];			/* a list of CPUs was refused */
};

/* What "report" writes. */
struct report_config {
	const char *output;	/* HTML; NULL: none; "-": standard output */
	const char *plot;	/* a picture; NULL: none */
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
	const char *perfetto_file;	/* NULL: there is none */
	int64_t keep;			/* so many of the worst hits; 0: none */
	int64_t trace_buffer_kb;	/* of each CPU; 0: as the kernel does */
	struct extra_events events;
	struct actions on_threshold;
	struct actions on_end;
	const char *bpf_action;
	struct output_config output;
	struct gates gates;
	const char *load;		/* a command; NULL: none */
	struct invocation invocation;
	bool show;			/* instead of doing it */
	struct operands operands;	/* of commands that take some */
	enum stack_format stack_format;
	bool no_analysis;
	bool only_analysis;
	bool dump_tasks;
	bool nano;
	bool quiet;
	bool debug;
	struct hist_config hist;
	struct compare_config compare;
	struct doctor_config doctor;
	struct report_config report;
};

/* config_can_stop - is there a threshold that could be hit? */
bool config_can_stop(const struct config *config);

/* config_analyses - is a hit to be explained? */
bool config_analyses(const struct config *config);

/* config_tells_cause - is the cause to be known before actions are done? */
bool config_tells_cause(const struct config *config);

/* config_saves_trace - is there anything that saves the trace? */
bool config_saves_trace(const struct config *config);

/* config_saves - and in this format? */
bool config_saves(const struct config *config, enum trace_format format);

/* config_wants_details - is there anything made of more than is shown? */
bool config_wants_details(const struct config *config);

/* output_is_stdout - "-", or "", which is an option without its file */
bool output_is_stdout(const char *path);

/* config_no_threads - is the tracer to make no measuring threads? */
bool config_no_threads(const struct config *config);

/* config_continues - does a measurement go on after a hit? */
bool config_continues(const struct config *config);

#endif /* RTLA_CONFIG_H */
