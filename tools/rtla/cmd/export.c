// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla export": a result in the formats of other tools.
 */
#include <stdlib.h>
#include <string.h>

#include "base/whole_file.h"
#include "cmd/commands.h"
#include "options/common_options.h"
#include "options/file_names.h"
#include "options/operands.h"
#include "results/exported.h"
#include "results/results.h"
#include "results/results_read.h"

/* An average has two digits after the dot. */
#define DIGITS	12

enum export_format { EXPORT_CSV, EXPORT_JUNIT, EXPORT_RT_TESTS };

static const char *const formats[] = { "csv", "junit", "rt-tests", NULL };

struct export_config {
	enum export_format format;
	const char *context;	/* NULL: user or thread latency */
	const char *output;	/* NULL or "-": standard output */
	struct operands operands;
};

/* Return the context that becomes the latency of cyclictest, or -1 after an error. */
static int choose_context(const struct results *results, const char *name)
{
	static const enum event_context usual[] = { CONTEXT_USER,
						    CONTEXT_THREAD };
	int context = name ? results_context(results, name) : -1;

	for (size_t i = 0; !name && context < 0 &&
	     i < sizeof(usual) / sizeof(usual[0]); i++)
		if (results_has(results, usual[i]))
			context = usual[i];
	/* The latencies of another program are no contexts of its tracer. */
	for (int i = 0; name && context < 0 && results_is_foreign(results) &&
	     i < CONTEXTS; i++)
		if (results_has(results, i) && !strcmp(name, context_name(i)))
			context = i;
	if (context >= 0 && results_has(results, context))
		return context;
	if (name)
		fail(RESULT_ERROR, "%s: no samples of '%s': give --context one that its 'latencies' have",
		     results->path, name);
	else
		fail(RESULT_ERROR, "%s: no user and no thread latency in it: say with --context what is to be exported",
		     results->path);
	return -1;
}

static enum result print_rt_tests(FILE *out, const struct results *results,
				  const char *name)
{
	int context = choose_context(results, name);
	json_t *file = context < 0 ? NULL : exported_rt_tests(results, context);
	bool good = file && !json_dumpf(file, out, JSON_INDENT(2) |
					JSON_REAL_PRECISION(DIGITS));

	json_decref(file);
	if (good)
		fputc('\n', out);
	if (good || context < 0)
		return good ? RESULT_OK : RESULT_ERROR;
	return fail(RESULT_ERROR, "out of memory");
}

static enum result print_format(FILE *out, const struct results *results,
				const struct export_config *config)
{
	switch (config->format) {
	case EXPORT_RT_TESTS:
		return print_rt_tests(out, results, config->context);
	case EXPORT_JUNIT:
		return exported_junit(out, results);
	case EXPORT_CSV:
		break;
	}
	return exported_csv(out, results) ? RESULT_OK :
					    fail(RESULT_ERROR, "out of memory");
}

/* Make all of it first: nothing is written if that fails. */
static enum result write_format(const struct results *results,
				const struct export_config *config)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	enum result result;

	if (!out)
		return fail(RESULT_ERROR, "out of memory");
	result = print_format(out, results, config);
	if (fclose(out) && !result)
		result = fail(RESULT_ERROR, "out of memory");
	if (!result)
		result = whole_file_or_output("--output", config->output ?: "-",
					      text, size);
	free(text);
	return result;
}

static enum result export_run(const struct command *command, const void *from)
{
	const struct export_config *config = from;
	struct results results;
	enum result result =
		results_read_any(&results, config->operands.word[0]);

	(void)command;
	if (!result)
		result = write_format(&results, config);
	results_free(&results);
	return result;
}

static enum options_result export_settle(const struct option_set *set,
					 void *from)
{
	const struct export_config *config = from;
	const struct file_name output = { "--output", config->output };

	if (!config->operands.count)
		return options_wrong(set, "no %s given: name a file that --json wrote",
				     "RESULT");
	if (config->context && config->format != EXPORT_RT_TESTS)
		return options_wrong(set, "--context: only rt-tests has one context alone: add --format rt-tests, or leave it out");
	return file_names_settle(set, &config->operands, &output, 1);
}

static const struct option_row rows[] = {
	{ .name = "format", .type = OPTION_CHOICE, .arg = "FORMAT",
	  .help = "write a table of all CPUs, the verdicts, or what 'cyclictest --json' writes",
	  .choices = formats, .field = offsetof(struct export_config, format) },
	{ .name = "context", .type = OPTION_TEXT, .arg = "NAME",
	  .help = "rt-tests: write the latencies of this context; default user, or thread if there is none",
	  .field = offsetof(struct export_config, context) },
	{ .name = "output", .letter = 'o', .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write to FILE; default standard output, which - is, too",
	  .field = offsetof(struct export_config, output) },
	{ .name = NULL }
};

static const struct option_group export_group = { "Export", rows };

static const struct option_group *const groups[] = {
	&export_group, &general_group, NULL
};

COMMAND_DEFAULTS(export_command_defaults, struct export_config,
		 .format = EXPORT_CSV)

const struct command export_command = {
	.tool = "export",
	.summary = "Write a JSON result in the format of rt-tests, as JUnit XML, or as CSV.",
	.groups = groups,
	.set_defaults = export_command_defaults,
	.size = sizeof(struct export_config),
	.operands_field = offsetof(struct export_config, operands),
	.settle = export_settle,
	.run = export_run,
	.operand = "RESULT",
	.operands_max = 1,
};
