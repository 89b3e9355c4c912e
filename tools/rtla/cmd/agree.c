// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla agree": whether timerlat and cyclictest measure the same latency on
 * this machine, or osnoise and oslat the same noise.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agree/agreement_output.h"
#include "base/amount.h"
#include "base/parse.h"
#include "base/whole_file.h"
#include "cmd/commands.h"
#include "host/scheduling.h"
#include "options/common_options.h"
#include "options/config.h"
#include "run/measured_cpus.h"

#define ROUNDS		10
#define ROUNDS_MAX	1000
#define WITHIN_MAX_US	1000000
#define PERIOD_US	1000
#define ABOVE_US	5
#define ABOVE_MAX_US	100
#define PRIORITY	95

struct agree_config {
	struct cpus cpus;	/* empty: all that it may run on */
	bool cpus_auto;		/* choose them, see host/auto_cpus.h */
	int64_t period_ns;	/* 0: not given */
	struct priority priority;
	int64_t duration_ns;
	const char *load;	/* a shell command; NULL: none */
	bool debug;
	int64_t rounds;
	int with;		/* an index of pairs */
	int64_t above_us;	/* 0: not given */
	int64_t within_ns;	/* 0: not given */
	const char *json;	/* a file; "-": standard output; NULL: none */
};

/* ---- Options ------------------------------------------------------------- */

/* In the order of the words. */
static const char *const with_words[] = { "cyclictest", "oslat", NULL };
static const struct instrument_pair *const pairs[] = {
	&latency_pair, &noise_pair
};

static const char *set_within(void *to, const char *text)
{
	struct agree_config *config = to;

	if (parse_time(text, NS_PER_US, &config->within_ns) ||
	    config->within_ns <= 0 ||
	    config->within_ns > WITHIN_MAX_US * NS_PER_US)
		return "not a time: give more than 0, up to 1000000 us, like 0.5 or 500ns";
	return NULL;
}

static void agree_set_cpus_auto(void *to, int64_t given)
{
	((struct agree_config *)to)->cpus_auto = given;
}

#define AGREE(member)	offsetof(struct agree_config, member)

static const struct option_row rows[] = {
	{ .name = "with", .type = OPTION_CHOICE, .arg = "TOOL",
	  .help = "the other tool: cyclictest, beside timerlat, or oslat, beside osnoise; default cyclictest",
	  .choices = with_words,
	  .field = AGREE(with) },
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS, .arg = "LIST",
	  .help = "measure these CPUs, like 0-3,5; " CPUS_AUTO_HELP "; default all that this tool may run on",
	  .words = cpus_words, .word = CPUS_AUTO, .set = agree_set_cpus_auto,
	  .field = AGREE(cpus) },
	{ .name = "duration", .letter = 'd', .type = OPTION_NUMBER,
	  .arg = "TIME",
	  .help = "measure for TIME, both tools and all rounds together: seconds, or with a unit like 5min",
	  .unit = "s", .min = 1, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = AGREE(duration_ns) },
	{ .name = "rounds", .type = OPTION_NUMBER, .arg = "N",
	  .help = "let each tool measure N times, in turn",
	  .min = AGREEMENT_ROUNDS_MIN, .max = ROUNDS_MAX,
	  .field = AGREE(rounds) },
	{ .name = "period", .letter = 'p', .type = OPTION_NUMBER, .arg = "US",
	  .help = "cyclictest: let the timers expire every US microseconds; default 1000",
	  .unit = "us", .min = 100, .max = 1000000, .scale = NS_PER_US,
	  .field = AGREE(period_ns) },
	{ .name = "priority", .letter = 'P', .type = OPTION_PRIORITY,
	  .arg = "PRIO",
	  .help = "policy and priority of the measuring threads: f:PRIO, or with cyclictest r:PRIO (FIFO or round robin, 1 to 99); default f:95, with oslat none",
	  .field = AGREE(priority) },
	{ .name = "above", .type = OPTION_NUMBER, .arg = "US",
	  .help = "oslat: count interruptions of US microseconds or more; default 5",
	  .unit = "us", .min = 1, .max = ABOVE_MAX_US,
	  .field = AGREE(above_us) },
	{ .name = "load", .type = OPTION_TEXT, .arg = "COMMAND",
	  .help = "run this shell command during all rounds, like 'rtla load rteval'",
	  .field = AGREE(load) },
	{ .name = "within", .type = OPTION_PARSED, .arg = "US",
	  .help = "they agree if the averages differ by no more than US microseconds, like 0.5, or the time of interruptions by US microseconds per second; default 1, with oslat 100",
	  .parse = set_within },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write everything as JSON to FILE; - is standard output, which then has nothing else",
	  .field = AGREE(json) },
	{ .name = NULL }
};

