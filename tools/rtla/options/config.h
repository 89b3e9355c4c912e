/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration of a measurement: everything that its options can set. It
 * is also in that of "rtla analyze", which has some of these options.
 */
#ifndef RTLA_CONFIG_H
#define RTLA_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpus.h"
#include "base/labels.h"
#include "gates/gates.h"
#include "options/action_list.h"
#include "options/invocation.h"
#include "options/view_config.h"
#include "trace/extra_events.h"
#include "trace/stack_format.h"
#include "tracer/tracer_config.h"

struct kind_row;

/* The kinds of measuring threads of timerlat. */
enum threads {
	THREADS_USER,		/* processes of the command, the default */
	THREADS_KERNEL,		/* threads of the kernel */
	THREADS_FOREIGN,	/* any process that attaches: none is started */
	THREADS_KINDS
};

/* Where samples are counted. */
enum source {
	SOURCE_AUTO,		/* the tracer if it can, the default */
	SOURCE_STATS,		/* the tracer */
	SOURCE_TRACE,		/* the command, from the events of a trace */
};

/* Whether an overhead counts that an interrupt disturbs. */
enum disturbed {
	DISTURBED_DROP,		/* it is left out, the default */
	DISTURBED_KEEP,		/* it counts without the interrupt's time */
};

/* Outputs for machines: file names; "-" is standard output, NULL is none. */
struct output_config {
	const char *json;
	const char *stream;
	const char *metrics;
	const char *junit;
	const char *csv;		/* overheads */
	bool percentiles;		/* print a table of them, for people */
	int64_t confidence;		/* in averages; 0: do not print them */
	bool no_host;			/* do not say which machine it was */
	struct labels labels;
};

/* So many periods before a hit are in a file for Perfetto by default. */
#define PERFETTO_PERIODS	10

struct config {
	struct tracer_config tracer;	/* no_threads: set by the engine */
	enum threads threads;
	bool threads_given[THREADS_KINDS];	/* kinds that were asked for */
	int64_t duration_ns;		/* 0: until a signal */
	int64_t decided_after_ns;	/* see config_until_decided() */
	int64_t warm_up_ns;
	enum source source;
	int tracer_word;		/* index of tracer_words; 0: whichever is there */
	bool cpus_auto;			/* choose tracer.cpus, see host/auto_cpus.h */
	struct cpus house_keeping;	/* empty: CPUs that are not measured */
	const char *cgroup;		/* NULL: do not move; "": command's own */
	int64_t dma_latency_us;		/* -1: do not limit */
	int64_t deepest_idle_state;	/* -2: do not limit; -1: allow none */
	const char *trace_file;		/* saved at a hit; NULL: none */
	const char *trace_name;		/* the trace file if no name is given */
	const char *perfetto_file;	/* NULL: there is none */
	int64_t perfetto_periods;	/* before the hit; 0: all */
	int64_t distributions;		/* of so many watched threads they are kept */
	int64_t keep;			/* worst hits to keep; 0: none */
	int64_t trace_buffer_kb;	/* of each CPU; 0: kernel's default */
	struct extra_events events;
	struct actions on_threshold;
	struct actions on_end;
	const char *bpf_action;
	struct output_config output;
	struct gates gates;
	const char *load;		/* a shell command; NULL: none */
	const struct invocation *invocation;	/* the command line */
	/* Ends the measurement with it; its threads are watched, if any are. */
	struct invocation program;
	bool without_idle;		/* bound: as if CPUs did not sleep */
	enum disturbed disturbed;	/* overheads: becomes tracer.keep_disturbed */
	enum stack_format stack_format;
	bool no_analysis;
	bool only_analysis;
	bool dump_tasks;
	bool quiet;
	bool debug;
	bool live;			/* a screen is shown; set by the engine */
	struct view_config view;
};

/* config_kind - return the row of what is measured */
const struct kind_row *config_kind(const struct config *config);

/* config_tracer_word - return the word of --tracer, "auto" if it is not given */
const char *config_tracer_word(const struct config *config);

/* config_can_stop - return whether a threshold is set that could be hit */
bool config_can_stop(const struct config *config);

/* config_analyses - return whether a hit is to be analysed */
bool config_analyses(const struct config *config);

/*
 * config_tells_cause - return whether a hit is analysed before its actions
 *
 * The cause is needed then for the environment of shell actions, and for a
 * --perfetto file if the measurement goes on after the hit.
 */
bool config_tells_cause(const struct config *config);

/*
 * config_shows_cause - return whether a hit is analysed to be shown on the
 * screen while the measurement goes on
 */
bool config_shows_cause(const struct config *config);

/* config_traces - return whether events that lead to a hit are traced */
bool config_traces(const struct config *config);

/*
 * config_save_at_stop - let a stop save the trace, or not
 *
 * A name that was given for the file is kept.
 */
void config_save_at_stop(struct config *config, bool wanted);

/* config_saves_trace - return whether any option or action saves the trace */
bool config_saves_trace(const struct config *config);

/* config_saves_text, config_saves_dat - so, as text or as a trace.dat */
bool config_saves_text(const struct config *config);
bool config_saves_dat(const struct config *config);

/*
 * config_wants_record - return whether distributions are needed, too
 *
 * Outputs for machines, percentiles and gates are made from these
 * (stats/sample_record.h), not from the figures of the table or the histogram.
 */
bool config_wants_record(const struct config *config);

/*
 * config_shows_distribution - return whether a table shows what needs the
 * distribution
 */
bool config_shows_distribution(const struct config *config);

/*
 * output_is_stdout - return whether an output goes to standard output
 *
 * The path is "-" then, or "", which stands for an option without its file.
 */
bool output_is_stdout(const char *path);

/*
 * config_until_decided - return whether the measurement ends when all gates are
 * decided
 *
 * It goes on for @decided_after_ns at least, and for @duration_ns at most.
 */
bool config_until_decided(const struct config *config);

/* config_looks - return how often gates are judged at most: 1, or see gates/looks.h */
int config_looks(const struct config *config);

/* config_no_threads - return whether the tracer makes no measuring threads */
bool config_no_threads(const struct config *config);

/* config_continues - return whether the measurement may go on after a hit */
bool config_continues(const struct config *config);

/* config_measures - return whether a run with @config measures @context */
bool config_measures(const struct config *config, enum event_context context);

#endif /* RTLA_CONFIG_H */
