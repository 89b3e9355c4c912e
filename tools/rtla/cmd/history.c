// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla history": results of many runs, in the folders of a history.
 */
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/labels.h"
#include "base/whole_file.h"
#include "cmd/commands.h"
#include "cmd/judging.h"
#include "history/boards.h"
#include "history/farm.h"
#include "history/judged.h"
#include "history/run_index.h"
#include "history/run_links.h"
#include "history/show.h"
#include "history/store.h"
#include "options/common_options.h"
#include "options/file_names.h"
#include "options/operands.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/percentiles.h"

struct history_config {
	struct judging judging;
	const char *host;
	const char *kernel;
	struct labels labels;
	int64_t last, least;		/* runs of the base */
	uint32_t percentile;
	bool context[CONTEXTS];		/* none: all */
	const char *output;
	struct operands operands;	/* the folder, and results */
};

/* How many runs are taken as the base, and how many there have to be. */
#define LAST		10
#define LEAST		5
/* With two runs, whatever chance makes of them is no difference: see compare.md. */
#define LEAST_OF_ALL	3
#define LAST_MAX	1000

#define FIELD_OF(member)	offsetof(struct history_config, member)

COMMAND_DEFAULTS(history_defaults, struct history_config,
		 .judging = { JUDGING_DEFAULTS },
		 .last = LAST, .least = LEAST,
		 .percentile = PERCENTILE_WHOLE / 1000 * 999)

#define DEFAULTS \
	.set_defaults = history_defaults, \
	.size = sizeof(struct history_config), \
	.operands_field = FIELD_OF(operands)

static struct run_filter filter_of(const struct history_config *config)
{
	return (struct run_filter) {
		.store = { .host = config->host },
		.kernel = config->kernel, .labels = &config->labels,
		.percentile = config->percentile,
	};
}

/* ---- Options ------------------------------------------------------------- */

static const char *history_add_label(void *to, const char *text)
{
	return labels_add(&((struct history_config *)to)->labels, text);
}

static const char *set_percentile(void *to, const char *text)
{
	struct history_config *config = to;
	struct decimal percent;
	int64_t parts = 0;

	text += *text == 'p';
	if (decimal_read(&text, &percent) || *text ||
	    decimal_times(percent, PERCENTILE_WHOLE / 100, "too fine", &parts) ||
	    !parts || parts >= PERCENTILE_WHOLE)
		return "not a percentile: give one above 0 and below 100, like 99.9, with at most six decimals";
	config->percentile = parts;
	return NULL;
}

static const char *add_context(void *to, const char *text)
{
	struct history_config *config = to;
	bool known = false;

	for (int i = 0; i < CONTEXTS; i++) {
		if (strcmp(context_name(i), text))
			continue;
		config->context[i] = true;
		known = true;
	}
	return known ? NULL :
	       "not a context: give one that 'latencies' of a result has, like thread";
}

static const struct option_row add_rows[] = {
	{ .name = "host", .type = OPTION_TEXT, .arg = "NAME",
	  .help = "the machine of results that do not tell theirs",
	  .field = FIELD_OF(host) },
	{ .name = NULL }
};

static const struct option_row check_rows[] = {
	{ .name = "last", .type = OPTION_NUMBER, .arg = "N",
	  .help = "compare with the last N runs that are comparable",
	  .min = LEAST_OF_ALL, .max = LAST_MAX, .field = FIELD_OF(last) },
	{ .name = "least", .type = OPTION_NUMBER, .arg = "N",
	  .help = "with fewer comparable runs, say that it cannot be told, with exit status 1",
	  .min = LEAST_OF_ALL, .max = LAST_MAX, .field = FIELD_OF(least) },
	{ .name = "host", .type = OPTION_TEXT, .arg = "NAME",
	  .help = "the machine, if the result does not tell it",
	  .field = FIELD_OF(host) },
	{ .name = NULL }
};

