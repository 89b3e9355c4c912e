// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla report": write an HTML page about results, and a picture of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/whole_file.h"
#include "cmd/commands.h"
#include "options/common_options.h"
#include "options/file_names.h"
#include "options/operands.h"
#include "report/page.h"
#include "report/picture.h"
#include "report/report_input.h"
#include "results/results_read.h"

/* The files that are written, and the results that they are about. */
struct report_config {
	const char *output;	/* HTML; NULL: none; "-": standard output */
	const char *plot;	/* a picture; NULL: none */
	char named[PATH_MAX];	/* @output, where no name was given */
	struct operands operands;
};

/* Name the page after the first result: r.html for r.json. */
static const char *name_page(struct report_config *config)
{
	const char *path = config->operands.word[0];
	size_t length = strlen(path), end = strlen(".json");

	if (length > end && !strcmp(path + length - end, ".json"))
		length -= end;
	snprintf(config->named, sizeof(config->named), "%.*s.html",
		 (int)length, path);
	return config->named;
}

/* Make page and picture first: nothing is written if one of them fails. */
static enum result report_make(const struct report_input *input,
			       const struct report_config *config)
{
	char *page = NULL, *picture = NULL;
	size_t page_size, picture_size;
	enum result result = RESULT_OK;

	if (config->output) {
		page = html_report(input, &page_size);
		if (!page)
			result = fail(RESULT_ERROR, "out of memory");
	}
	if (!result && config->plot)
		result = picture_make(input, config->plot, &picture,
				      &picture_size);
	if (!result && page)
		result = whole_file_or_output("--output", config->output,
					      page, page_size);
	if (!result && config->output == config->named)
		note("%s is written", config->output);
	if (!result && picture)
		result = whole_file_save("--plot", config->plot, picture,
					 picture_size);
	free(picture);
	free(page);
	return result;
}

static enum result report_run(const struct command *command,
			      const void *from)
{
	const struct report_config *config = from;
	struct report_input *input = calloc(1, sizeof(*input));
	enum result result = RESULT_OK;

	(void)command;
	if (!input)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; i < config->operands.count && !result; i++) {
		result = results_read_any(&input->results[i],
					  config->operands.word[i]);
		input->count += !result;
	}
	if (!result && !report_prepare(input))
		result = fail(RESULT_ERROR, "out of memory");
	if (!result)
		result = report_make(input, config);
	for (int i = 0; i < input->count; i++)
		results_free(&input->results[i]);
	free(input);
	return result;
}

static enum options_result report_settle(const struct option_set *set,
					 void *from)
{
	struct report_config *report = from;

	if (!report->operands.count)
		return options_wrong(set, "no %s given: name a file that --json wrote",
				     "RESULT");
	if (!report->output && !report->plot) {
		if (!strcmp(report->operands.word[0], "-"))
			return options_wrong(set, "the page has no name: give --output FILE, or - for standard output");
		report->output = name_page(report);
	}
	if (report->plot && !picture_is_known(report->plot))
		return options_wrong(set, "--plot %s: unknown kind of picture: give a name that ends in .svg or .png",
				     report->plot);
	return file_names_settle(set, &report->operands, (struct file_name[]) {
		{ "--output", report->output }, { "--plot", report->plot },
	}, 2);
}

static const struct option_row rows[] = {
	{ .name = "output", .letter = 'o', .type = OPTION_TEXT, .yields = true,
	  .arg = "FILE", .help = "write the page, HTML in one file; - is standard output; without this option and --plot it is r.html for r.json",
	  .field = offsetof(struct report_config, output) },
	{ .name = "plot", .type = OPTION_TEXT, .yields = true, .arg = "FILE",
	  .help = "write a picture of distributions, heat maps and maxima over time: FILE ends in .svg or .png",
	  .field = offsetof(struct report_config, plot) },
	{ .name = NULL }
};

static const struct option_group report_group = { "Report", rows };

static const struct option_group *const groups[] = {
	&report_group, &general_group, NULL
};

COMMAND_DEFAULTS(report_defaults, struct report_config, .output = NULL)

const struct command report = {
	.tool = "report",
	.summary = "Make a page or a picture from JSON results: distributions, heat maps, causes.",
	.groups = groups,
	.set_defaults = report_defaults,
	.size = sizeof(struct report_config),
	.operands_field = offsetof(struct report_config, operands),
	.settle = report_settle,
	.run = report_run,
	.operand = "RESULT...",
	.operands_max = REPORT_RESULTS_MAX,
};
