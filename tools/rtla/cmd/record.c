// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla record": watch all real-time threads for days, and keep the worst of
 * what happened to them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/cpus.h"
#include "cmd/commands.h"
#include "options/common_options.h"
#include "options/config.h"
#include "options/operands.h"
#include "record/record_folder.h"
#include "record/recorder_loop.h"
#include "record/recorder_plan.h"
#include "record/recording.h"
#include "record/recording_text.h"

#define KEEP_MAX	100
#define SEGMENT_MAX_S	(7 * 86400)
#define OVERLAP_MAX_S	600
#define WORDS_MAX	12
#define DISTRIBUTIONS	"8"
#define DAY_NS		(86400 * NS_PER_SEC)

/* The option of all that watch sets @config, so it comes first. */
struct record_config {
	struct config config;
	struct cpus cpus;	/* empty: all */
	bool rt;		/* all real-time threads, which is the default */
	const char *comm;	/* the threads of this name; NULL: real-time ones */
	bool cycle;		/* also cycles */
	int64_t threshold_ns;
	const char *folder;	/* NULL: not given */
	int64_t duration_ns;	/* 0: until it is told to end */
	int64_t segment_s;
	int64_t overlap_s;
	int64_t keep;
	int64_t size_kb;
	int64_t age_ns;
	int64_t forget_ns;
	const char *metrics;
	bool debug;
	struct operands operands;	/* of show: the folder */
};

#define RECORD(member)	offsetof(struct record_config, member)

/* ---- rtla record run ----------------------------------------------------- */

static const struct option_row watched_rows[] = {
	{ .name = "rt", .type = OPTION_FLAG,
	  .help = "watch all real-time threads (FIFO, RR and deadline); the default",
	  .field = RECORD(rt) },
	{ .name = "comm", .type = OPTION_TEXT, .arg = "NAME",
	  .help = "watch the threads that have this name when they are woken",
	  .field = RECORD(comm) },
	{ .name = "cycle", .type = OPTION_FLAG,
	  .help = "also record the cycles of these threads, from one wait for the next period to the next one",
	  .field = RECORD(cycle) },
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS, .arg = "LIST",
	  .help = "measure these CPUs, like 0-3,5; default all",
	  .field = RECORD(cpus) },
	{ .name = NULL }
};

static const struct option_row kept_rows[] = {
	{ .name = "output", .letter = 'o', .type = OPTION_TEXT, .arg = "DIR",
	  .help = "the folder of the recording, which goes on where there is one; default that of the unit of systemd, or " RECORD_DEFAULT_FOLDER,
	  .field = RECORD(folder) },
	{ .name = "keep", .type = OPTION_NUMBER, .arg = "N",
	  .help = "keep the N worst, each with its cause and its trace",
	  .min = 1, .max = KEEP_MAX, .field = RECORD(keep) },
	{ .name = "threshold", .letter = 'T', .type = OPTION_NUMBER,
	  .arg = "US",
	  .help = "what takes less than US is not explained",
	  .unit = "us", .min = 1, .max = THRESHOLD_MAX_US, .scale = NS_PER_US,
	  .field = RECORD(threshold_ns) },
	{ .name = "max-size", .type = OPTION_NUMBER, .arg = "SIZE",
	  .help = "remove the oldest results if all take more, like 200M; 0 is never",
	  .unit = "kB", .min = 0, .max = 1LL << 32, .field = RECORD(size_kb) },
	{ .name = "max-age", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "remove results after so much time of recording, but not those of the worst; 0 is never",
	  .unit = "s", .min = 0, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = RECORD(age_ns) },
	{ .name = "forget", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "forget the worst, too, after so much time of recording; 0 is never",
	  .unit = "s", .min = 0, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = RECORD(forget_ns) },
	{ .name = NULL }
};

static const struct option_row segment_rows[] = {
	{ .name = "duration", .letter = 'd', .type = OPTION_NUMBER,
	  .arg = "TIME",
	  .help = "end after TIME: seconds, or with a unit like 3d; 0 is never",
	  .unit = "s", .min = 0, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = RECORD(duration_ns) },
	{ .name = "segment", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "write a result every TIME, in seconds",
	  .unit = "s", .min = 1, .max = SEGMENT_MAX_S,
	  .field = RECORD(segment_s) },
	{ .name = "overlap", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "let a segment measure on for TIME when the next one begins, so that nothing is missed in between; in seconds",
	  .unit = "s", .min = 1, .max = OVERLAP_MAX_S,
	  .field = RECORD(overlap_s) },
	{ .name = "openmetrics", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write figures for monitoring, again every 10 s; as node_exporter reads them, if the name ends in .prom",
	  .field = RECORD(metrics) },
	{ .name = NULL }
};

static const struct option_row record_debug_rows[] = {
	DEBUG_ROW(RECORD(debug)),
	{ .name = NULL }
};