static const struct option_row filter_rows[] = {
	{ .name = "label", .type = OPTION_PARSED, .arg = "KEY=VALUE",
	  .help = "only runs that have this label; give several: all of them",
	  .parse = history_add_label },
	{ .name = "kernel", .type = OPTION_TEXT, .arg = "PATTERN",
	  .help = "only runs of these kernels, like '6.12.*'",
	  .field = FIELD_OF(kernel) },
	{ .name = NULL }
};

static const struct option_row figure_rows[] = {
	{ .name = "host", .type = OPTION_TEXT, .arg = "PATTERN",
	  .help = "only runs of these machines, like 'board-*'",
	  .field = FIELD_OF(host) },
	{ .name = "percentile", .type = OPTION_PARSED, .arg = "N",
	  .help = "show this percentile beside the maximum; default 99.9",
	  .parse = set_percentile },
	{ .name = "context", .type = OPTION_PARSED, .arg = "NAME",
	  .help = "show only this context, like thread; give several; default all",
	  .parse = add_context },
	{ .name = NULL }
};

static const struct option_row show_rows[] = {
	{ .name = "output", .letter = 'o', .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write a page with charts, HTML in one file; - is standard output, which then has nothing else",
	  .field = FIELD_OF(output) },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write everything as JSON to FILE; - is standard output, which then has nothing else",
	  .field = FIELD_OF(judging.json) },
	{ .name = NULL }
};

static const struct option_row farm_rows[] = {
	{ .name = "output", .letter = 'o', .type = OPTION_TEXT, .arg = "FOLDER",
	  .help = "write index.html, the page of all boards, and a page of each machine into this folder",
	  .field = FIELD_OF(output) },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write the boards as JSON to FILE; - is standard output, which then has nothing else",
	  .field = FIELD_OF(judging.json) },
	{ .name = NULL }
};

static const struct option_group add_group = { "Adding", add_rows };
static const struct option_group check_group = { "Base", check_rows };
static const struct option_group filter_group = { "Runs", filter_rows };
static const struct option_group figure_group = { NULL, figure_rows };
static const struct option_group show_group = { NULL, show_rows };
static const struct option_group farm_group = { NULL, farm_rows };

/* ---- rtla history add ---------------------------------------------------- */

static enum options_result settle_add(const struct option_set *set, void *from)
{
	const struct history_config *config = from;

	if (config->operands.count < 2)
		return options_wrong(set, "%s missing: name the folder of the history, and results to add to it",
				     config->operands.count ? "RESULT" : "DIR and RESULT");
	for (int i = 0; i < config->operands.count; i++)
		if (!strcmp(config->operands.word[i], "-"))
			return options_wrong(set, "-: standard input is no file that can be copied: name a file");
	return OPTIONS_OK;
}

static enum result history_add_run(const struct command *command,
				   const void *from)
{
	const struct history_config *config = from;
	const struct operands *operands = &config->operands;
	struct file_list list = { .count = 0 };
	struct run_index index = { .changed = false };
	enum result result = RESULT_OK;

	(void)command;
	for (int i = 1; !result && i < operands->count; i++)
		result = file_list_add(&list, operands->word[i], ".json");
	if (result) {
		file_list_free(&list);
		return result;
	}
	/* One that is refused is no reason to lose the others. */
	for (int i = 0; i < list.count; i++)
		if (store_add(operands->word[0], list.path[i], config->host,
			      &index))
			result = RESULT_ERROR;
	run_index_leave(&index);
	file_list_free(&list);
	return result;
}

static const struct option_group *const add_groups[] = {
	&add_group, &general_group, NULL
};

const struct command history_add = {
	.tool = "history",
	.mode = "add",
	.summary = "Copy JSON results into the folders of a history, by machine and time.",
	.groups = add_groups,
	DEFAULTS,
	.settle = settle_add,
	.run = history_add_run,
	.operand = "DIR RESULT...",
	.operands_max = OPERANDS_MAX,
};

/* ---- rtla history show --------------------------------------------------- */

/* Settle the folder of the history, and the contexts. */
static enum options_result settle_runs(const struct option_set *set,
				       struct history_config *config)
{
	bool any = false;