static const struct option_row agree_debug_rows[] = {
	DEBUG_ROW(AGREE(debug)),
	{ .name = NULL }
};

static const struct option_group agree_group = { "Agreement", rows };
static const struct option_group agree_debug = { NULL, agree_debug_rows };

/* How long each run measures; cyclictest takes only whole seconds. */
static int run_seconds(const struct agree_config *config)
{
	return config->duration_ns /
	       (INSTRUMENTS * config->rounds) / NS_PER_SEC;
}

static enum options_result agree_settle(const struct option_set *set, void *to)
{
	struct agree_config *config = to;
	const struct instrument_pair *pair = pairs[config->with];
	struct priority *priority = &config->priority;

	if (!priority->given && pair->timers)
		*priority = (struct priority) {
			.given = true, .policy = SCHED_FIFO, .priority = PRIORITY,
		};
	if (priority->given && priority->policy != SCHED_FIFO &&
	    (pair->fifo_only || priority->policy != SCHED_RR))
		return options_wrong(set, "--priority: not a policy of both tools: give %s",
				     pair->fifo_only ? "f:PRIO" : "f:PRIO or r:PRIO");
	if (config->period_ns && !pair->timers)
		return options_wrong(set, "--period: %s has no timer: leave it out, or give --with cyclictest",
				     instrument_name(pair, INSTRUMENT_THEIRS));
	if (config->above_us && pair->timers)
		return options_wrong(set, "--above: %s counts no interruptions: leave it out, or give --with oslat",
				     instrument_name(pair, INSTRUMENT_THEIRS));
	if (!run_seconds(config))
		return options_wrong(set, "--duration: each of the %lld runs would be shorter than 1 s: give %lld s or more, or fewer --rounds",
				     (long long)(INSTRUMENTS * config->rounds),
				     (long long)(INSTRUMENTS * config->rounds));
	return OPTIONS_OK;
}

/* ---- The command --------------------------------------------------------- */

static enum result agree_show(const struct rounds *rounds,
			      const struct rounds_plan *plan,
			      const struct agree_config *config)
{
	enum result result = RESULT_OK;
	struct agreement agreement;
	char *text;

	if (!agreement_judge(&agreement, rounds->round, rounds->count,
			     config->within_ns ?:
			     plan->measurement.pair->within_ns))
		return fail(RESULT_ERROR, "out of memory");
	if (!config->json || strcmp(config->json, "-"))
		agreement_print(stdout, &agreement, rounds, plan);
	/* Messages follow the table where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (rounds->count < plan->rounds)
		note("interrupted: only %d of %d rounds are complete",
		     rounds->count, plan->rounds);
	if (config->json) {
		text = agreement_json(&agreement, rounds, plan);
		result = whole_file_or_line("--json", config->json, text);
		free(text);
	}
	return result ?: agreement_exit_code(&agreement);
}

static enum result agree_run(const struct command *command, const void *from)
{
	const struct agree_config *config = from;
	/* Most of a configuration is none of the command's. */
	const struct config measurement = { .cpus_auto = config->cpus_auto };
	struct rounds_plan plan = {
		.measurement = {
			.cpus = config->cpus,
			.pair = pairs[config->with],
			.period_us = config->period_ns / NS_PER_US ?:
				     PERIOD_US,
			.above_us = config->above_us ?: ABOVE_US,
			.priority = config->priority,
			.run_s = run_seconds(config),
		},
		.rounds = config->rounds,
		.load = config->load,
		.debug = config->debug,
	};
	struct rounds rounds;
	enum result result;

	(void)command;
	result = measured_cpus_auto(&measurement, &plan.measurement.cpus);
	if (result)
		return result;
	if (cpus_empty(&plan.measurement.cpus))
		scheduling_allowed(&plan.measurement.cpus);
	result = whole_file_forget("--json", config->json);
	if (result)
		return result;
	result = rounds_run(&rounds, &plan);
	if (!result)
		result = agree_show(&rounds, &plan, config);
	rounds_free(&rounds);
	return result;
}

static const struct option_group *const groups[] = {
	&agree_group, &general_group, &agree_debug, NULL
};

COMMAND_DEFAULTS(agree_defaults, struct agree_config,
		 .duration_ns = 600 * NS_PER_SEC, .rounds = ROUNDS)

const struct command agree = {
	.tool = "agree",
	.summary = "Measure with cyclictest or oslat, too, and tell whether both find the same.",
	.groups = groups,
	.set_defaults = agree_defaults,
	.size = sizeof(struct agree_config),
	.settle = agree_settle,
	.run = agree_run,
};
