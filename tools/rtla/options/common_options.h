/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options that several commands have in common, in groups.
 */
#ifndef RTLA_COMMON_OPTIONS_H
#define RTLA_COMMON_OPTIONS_H

#include <stddef.h>

#include "options/options.h"
#include "stats/watched_threads.h"

struct config;

#define THRESHOLD_MAX_US	3600000000LL	/* an hour, as in the module */
#define DURATION_MAX_S		(10LL * 365 * 86400)	/* ten years */

/* For rows of a struct config, whose header the tables include. */
#define FIELD(member)	offsetof(struct config, member)

/* The row of --debug, of commands with a field of their own at @at. */
#define DEBUG_ROW(at)	{ .name = "debug", .letter = 'D', .type = OPTION_FLAG, \
	.help = "print on stderr what is being done", .field = (at) }

/*
 * A measuring command is timerlat, osnoise, hwnoise, wakeup, overheads, bound
 * or cycle.
 */
/*
 * For rows whose configuration begins with a struct config: the rest of "--cpus
 * auto".
 */
#define CPUS_AUTO	"auto"
#define CPUS_AUTO_HELP	"auto: the isolated ones, one of each core, or if none is isolated, one of each core"
extern const char *const cpus_words[];
void common_set_cpus_auto(void *config, int64_t given);

extern const struct option_group cpus_group;	/* measuring commands */
extern const struct option_group threads_group;	/* those that have own threads */
extern const struct option_group time_group;	/* measuring commands */
extern const struct option_group tracer_group;	/* those that watch */
extern const struct option_group source_group;	/* those that have own threads */
extern const struct option_group trace_group;	/* measuring commands */
extern const struct option_group analysis_group;	/* those whose hits are analysed */
extern const struct option_group perfetto_group;	/* those, and analyze */
extern const struct option_group output_group;	/* measuring commands */
extern const struct option_group general_group;	/* all commands */
extern const struct option_group debug_group;	/* those that have a struct config */
extern const struct option_group stack_group;	/* timerlat and analyze */
extern const struct option_group unit_group;	/* those of latencies */
extern const struct option_group table_group;	/* commands with a table */
extern const struct option_group hist_group;	/* commands with a histogram */
extern const struct option_group entries_group;	/* those that may count themselves */
extern const struct option_group tracer_entries_group;	/* the others */
extern const struct option_group bars_group;	/* those that can show bars */
extern const struct option_group hist_text_group;	/* commands with a histogram */

/*
 * output_settle - complete the configuration of the outputs, and refuse options
 * of output_group that contradict each other
 *
 * The command line and the labels of the environment are added. Labels that an
 * option gave count more. Gates that the run cannot judge, and files that are
 * given twice, are refused, too. The reason has been printed if OPTIONS_WRONG
 * is returned.
 */
enum options_result output_settle(const struct option_set *set,
				  struct config *config);

struct hist_config;

/*
 * hist_shapes_matrix - return whether an option says what the matrix of a
 * histogram looks like, so that it is shown on a terminal, too
 */
bool hist_shapes_matrix(const struct hist_config *hist);

/*
 * hist_settle - complete what options of hist_group say, and refuse those that
 * contradict each other
 *
 * The reason has been printed if OPTIONS_WRONG is returned.
 */
enum options_result hist_settle(const struct option_set *set,
				struct config *config);

/* Initialisers of struct config that all measuring commands have in common. */
#define COMMON_DEFAULTS \
	.dma_latency_us = -1, \
	.deepest_idle_state = -2, .perfetto_periods = PERFETTO_PERIODS

/*
 * Those of the commands that have no threads to configure; @of is the kind,
 * @file the trace.
 */
#define WATCHING_DEFAULTS(of, file) \
	COMMON_DEFAULTS, \
	.tracer.kind = of, \
	.distributions = WATCHED_DISTRIBUTED, \
	.tracer.align_ns = -1, \
	.threads = THREADS_KERNEL, \
	.trace_name = file

/* And those of the commands that have a histogram. */
#define HIST_DEFAULTS \
	.view.hist.bucket_size = 1, \
	.view.hist.entries = 256

#endif /* RTLA_COMMON_OPTIONS_H */