	if (!config->operands.count)
		return options_wrong(set, "DIR missing: name the folder of a history");
	for (int i = 0; i < CONTEXTS; i++)
		any |= config->context[i];
	for (int i = 0; !any && i < CONTEXTS; i++)
		config->context[i] = true;
	return OPTIONS_OK;
}

static enum options_result settle_show(const struct option_set *set, void *from)
{
	struct history_config *config = from;

	return settle_runs(set, config) ?: file_names_settle(set, &config->operands, (struct file_name[]) {
		{ "--output", config->output }, { "--json", config->judging.json },
	}, 2);
}

/* Return whether an option wants standard output for itself. */
static bool takes_output(const struct history_config *config)
{
	return !judging_shows(&config->judging) ||
	       (config->output && !strcmp(config->output, "-"));
}

/* Return the path from the folder of a page to that of the history, or NULL. */
static char *results_from(const char *page, const char *folder)
{
	char *copy = strdup(page), *links;

	if (!copy || !strcmp(page, "-")) {
		free(copy);
		return NULL;
	}
	links = links_between(dirname(copy), folder);
	free(copy);
	return links;
}

static enum result write_page(const struct history_view *view, const char *path)
{
	char *links = results_from(path, view->folder), *page;
	struct history_view linked = *view;
	enum result result;
	size_t size = 0;

	linked.results_at = links;
	page = history_page(&linked, &size);
	result = whole_file_or_output("--output", path, page, size);
	free(page);
	free(links);
	return result;
}

static enum result history_write_json(const struct history_view *view,
				      const char *path)
{
	char *text = history_json(view);
	enum result result = whole_file_or_line("--json", path, text);

	free(text);
	return result;
}

static struct history_view view_of(const struct history_runs *runs,
				   const struct history_config *config)
{
	struct history_view view = {
		.folder = config->operands.word[0], .runs = runs,
		.percentile = config->percentile,
	};

	memcpy(view.context, config->context, sizeof(view.context));
	return view;
}

static enum result report_unread(const struct history_view *view)
{
	return view->runs->unread ?
	       fail(RESULT_ERROR, "%s: files that cannot be read: %d: repair or remove them",
		    view->folder, view->runs->unread) : RESULT_OK;
}

