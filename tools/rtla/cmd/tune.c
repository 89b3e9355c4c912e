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
#include "tune/boot_settings.h"
#include "tune/diary.h"
#include "tune/journal.h"
#include "tune/profiles.h"
#include "tune/settings.h"
#include "tune/tuning.h"

/* These commands measure unless the user says another one; the second, a program. */
#define COMMAND		"timerlat hist"
#define COMMAND_PROGRAM	"cycle hist"

/* The chance, for each setting, to call a larger change "no difference". */
#define SAME_ALPHA	0.05

/* An experiment that goes on across boots is kept there. */
#define STATE_FILE	"/var/lib/rtla/tune.json"

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
	struct operands boots;	/* of --boot */
	const char *state;	/* NULL: not given */
	bool resume;
	const struct invocation *invocation;	/* all words */
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

static const char *add_setting(struct operands *settings, const char *text)
{
	if (settings->count == OPERANDS_MAX)
		return "too many: leave some out";
	settings->word[settings->count++] = text;
	return NULL;
}

static const char *add_file(void *to, const char *text)
{
	return add_setting(&((struct tune_config *)to)->files, text);
}

static const char *add_boot(void *to, const char *text)
{
	return add_setting(&((struct tune_config *)to)->boots, text);
}

static void set_cpus_auto(void *to, int64_t given)
{
	((struct tune_config *)to)->cpus_auto = given;
}

#define TUNE(member)	offsetof(struct tune_config, member)

static const char *const boot_words[] = { BOOT_DOCTOR, NULL };

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
	{ .name = "boot", .type = OPTION_PARSED, .arg = "OPTIONS",
	  .help = "also try these options of the kernel's command line, like 'isolcpus=2-3', across boots; " BOOT_DOCTOR ": those that rtla doctor wants; may be given several times",
	  .words = boot_words, .parse = add_boot },
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
	{ .name = "state", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "keep in FILE what is known across boots; default " STATE_FILE,
	  .field = TUNE(state) },
	{ .name = "resume", .type = OPTION_FLAG,
	  .help = "only go on after a boot with what an rtla tune --boot has begun",
	  .field = TUNE(resume) },
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
	  .help = "write it as a profile of tuned into the folder DIR, like /etc/tuned/profiles/latency",
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

/* Return whether nothing is given beside --resume, --state and --debug. */
static bool resumes_only(const struct option_set *set,
			 const struct tune_config *config)
{
	struct tune_config *others = malloc(sizeof(*others));
	const struct tune_config *defaults = set->defaults;
	bool only = false;

	if (others) {
		memcpy(others, config, sizeof(*others));
		others->resume = defaults->resume;
		others->state = defaults->state;
		others->debug = defaults->debug;
		others->invocation = defaults->invocation;
		only = !memcmp(others, defaults, sizeof(*others));
	}
	free(others);
	return only;
}

static enum options_result tune_check(const struct option_set *set,
				      const struct tune_config *config)
{
	long long least = TRIAL_LEAST * TRIAL_BLOCKS * config->block_s;

	if (config->undo && config->apply)
		return options_wrong(set, "--undo: nothing is tried then: leave out --apply");
	if (!config->undo && tune_blocks(config) < TRIAL_LEAST * TRIAL_BLOCKS)
		return options_wrong(set, "--duration: no setting can be judged: give %lld s or more, or a shorter --block",
				     least);
	if (config->state && !config->boots.count)
		return options_wrong(set, "--state: nothing goes on across boots: leave it out, or give --boot or --resume");
	if (*config->root && access(config->root, X_OK))
		return options_wrong(set, "--root %s: %s: give the directory that contains proc and sys",
				     config->root, strerror(errno));
	return OPTIONS_OK;
}

static enum options_result tune_settle(const struct option_set *set, void *to)
{
	struct tune_config *config = to;
	enum options_result result = OPTIONS_OK;

	config->invocation = set->invocation;
	if (config->resume && !resumes_only(set, config))
		return options_wrong(set, "--resume: all is as it was begun: leave out everything but --state and --debug");
	if (config->resume)
		return OPTIONS_OK;
	result = tune_check(set, config);
	if (!config->command)
		config->command = config->program.argc ? COMMAND_PROGRAM :
							 COMMAND;
	return result;
}

/* ---- What comes of it ---------------------------------------------------- */

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

/* Say how to boot for the next block, and how to go on then. */
static void tell_boot(const struct tuning *tuning)
{
	const struct tuning_plan *plan = tuning->plan;
	bool usual = !strcmp(plan->diary->path, STATE_FILE);

	note("block %d is next: %s; then call 'rtla tune --resume%s%s'",
	     plan->blocks - tuning->course.blocks, tuning->boot,
	     usual ? "" : " --state ", usual ? "" : plan->diary->path);
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
	if (tuning->boot)
		tell_boot(tuning);
	else if (!tuning->complete)
		note("interrupted: all settings are as they were%s",
		     tuning->plan->diary ? ": --resume goes on" : "");
	if (!result && config->json) {
		text = tuning_json(tuning);
		result = text ? whole_file_or_line("--json", config->json,
						   text) :
			 fail(RESULT_ERROR, "out of memory");
		free(text);
	}
	/* A setting that only seems to help so far is in no profile. */
	if (result || tuning->boot)
		return result;
	return write_profiles(tuning, config);
}

