// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla tune": try the settings that `rtla doctor` would change, one by one,
 * and tell which of them make latencies shorter.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/amount.h"
#include "base/whole_file.h"
#include "cmd/commands.h"
#include "options/common_options.h"
#include "options/operands.h"
#include "run/measured_cpus.h"
#include "tune/journal.h"
#include "tune/profiles.h"
#include "tune/settings.h"
#include "tune/tuning.h"

/* These commands measure unless the user says another one; the second, a program. */
#define COMMAND		"timerlat hist"
#define COMMAND_PROGRAM	"cycle hist"

/* The chance, for each setting, to call a larger change "no difference". */
#define SAME_ALPHA	0.05

struct tune_config {
	struct cpus cpus;	/* empty: all that are online */
	bool cpus_auto;		/* choose them, see host/auto_cpus.h */
	int64_t duration_ns;
	const char *load;	/* a shell command; NULL: none */
	bool debug;
	struct invocation program;
	const char *command;	/* NULL: not given */
	const char *only;	/* checks; NULL: all */
	struct operands files;	/* of --try */
	const char *root;
	int64_t block_s;
	int figure;
	int64_t alpha_percent;
	int64_t within_percent;
	bool apply;
	bool undo;
	const char *json, *script, *sysctl, *tuned;	/* files, or NULL */
};

/* ---- Options ------------------------------------------------------------- */

static const char *add_file(void *to, const char *text)
{
	struct operands *files = &((struct tune_config *)to)->files;

	if (files->count == OPERANDS_MAX)
		return "too many: leave some out";
	files->word[files->count++] = text;
	return NULL;
}

static void set_cpus_auto(void *to, int64_t given)
{
	((struct tune_config *)to)->cpus_auto = given;
}

#define TUNE(member)	offsetof(struct tune_config, member)

static const struct option_row what_rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_CPUS, .arg = "LIST",
	  .help = "measure these CPUs, like 0-3,5; " CPUS_AUTO_HELP "; default all that are online",
	  .words = cpus_words, .word = CPUS_AUTO, .set = set_cpus_auto,
	  .field = TUNE(cpus) },
	{ .name = "only", .type = OPTION_TEXT, .arg = "CHECKS",
	  .help = "try only what these checks of rtla doctor would change, like irq_affinity,console; none: only what --try names",
	  .field = TUNE(only) },
	{ .name = "try", .type = OPTION_PARSED, .arg = "FILE=VALUE",
	  .help = "also try this value in a file below /proc or /sys; may be given several times",
	  .parse = add_file },
	{ .name = "root", .type = OPTION_TEXT, .arg = "DIR",
	  .help = "try the settings of the copy of a machine's /proc, /sys and so on in DIR",
	  .field = TUNE(root) },
	{ .name = NULL }
};

static const struct option_row how_rows[] = {
	{ .name = "duration", .letter = 'd', .type = OPTION_NUMBER,
	  .arg = "TIME",
	  .help = "measure for TIME at most, all blocks together: seconds, or with a unit like 2h",
	  .unit = "s", .min = 1, .max = DURATION_MAX_S, .scale = NS_PER_SEC,
	  .field = TUNE(duration_ns) },
	{ .name = "block", .type = OPTION_NUMBER, .arg = "TIME",
	  .help = "measure for TIME without and with a setting, in turn, in seconds",
	  .unit = "s", .min = 1, .max = 60,
	  .field = TUNE(block_s) },
	{ .name = "load", .type = OPTION_TEXT, .arg = "COMMAND",
	  .help = "run this shell command during all blocks, like 'rtla load rteval'",
	  .field = TUNE(load) },
	{ .name = "command", .type = OPTION_TEXT, .arg = "COMMAND",
	  .help = "measure with this command of rtla, like 'timerlat hist -p 500'; default '" COMMAND "', or with a program '" COMMAND_PROGRAM "'",
	  .field = TUNE(command) },
	{ .name = "figure", .type = OPTION_CHOICE, .arg = "FIGURE",
	  .help = "what of each block counts: the median of the maxima of stretches of 0.1 s (block-max), the maximum, the average, or a percentile",
	  .choices = block_figure_words, .field = TUNE(figure) },
	{ .name = "alpha", .type = OPTION_NUMBER, .arg = "PERCENT",
	  .help = "the chance that any of all settings is called a gain, and is none",
	  .min = 1, .max = 50, .field = TUNE(alpha_percent) },
	{ .name = "same-within", .type = OPTION_NUMBER, .arg = "PERCENT",
	  .help = "a change that is no larger does not matter",
	  .min = 1, .max = 100, .field = TUNE(within_percent) },
	{ .name = NULL }
};

static const struct option_row after_rows[] = {
	{ .name = "apply", .type = OPTION_FLAG,
	  .help = "let what helps stay, until the machine is booted again",
	  .field = TUNE(apply) },
	{ .name = "undo", .type = OPTION_FLAG,
	  .help = "only put back what a killed rtla tune has left",
	  .field = TUNE(undo) },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write everything as JSON to FILE; - is standard output, which then has nothing else",
	  .field = TUNE(json) },
	{ .name = "script", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write what helps as a shell script, which undoes it when called with undo",
	  .field = TUNE(script) },
	{ .name = "sysctl", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write it as a file for /etc/sysctl.d, as far as it is that",
	  .field = TUNE(sysctl) },
	{ .name = "tuned", .type = OPTION_TEXT, .arg = "DIR",
	  .help = "write it as a profile of tuned into the folder DIR, like /etc/tuned/latency",
	  .field = TUNE(tuned) },
	{ .name = NULL }
};