static const struct option_group watched_group = { "What is recorded", watched_rows };
static const struct option_group kept_group = { "What is kept", kept_rows };
static const struct option_group segment_group = { "Time and monitoring", segment_rows };
static const struct option_group record_debug = { NULL, record_debug_rows };

static enum options_result record_settle(const struct option_set *set, void *to)
{
	const struct record_config *config = to;

	if (config->rt && config->comm)
		return options_wrong(set, "--rt: --comm names the threads: leave one of them out");
	if (config->overlap_s >= config->segment_s)
		return options_wrong(set, "--overlap: not shorter than a segment: give less, or a longer --segment");
	return OPTIONS_OK;
}

/* systemd names the folder that the unit is to use. */
static const char *folder_of(const struct record_config *config)
{
	const char *of_unit = getenv("STATE_DIRECTORY");

	return config->folder ?:
	       of_unit && *of_unit ? of_unit : RECORD_DEFAULT_FOLDER;
}

/* The words of a command that measures. */
struct record_words {
	const char *word[WORDS_MAX];
	char cpus[CPUS_TEXT_SIZE];
};

static void words_make(struct record_words *words, const char *tool,
		       const struct record_config *config)
{
	const char **word = words->word;

	*word++ = tool;
	*word++ = "top";
	*word++ = config->comm ? "--comm" : "--rt";
	if (config->comm)
		*word++ = config->comm;
	if (!cpus_empty(&config->cpus)) {
		*word++ = "-c";
		*word++ = cpus_format(&config->cpus, words->cpus,
				      sizeof(words->cpus));
	}
	/* Memory is for days; averages and maxima are of all threads. */
	*word++ = "--distributions";
	*word++ = DISTRIBUTIONS;
	*word++ = "--tracer";
	*word++ = config_tracer_word(&config->config);
	*word = NULL;
}

static enum result record_run(const struct command *command, const void *from)
{
	static const char *const tools[RECORD_WATCHES_MAX] = {
		"wakeup", "cycle"
	};
	const struct record_config *config = from;
	struct record_words words[RECORD_WATCHES_MAX];
	struct recorder_plan plan = {
		.folder = folder_of(config),
		.watches = config->cycle ? 2 : 1,
		.overlap_s = config->overlap_s,
		.keep = config->keep, .threshold_ns = config->threshold_ns,
		.duration_ns = config->duration_ns,
		.rotation = {
			.bytes = config->size_kb * 1024ULL,
			.age_ns = config->age_ns,
			.free_bytes = ROTATION_FREE,
		},
		.forget_ns = config->forget_ns,
		.metrics = config->metrics, .debug = config->debug,
	};

	(void)command;
	for (int i = 0; i < plan.watches; i++) {
		words_make(&words[i], tools[i], config);
		plan.watch[i] = (struct segment_plan) {
			.tracer = tools[i], .words = words[i].word,
			.seconds = config->segment_s + config->overlap_s,
			.keep = config->keep,
		};
	}
	return recorder_run(&plan);
}

static const struct option_group *const run_groups[] = {
	&watched_group, &tracer_group, &kept_group, &segment_group, &general_group,
	&record_debug, NULL
};

COMMAND_DEFAULTS(record_defaults, struct record_config,
		 .segment_s = 3600, .overlap_s = 10, .keep = 10,
		 .threshold_ns = NS_PER_US, .size_kb = 200 * 1024,
		 .age_ns = 90 * DAY_NS)

const struct command record_run_command = {
	.tool = "record",
	.mode = "run",
	.by_default = true,
	.summary = "Watch all real-time threads for days, and keep the worst of what happened to them.",
	.groups = run_groups,
	.set_defaults = record_defaults,
	.size = sizeof(struct record_config),
	.settle = record_settle,
	.run = record_run,
};

/* ---- rtla record show ---------------------------------------------------- */

static enum options_result record_show_settle(const struct option_set *set,
					      void *config)
{
	(void)set;
	(void)config;
	return OPTIONS_OK;
}

static enum result record_show_run(const struct command *command,
				   const void *from)
{
	const struct record_config *config = from;
	struct record_folder folder;
	struct recording recording = { .folder = NULL };
	enum result result =
		record_folder_name(&folder, config->operands.count ?
				   config->operands.word[0] :
				   folder_of(config));

	(void)command;
	if (!result)
		result = recording_read(&recording, &folder, KEEP_MAX, false);
	if (!result)
		result = recording_print(stdout, &recording);
	recording_free(&recording);
	return result;
}

static const struct option_group *const show_groups[] = {
	&general_group, NULL
};

const struct command record_show = {
	.tool = "record",
	.mode = "show",
	.summary = "Show the worst that was recorded, with their causes, and what happened.",
	.groups = show_groups,
	.set_defaults = record_defaults,
	.size = sizeof(struct record_config),
	.operands_field = RECORD(operands),
	.settle = record_show_settle,
	.run = record_show_run,
	.operand = "DIR",
	.operands_max = 1,
};