static enum result tune_try(const struct settings *settings,
			    const struct cpus *cpus, const char *root,
			    const struct tune_config *config,
			    struct diary *diary)
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
		.diary = diary,
	};
	struct tuning tuning;
	enum result result = tuning_run(&tuning, settings, &plan);

	if (!result)
		result = tune_show(&tuning, config);
	tuning_free(&tuning);
	return result;
}

/* Begin a diary, if any of the settings needs a boot, and try all of them. */
static enum result begin_and_try(const struct settings *settings,
				 const struct cpus *cpus, const char *root,
				 const struct tune_config *config)
{
	/* The first two words are those that have called this command. */
	const struct invocation words = {
		config->invocation->argc - 2, config->invocation->argv + 2
	};
	struct diary diary;
	enum result result;

	if (!settings_boot(settings))
		return tune_try(settings, cpus, root, config, NULL);
	result = diary_begin(&diary, config->state ?: STATE_FILE, &words,
			     settings);
	if (!result)
		result = tune_try(settings, cpus, root, config, &diary);
	diary_free(&diary);
	return result;
}

static struct cpus wanted_cpus(const struct tune_config *config,
			       const char *root)
{
	return config->cpus_auto ? measured_cpus_below(root) : config->cpus;
}

static enum result find_and_try(const struct tune_config *config,
				const char *root)
{
	struct cpus cpus = wanted_cpus(config, root);
	enum result result = whole_file_forget("--json", config->json);
	struct settings settings = { .count = 0 };

	if (!result)
		result = settings_find(&settings, &(struct settings_wanted) {
			.cpus = cpus_empty(&cpus) ? NULL : &cpus,
			.root = root, .only = config->only,
			.files = config->files,
		});
	if (!result)
		result = boot_settings_add(&settings, &config->boots);
	if (!result && !settings.count)
		result = fail(RESULT_CANNOT, "nothing to try: no check of rtla doctor would change a file: see 'rtla doctor', or name one with --try");
	if (!result)
		result = begin_and_try(&settings, &cpus, root, config);
	settings_free(&settings);
	return result;
}

/* Return the whole path of --root, which the caller frees: the guard is elsewhere. */
static char *whole_root(const struct tune_config *config)
{
	char *root = *config->root ? realpath(config->root, NULL) : strdup("");

	if (!root)
		fail(RESULT_ERROR, "--root %s: %s: give the directory that contains proc and sys",
		     config->root, strerror(errno));
	return root;
}

/* ---- After a boot -------------------------------------------------------- */

/* Try what is left of an experiment, whose words are those of @config. */
static enum result try_rest(const struct tune_config *config,
			    struct diary *diary)
{
	char *root = whole_root(config);
	struct settings settings = { .count = 0 };
	enum result result = root ? RESULT_OK : RESULT_ERROR;
	struct cpus cpus = { { 0 } };

	if (!result)
		result = diary_settings(diary, &settings, root);
	if (!result)
		result = diary_machine(diary, &settings.findings.machine);
	if (!result) {
		cpus = wanted_cpus(config, root);
		result = tune_try(&settings, &cpus, root, config, diary);
	}
	settings_free(&settings);
	free(root);
	return result;
}

/* Take the options that the experiment was begun with, and go on with it. */
static enum result resume_words(const struct command *command,
				const struct tune_config *given,
				struct diary *diary)
{
	struct tune_config *config = malloc(sizeof(*config));
	void *defaults = command_defaults(command);
	struct invocation words = diary_words(diary);
	enum result result = RESULT_ERROR;

	if (config && defaults && words.argv) {
		const struct option_set set = {
			.command = "rtla tune", .groups = command->groups,
			.defaults = defaults, .size = command->size,
			.program_field = command->program_field,
			.invocation = given->invocation,
		};

		if (options_parse(&set, config, words.argc, words.argv) ||
		    tune_settle(&set, config))
			result = RESULT_USAGE;
		else
			result = try_rest(config, diary);
	} else {
		fail(result, "out of memory");
	}
	free((void *)words.argv);
	free(defaults);
	free(config);
	return result;
}

static enum result tune_resume(const struct command *command,
			       const struct tune_config *given)
{
	char *path = realpath(given->state ?: STATE_FILE, NULL);
	struct diary diary;
	enum result result = diary_read(&diary, path ?: given->state ?:
							STATE_FILE);

	/* Its files, and a program, may have been named from there. */
	if (!result && chdir(diary_folder(&diary)))
		result = fail(RESULT_ERROR, "%s: %s: the experiment was begun there: make that folder again",
			      diary_folder(&diary), strerror(errno));
	if (!result)
		result = resume_words(command, given, &diary);
	diary_free(&diary);
	free(path);
	return result;
}

/* ---- The command --------------------------------------------------------- */

static enum result tune_run(const struct command *command, const void *from)
{
	const struct tune_config *config = from;
	struct journal_places places;
	enum result result = RESULT_OK;
	char *root;

	if (config->resume)
		return tune_resume(command, config);
	root = whole_root(config);
	if (!root)
		return RESULT_ERROR;
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
