// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla doctor": check the properties of this machine that latencies depend on,
 * and print what to do about them. Documentation/doctor.md describes each
 * check.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json_read.h"
#include "base/whole_file.h"
#include "base/wrap.h"
#include "cmd/commands.h"
#include "doctor/checks.h"
#include "host/machine.h"
#include "options/common_options.h"

#define FORMAT		"rtla-doctor"
#define VERSION		1
#define STDOUT		"-"

#define WIDTH		100
#define STATUS_COLUMN	2
#define NAME_COLUMN	11
#define VALUE_COLUMN	34

/* The number of checks with each status. */
struct counts {
	int ok;
	int warnings;
	int failures;
	int unknown;
};

static const char *text_of(const json_t *check, const char *key)
{
	return json_read_text(check, key, NULL);
}

static void count(struct counts *counts, const char *status)
{
	counts->ok += !strcmp(status, "ok");
	counts->warnings += !strcmp(status, "warning");
	counts->failures += !strcmp(status, "failure");
	counts->unknown += !strcmp(status, "unknown");
}

static struct counts count_all(const json_t *checks)
{
	struct counts counts = { .ok = 0 };
	const json_t *check;
	size_t i;

	json_array_foreach(checks, i, check)
		count(&counts, text_of(check, "status"));
	return counts;
}

static void print_check(FILE *out, const json_t *check)
{
	const char *remedy = text_of(check, "remedy");

	fprintf(out, "%*s%-*s%-*s", STATUS_COLUMN, "",
		NAME_COLUMN - STATUS_COLUMN, text_of(check, "status"),
		VALUE_COLUMN - NAME_COLUMN, text_of(check, "name"));
	wrap_print(out, text_of(check, "value"), VALUE_COLUMN, WIDTH);
	if (!remedy)
		return;
	fprintf(out, "%*s-> ", NAME_COLUMN, "");
	wrap_print(out, remedy, NAME_COLUMN + strlen("-> "), WIDTH);
}

static void print_checks(FILE *out, const json_t *checks)
{
	const char *last = NULL;
	const json_t *check;
	size_t i;

	json_array_foreach(checks, i, check) {
		const char *group = text_of(check, "group");

		if (!last || strcmp(group, last))
			fprintf(out, "%s%s\n", last ? "\n" : "", group);
		last = group;
		print_check(out, check);
	}
}

static void print_counts(FILE *out, const struct counts *counts)
{
	fprintf(out, "\n%d ok, %d warning%s, %d failure%s, %d unknown\n",
		counts->ok, counts->warnings, counts->warnings == 1 ? "" : "s",
		counts->failures, counts->failures == 1 ? "" : "s",
		counts->unknown);
}

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

static enum result write_json(json_t *environment, const char *path)
{
	char *text = make_document(json_incref(environment));
	enum result result = whole_file_or_line("--json", path, text);

	free(text);
	return result;
}

static enum result tell(json_t *environment, const struct doctor_config *config)
{
	const json_t *checks = json_object_get(environment, "checks");
	struct counts counts = count_all(checks);
	enum result result = RESULT_OK;

	if (!config->json || strcmp(config->json, STDOUT)) {
		print_checks(stdout, checks);
		print_counts(stdout, &counts);
	}
	if (config->json)
		result = write_json(environment, config->json);
	if (!result && counts.failures)
		result = fail(RESULT_HIT, "doctor: %d of %zu checks failed: the remedy follows each of them",
			      counts.failures, json_array_size(checks));
	return result;
}

static enum result doctor_run(const struct command *command,
			      const struct config *config)
{
	const struct cpus *cpus = &config->tracer.cpus;
	enum result result;
	json_t *environment;

	(void)command;
	if (config->doctor.list) {
		checks_list(stdout);
		return RESULT_OK;
	}
	environment = checks_json(cpus_empty(cpus) ? NULL : cpus,
				  config->doctor.root);
	if (!environment)
		return fail(RESULT_ERROR, "out of memory");
	result = tell(environment, &config->doctor);
	json_decref(environment);
	return result;
}

/*
 * Parse --cpus. Whether these CPUs exist is checked in settle(): it depends on
 * --root, which may come later on the command line.
 */
static const char *parse_cpus(void *config, const char *text)
{
	struct doctor_config *doctor = &((struct config *)config)->doctor;

	if (cpus_parse(&((struct config *)config)->tracer.cpus, text))
		return NULL;
	snprintf(doctor->why, sizeof(doctor->why),
		 "character %zu: not a list of CPUs: give one like 0-3,5",
		 cpus_wrong(text));
	return doctor->why;
}

static enum options_result settle(const struct option_set *set,
				  struct config *config)
{
	const struct machine machine = { .root = config->doctor.root };
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
	missing = cpus_without(&config->tracer.cpus, &present);
	if (cpus_empty(&missing))
		return OPTIONS_OK;
	return options_wrong(set, "--cpus: no such CPU: this machine has %s",
			     cpus_format(&present, text, sizeof(text)));
}

static const struct option_row rows[] = {
	{ .name = "cpus", .letter = 'c', .type = OPTION_PARSED, .arg = "LIST",
	  .help = "the CPUs that are to be measured, like 0-3,5; default all that are online",
	  .parse = parse_cpus },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "also write the findings as JSON; if FILE is -, to standard output instead of the text",
	  .field = FIELD(doctor.json) },
	{ .name = "root", .type = OPTION_TEXT, .arg = "DIR",
	  .help = "check the copy of a machine's /proc, /sys and so on in DIR",
	  .field = FIELD(doctor.root) },
	{ .name = "checks", .type = OPTION_FLAG,
	  .help = "list the checks without running them",
	  .field = FIELD(doctor.list) },
	{ .name = NULL }
};

static const struct option_group doctor_group = { "Checks", rows };

static const struct option_group *const groups[] = {
	&doctor_group, &general_group, NULL
};

const struct command doctor = {
	.tool = "doctor",
	.summary = "Check this machine for settings that hurt latency, and how to fix them.",
	.groups = groups,
	.defaults = { .doctor.root = "" },
	.settle = settle,
	.run = doctor_run,
};
