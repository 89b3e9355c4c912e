// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla doctor": check the properties of this machine that latencies depend on,
 * and print what to do about them. Documentation/doctor.md describes each
 * check.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "cmd/commands.h"
#include "doctor/checks.h"
#include "doctor/fix_script.h"
#include "host/machine.h"
#include "options/common_options.h"
#include "run/measured_cpus.h"

#define FORMAT		"rtla-doctor"
#define VERSION		1
#define STDOUT		"-"
#define MADE_BY		"rtla doctor --fix-script"

/* The machine that is checked, and where the findings go. */
struct doctor_config {
	struct cpus cpus;		/* the measured CPUs; empty: all */
	bool cpus_auto;			/* choose them, see host/auto_cpus.h */
	const char *json;		/* file; "-": standard output; NULL: none */
	const char *script;		/* file; "-" and "": standard output; NULL: none */
	const char *root;		/* prefix of /proc and /sys; "": none */
	bool all;			/* print all findings */
	bool list;			/* only list the checks */
	char why[96];			/* why a CPU list was refused */
};

/*
 * Take over the reference @environment. Return the document as a text that the
 * caller frees, or NULL if there is no memory.
 */
static char *make_document(json_t *environment)
{
	json_t *document = json_pack("{s:s, s:i, s:o}", "format", FORMAT,
				     "schema_version", VERSION, "environment",
				     environment);
	char *text = document ? json_dumps(document, JSON_INDENT(2)) : NULL;

	json_decref(document);
	return text;
}

static enum result doctor_write_json(const struct findings *findings,
				     const char *path)
{
	char *text = make_document(findings_json(findings));
	enum result result = whole_file_or_line("--json", path, text);

	free(text);
	return result;
}

/* Return whether the script goes to standard output. */
static bool is_script_printed(const struct doctor_config *config)
{
	return config->script &&
	       (!*config->script || !strcmp(config->script, STDOUT));
}

static void doctor_print_script(FILE *out, const void *findings)
{
	fix_script_print(out, findings, MADE_BY);
}

/* Return whether the text for people would come between something for machines. */
static bool is_stdout_used(const struct doctor_config *config)
{
	return (config->json && !strcmp(config->json, STDOUT)) ||
	       is_script_printed(config);
}

static enum result doctor_tell(const struct findings *findings,
			       const struct doctor_config *config)
{
	int failures = findings->with[CHECK_FAILURE];
	enum result result = RESULT_OK;

	if (!is_stdout_used(config))
		findings_print(stdout, findings, config->all);
	/*
	 * Messages go to stderr. Where that is the same pipe as stdout, they
	 * must follow the text, and the JSON, instead of interrupting them.
	 */
	fflush(stdout);
	if (config->json)
		result = doctor_write_json(findings, config->json);
	if (!result && is_script_printed(config))
		doctor_print_script(stdout, findings);
	else if (!result && config->script)
		result = whole_file_print("--fix-script", config->script,
					  doctor_print_script, findings);
	fflush(stdout);
	if (!result && failures)
		result = fail(RESULT_HIT, "doctor: %d of %zu checks failed: the remedy follows each of them",
			      failures, findings->count);
	return result;
}

static enum result doctor_run(const struct command *command,
			      const void *from)
{
	const struct doctor_config *config = from;
	struct cpus cpus = config->cpus;
	enum result result = RESULT_ERROR;
	struct findings findings;

	(void)command;
	if (config->list) {
		checks_list(stdout);
		return RESULT_OK;
	}
	if (config->cpus_auto)
		cpus = measured_cpus_below(config->root);
	if (checks_make(&findings, cpus_empty(&cpus) ? NULL : &cpus,
			config->root))
		result = doctor_tell(&findings, config);
	else
		fail(RESULT_ERROR, "out of memory");
	findings_free(&findings);
	return result;
}

/*
 * Parse --cpus. Whether these CPUs exist is checked in doctor_settle(): it
 * depends on --root, which may come later on the command line.
 */
static const char *parse_cpus(void *to, const char *text)
{
	struct doctor_config *config = to;

	config->cpus_auto = !strcmp(text, CPUS_AUTO);
	if (config->cpus_auto)
		config->cpus = (struct cpus){ { 0 } };
	if (config->cpus_auto || cpus_parse(&config->cpus, text))
		return NULL;
	snprintf(config->why, sizeof(config->why),
		 "character %zu: not a list of CPUs: give one like 0-3,5, or " CPUS_AUTO,
		 cpus_wrong(text));
	return config->why;
}

static enum options_result doctor_settle(const struct option_set *set,
					 void *from)
{
	const struct doctor_config *config = from;
	const struct machine machine = { .root = config->root };
	struct cpus present, missing;
	struct stat status;
	char text[256];

	errno = ENOTDIR;
	if (*machine.root && (stat(machine.root, &status) ||
			      !S_ISDIR(status.st_mode)))
		return options_wrong(set, "--root %s: %s: give the directory that contains proc and sys",
				     machine.root, strerror(errno));
	if (machine_cpus(&machine, &present,
			 "/sys/devices/system/cpu/present") ||
	    cpus_empty(&present))
		return OPTIONS_OK;
	missing = cpus_without(&config->cpus, &present);
	if (cpus_empty(&missing))
		return OPTIONS_OK;
	return options_wrong(set, "--cpus: no such CPU: this machine has %s",
			     cpus_format(&present, text, sizeof(text)));
}

static const struct option_row rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_PARSED, .arg = "LIST",
	  .help = "the CPUs that are to be measured, like 0-3,5; " CPUS_AUTO_HELP "; default all that are online",
	  .words = cpus_words, .parse = parse_cpus },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "also write the findings as JSON; if FILE is -, to standard output instead of the text",
	  .field = offsetof(struct doctor_config, json) },
	{ .name = "fix-script", .type = OPTION_TEXT, .optional = true, .arg = "FILE",
	  .help = "write a shell script that makes the changes which can be made at run time, and undoes them when called with undo; without FILE, to standard output instead of the text",
	  .field = offsetof(struct doctor_config, script) },
	{ .name = "root", .type = OPTION_TEXT, .arg = "DIR",
	  .help = "check the copy of a machine's /proc, /sys and so on in DIR",
	  .field = offsetof(struct doctor_config, root) },
	{ .name = "all", .type = OPTION_FLAG,
	  .help = "show all findings by their groups, not only the failures and the five from which most is expected",
	  .field = offsetof(struct doctor_config, all) },
	{ .name = "checks", .type = OPTION_FLAG,
	  .help = "list the checks without running them",
	  .field = offsetof(struct doctor_config, list) },
	{ .name = NULL }
};

static const struct option_group doctor_group = { "Checks", rows };

static const struct option_group *const groups[] = {
	&doctor_group, &general_group, NULL
};

COMMAND_DEFAULTS(doctor_defaults, struct doctor_config, .root = "")

const struct command doctor = {
	.tool = "doctor",
	.summary = "Check this machine for settings that hurt latency, and how to fix them.",
	.groups = groups,
	.set_defaults = doctor_defaults,
	.size = sizeof(struct doctor_config),
	.settle = doctor_settle,
	.run = doctor_run,
};