static enum result show_runs(const struct history_runs *runs,
			     const struct history_config *config)
{
	struct history_view view = view_of(runs, config);
	enum result result = RESULT_OK;

	if (!takes_output(config) && !history_print(stdout, &view))
		return fail(RESULT_ERROR, "out of memory");
	/* Messages follow the table where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (config->output)
		result = write_page(&view, config->output);
	if (!result && config->judging.json)
		result = history_write_json(&view, config->judging.json);
	return result ?: report_unread(&view);
}

/* Read the runs that are meant, and show them by @show. */
static enum result read_and_show(const struct history_config *config,
				 enum result (*show)(const struct history_runs *runs,
						     const struct history_config *config))
{
	const struct run_filter filter = filter_of(config);
	const char *folder = config->operands.word[0];
	struct history_runs runs;
	enum result result = runs_read(&runs, folder, &filter);

	if (!result && !runs.count)
		result = fail(RESULT_ERROR, "%s: no run of this machine, kernel and label is in it: add some with 'rtla history add', or ask for others",
			      folder);
	else if (!result)
		result = show(&runs, config);
	runs_free(&runs);
	return result;
}

static enum result show_run(const struct command *command, const void *from)
{
	(void)command;
	return read_and_show(from, show_runs);
}

static const struct option_group *const show_groups[] = {
	&filter_group, &figure_group, &show_group, &general_group, NULL
};

const struct command history_show = {
	.tool = "history",
	.mode = "show",
	.summary = "Show the runs of a history over time: a table, or a page with charts.",
	.groups = show_groups,
	DEFAULTS,
	.settle = settle_show,
	.run = show_run,
	.operand = "DIR",
	.operands_max = 1,
};

/* ---- rtla history farm --------------------------------------------------- */

static enum options_result settle_farm(const struct option_set *set, void *from)
{
	struct history_config *config = from;
	const struct file_name json = { "--json", config->judging.json };

	if (config->output && !strcmp(config->output, "-"))
		return options_wrong(set, "--output -: several pages do not go to standard output: name a folder");
	return settle_runs(set, config) ?:
	       file_names_settle(set, &config->operands, &json, 1);
}

static enum result show_farm(const struct history_runs *runs,
			     const struct history_config *config)
{
	const struct history_view view = view_of(runs, config);
	const struct judging *judging = &config->judging;
	enum result result = RESULT_OK;
	struct boards boards;
	bool good = boards_make(&boards, &view);
	char *text;

	if (good && judging_shows(judging))
		good = farm_print(stdout, &view, &boards);
	/* Messages follow the table where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (!good)
		result = fail(RESULT_ERROR, "out of memory");
	if (!result && config->output)
		result = farm_save(&view, &boards, config->output);
	if (!result && judging->json) {
		text = farm_json(&view, &boards);
		result = whole_file_or_line("--json", judging->json, text);
		free(text);
	}
	boards_free(&boards);
	return result ?: report_unread(&view);
}

static enum result farm_run_command(const struct command *command,
				    const void *from)
{
	(void)command;
	return read_and_show(from, show_farm);
}

static const struct option_group *const farm_groups[] = {
	&filter_group, &figure_group, &farm_group, &general_group, NULL
};

const struct command history_farm = {
	.tool = "history",
	.mode = "farm",
	.summary = "Show all boards of a history at once, those that became worse first: a table, or pages.",
	.groups = farm_groups,
	DEFAULTS,
	.settle = settle_farm,
	.run = farm_run_command,
	.operand = "DIR",
	.operands_max = 1,
};

/* ---- rtla history check -------------------------------------------------- */

static enum options_result settle_check(const struct option_set *set,
					void *from)
{
	const struct history_config *config = from;
	const struct file_name json = { "--json", config->judging.json };

	if (config->operands.count < 2)
		return options_wrong(set, "%s missing: name the folder of the history, and the result to judge",
				     config->operands.count ? "RESULT" : "DIR and RESULT");
	if (config->least > config->last)
		return options_wrong(set, "--least %lld: more than --last %lld: give less, or a larger --last",
				     (long long)config->least,
				     (long long)config->last);
	return file_names_settle(set, &config->operands, &json, 1);
}

static enum result history_tell(const struct judged *judged,
				const struct history_config *config,
				const struct demands *demands)
{
	const struct judging *judging = &config->judging;
	enum result code = judging_exit(judged->judgement);
	enum result result = RESULT_OK;
	char *text;

	if (judging_shows(judging))
		judged_print(stdout, judged, judging->all_cpus);
	/* Messages follow it where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (judging->json) {
		text = judged_json(judged, config->operands.word[0], demands,
				   code);
		result = whole_file_or_line("--json", judging->json, text);
		free(text);
	}
	return result ?: code;
}

static enum result history_judge(const struct results *new,
				 const struct history_config *config)
{
	const struct base_demand demand = {
		.host = config->host,
		.last = config->last,
		.filter = { .kernel = config->kernel,
			    .labels = &config->labels },
		.demands = judging_demands(&config->judging),
	};
	struct judged judged;
	enum result result = judged_make(&judged, config->operands.word[0], new,
					 &demand, config->least);

	if (result)
		judging_forget(&config->judging);
	else
		result = history_tell(&judged, config, &demand.demands);
	judged_free(&judged);
	return result;
}

static enum result check_run(const struct command *command, const void *from)
{
	const struct history_config *config = from;
	struct results new;
	enum result result = results_read_any(&new, config->operands.word[1]);

	(void)command;
	if (result)
		judging_forget(&config->judging);
	else
		result = history_judge(&new, config);
	results_free(&new);
	return result;
}

static const struct option_group *const check_groups[] = {
	&check_group, &filter_group, &judging_group, &general_group, NULL
};

const struct command history_check = {
	.tool = "history",
	.mode = "check",
	.summary = "Compare a JSON result with the last runs of its machine: a gate over time.",
	.groups = check_groups,
	DEFAULTS,
	.settle = settle_check,
	.run = check_run,
	.operand = "DIR RESULT",
	.operands_max = 2,
};