static const struct option_row tune_debug_rows[] = {
	DEBUG_ROW(TUNE(debug)),
	{ .name = NULL }
};

static const struct option_group tune_debug = { NULL, tune_debug_rows };
static const struct option_group what_group = { "What is tried", what_rows };
static const struct option_group how_group = { "How it is tried", how_rows };
static const struct option_group after_group = { "What comes of it", after_rows };

static int tune_blocks(const struct tune_config *config)
{
	return config->duration_ns / NS_PER_SEC / config->block_s;
}

static enum options_result tune_settle(const struct option_set *set, void *to)
{
	struct tune_config *config = to;
	long long least = TRIAL_LEAST * TRIAL_BLOCKS * config->block_s;

	if (config->undo && config->apply)
		return options_wrong(set, "--undo: nothing is tried then: leave out --apply");
	if (!config->undo && tune_blocks(config) < TRIAL_LEAST * TRIAL_BLOCKS)
		return options_wrong(set, "--duration: no setting can be judged: give %lld s or more, or a shorter --block",
				     least);
	if (*config->root && access(config->root, X_OK))
		return options_wrong(set, "--root %s: %s: give the directory that contains proc and sys",
				     config->root, strerror(errno));
	if (!config->command)
		config->command = config->program.argc ? COMMAND_PROGRAM :
							 COMMAND;
	return OPTIONS_OK;
}

/* ---- The command --------------------------------------------------------- */

static enum result write_profiles(const struct tuning *tuning,
				  const struct tune_config *config)
{
	struct findings helps = settings_chosen(tuning->settings, tuning_helps,
						tuning);
	enum result result = RESULT_OK;

	if (!helps.finding)
		return fail(RESULT_ERROR, "out of memory");
	if (config->script)
		result = profile_script(config->script, &helps);
	if (!result && config->sysctl)
		result = profile_sysctl(config->sysctl, &helps);
	if (!result && config->tuned)
		result = profile_tuned(config->tuned, &helps);
	free(helps.finding);
	return result;
}

static enum result tune_show(const struct tuning *tuning,
			     const struct tune_config *config)
{
	enum result result = RESULT_OK;
	char *text;

	if (!config->json || strcmp(config->json, "-"))
		result = tuning_print(stdout, tuning);
	/* Messages follow the table where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (!tuning->complete)
		note("interrupted: all settings are as they were");
	if (!result && config->json) {
		text = tuning_json(tuning);
		result = text ? whole_file_or_line("--json", config->json,
						   text) :
			 fail(RESULT_ERROR, "out of memory");
		free(text);
	}
	return result ?: write_profiles(tuning, config);
}

static enum result tune_try(const struct settings *settings,
			    const struct cpus *cpus, const char *root,
			    const struct tune_config *config)
{
	const struct tuning_plan plan = {
		.block = {
			.command = config->command, .program = config->program,
			.cpus = *cpus, .seconds = config->block_s,
			.figure = config->figure,
		},
		.demands = {
			.alpha = config->alpha_percent / 100.0,
			.within = config->within_percent / 100.0,
			.same_alpha = SAME_ALPHA,
		},
		.blocks = tune_blocks(config),
		.load = config->load, .root = root,
		.apply = config->apply, .debug = config->debug,
	};
	struct tuning tuning;
	enum result result = tuning_run(&tuning, settings, &plan);

	if (!result)
		result = tune_show(&tuning, config);
	tuning_free(&tuning);
	return result;
}

static enum result find_and_try(const struct tune_config *config,
				const char *root)
{
	struct cpus cpus = config->cpus_auto ? measured_cpus_below(root) :
					       config->cpus;
	enum result result = whole_file_forget("--json", config->json);
	struct settings settings = { .count = 0 };

	if (!result)
		result = settings_find(&settings, &(struct settings_wanted) {
			.cpus = cpus_empty(&cpus) ? NULL : &cpus,
			.root = root, .only = config->only,
			.files = config->files,
		});
	if (!result && !settings.count)
		result = fail(RESULT_CANNOT, "nothing to try: no check of rtla doctor would change a file: see 'rtla doctor', or name one with --try");
	if (!result)
		result = tune_try(&settings, &cpus, root, config);
	settings_free(&settings);
	return result;
}

static enum result tune_run(const struct command *command, const void *from)
{
	const struct tune_config *config = from;
	/* The guard is elsewhere, so it needs the whole path. */
	char *root = *config->root ? realpath(config->root, NULL) : strdup("");
	struct journal_places places;
	enum result result = RESULT_OK;

	(void)command;
	if (!root)
		return fail(RESULT_ERROR, "--root %s: %s: give the directory that contains proc and sys",
			    config->root, strerror(errno));
	if (config->undo) {
		journal_places_of(&places, root);
		undo_left(&places.undo);
	} else {
		result = find_and_try(config, root);
	}
	free(root);
	return result;
}

static const struct option_group *const groups[] = {
	&what_group, &how_group, &after_group, &general_group, &tune_debug,
	NULL
};

COMMAND_DEFAULTS(tune_defaults, struct tune_config,
		 .duration_ns = 3600 * NS_PER_SEC, .root = "", .block_s = 10,
		 .alpha_percent = 5, .within_percent = 10)

const struct command tune = {
	.tool = "tune",
	.summary = "Try the settings that doctor would change, and tell which of them help.",
	.groups = groups,
	.set_defaults = tune_defaults,
	.size = sizeof(struct tune_config),
	.program_field = TUNE(program),
	.settle = tune_settle,
	.run = tune_run,
};
