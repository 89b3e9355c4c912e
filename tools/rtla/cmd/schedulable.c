// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla schedulable": whether the tasks of a file meet their deadlines, with
 * what results tell of the kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "base/whole_file.h"
#include "cmd/commands.h"
#include "options/common_options.h"
#include "options/file_names.h"
#include "options/operands.h"
#include "results/results.h"
#include "results/results_read.h"
#include "schedulable/schedulability.h"
#include "stats/bound_figures.h"

struct schedulable_config {
	enum bound_column interrupts;
	const char *json;	/* a file; "-": standard output; NULL: none */
	struct operands operands;
};

static const char *set_interrupts(void *to, const char *text)
{
	struct schedulable_config *config = to;
	int column = bound_column_find(text);

	if (column < 0)
		return "not a column of a bound: give none, single, each, sporadic, window or window-owcet";
	config->interrupts = column;
	return NULL;
}

static const char *const interrupts_words[] = {
	"none", "single", "each", "sporadic", "window", "window-owcet", NULL
};

static const struct option_row rows[] = {
	{ .name = "interrupts", .type = OPTION_PARSED, .arg = "COLUMN",
	  .help = "how the interrupts come that a bound tells of: a column of it, like each or window; default sporadic",
	  .words = interrupts_words, .parse = set_interrupts },
	{ .name = "json", .type = OPTION_TEXT, .arg = "FILE",
	  .help = "write everything as JSON to FILE; - is standard output, which then has nothing else",
	  .field = offsetof(struct schedulable_config, json) },
	{ .name = NULL }
};

static const struct option_group schedulable_group = { "Schedulability", rows };

static enum options_result schedulable_settle(const struct option_set *set,
					      void *from)
{
	const struct schedulable_config *config = from;
	const struct file_name json = { "--json", config->json };

	if (!config->operands.count)
		return options_wrong(set, "TASKS missing: name a file with a task set");
	return file_names_settle(set, &config->operands, &json, 1);
}

/* All that is read and found; @of has a verdict for each task set. */
struct analysis_of_sets {
	struct task_sets sets;
	struct results *results;
	int count;
	struct schedulability *of;
	int found;
};

static enum result read_files(struct analysis_of_sets *all,
			      const struct operands *operands)
{
	enum result result = task_sets_read(&all->sets, operands->word[0]);

	all->results = calloc(operands->count, sizeof(*all->results));
	all->of = calloc(all->sets.count + 1, sizeof(*all->of));
	if (!all->results || !all->of)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 1; !result && i < operands->count; i++) {
		struct results *read = &all->results[all->count++];
		const char *why;

		result = results_read_any(read, operands->word[i]);
		why = result ? NULL : results_untrusted(read);
		if (why)
			note("%s: cannot be trusted: %s", read->path, why);
	}
	return result;
}

static enum verdict_of_task print_sets(const struct analysis_of_sets *all,
				       bool shows)
{
	enum verdict_of_task worst = TASK_MEETS;

	for (int i = 0; i < all->found; i++) {
		worst = schedulability_worst(worst, all->of[i].verdict);
		if (shows && i)
			putchar('\n');
		if (shows)
			schedulability_print(stdout, &all->of[i]);
	}
	return worst;
}

static enum result show_sets(const struct analysis_of_sets *all,
			     const struct schedulable_config *config)
{
	enum verdict_of_task worst = print_sets(all, !config->json ||
						strcmp(config->json, "-"));
	enum result result = RESULT_OK;
	char *text;

	/* Messages follow the table where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (config->json) {
		text = schedulability_json(all->of, all->found);
		result = whole_file_or_line("--json", config->json, text);
		free(text);
	}
	return result ?: schedulability_exit(worst);
}

static enum result schedulable_run(const struct command *command,
				   const void *from)
{
	const struct schedulable_config *config = from;
	struct analysis_of_sets all = { .count = 0 };
	enum result result = read_files(&all, &config->operands);

	(void)command;
	for (int i = 0; !result && i < all.sets.count; i++)
		result = schedulability_find(&all.of[all.found++],
					     &all.sets.set[i], all.results,
					     all.count, config->interrupts);
	if (!result)
		result = show_sets(&all, config);
	for (int i = 0; i < all.found; i++)
		schedulability_free(&all.of[i]);
	for (int i = 0; i < all.count; i++)
		results_free(&all.results[i]);
	free(all.of);
	free(all.results);
	task_sets_free(&all.sets);
	return result;
}

static const struct option_group *const groups[] = {
	&schedulable_group, &general_group, NULL
};

COMMAND_DEFAULTS(schedulable_defaults, struct schedulable_config,
		 .interrupts = BOUND_SPORADIC)

const struct command schedulable = {
	.tool = "schedulable",
	.summary = "Tell whether tasks meet their deadlines, with what the kernel was measured to take.",
	.groups = groups,
	.set_defaults = schedulable_defaults,
	.size = sizeof(struct schedulable_config),
	.operands_field = offsetof(struct schedulable_config, operands),
	.settle = schedulable_settle,
	.run = schedulable_run,
	.operand = "TASKS [RESULT]...",
	.operands_max = OPERANDS_MAX,
};
