// SPDX-License-Identifier: GPL-2.0
/*
 * "rtla compare": compare the results of one or more runs with those of
 * another.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file_list.h"
#include "base/whole_file.h"
#include "cmd/commands.h"
#include "cmd/judging.h"
#include "compare/comparison.h"
#include "compare/comparison_output.h"
#include "options/common_options.h"
#include "options/file_names.h"
#include "options/operands.h"
#include "results/results.h"
#include "results/results_read.h"

/* How results are compared. */
struct compare_config {
	struct judging judging;
	struct operands bases;	/* of --base; none: BASE is the first operand */
	struct operands operands;
};

/* ---- Options ------------------------------------------------------------- */

static const char *add_base(void *to, const char *text)
{
	struct operands *bases = &((struct compare_config *)to)->bases;

	if (bases->count == OPERANDS_MAX)
		return "too many: give a folder";
	bases->word[bases->count++] = text;
	return NULL;
}

static const struct option_row rows[] = {
	{ .name = "base", .type = OPTION_PARSED, .arg = "PATH",
	  .help = "a run of BASE, or a folder with results; give several: what they differ among themselves is no difference",
	  .parse = add_base },
	{ .name = NULL }
};

static const struct option_group compare_group = { "Base", rows };

static enum options_result compare_settle(const struct option_set *set,
					  void *from)
{
	const struct compare_config *config = from;
	const struct file_name json = { "--json", config->judging.json };
	struct operands all = config->operands;

	if (config->bases.count && !all.count)
		return options_wrong(set, "NEW missing: name one result or more beside --base");
	if (!config->bases.count && all.count < 2)
		return options_wrong(set, "%s missing: name two results or more, BASE first",
				     all.count ? "NEW" : "BASE and NEW");
	if (all.count + config->bases.count > OPERANDS_MAX)
		return options_wrong(set, "--base: more than %d names: give folders",
				     OPERANDS_MAX);
	for (int i = 0; i < config->bases.count; i++)
		all.word[all.count++] = config->bases.word[i];
	return file_names_settle(set, &all, &json, 1);
}

/* ---- The comparisons ----------------------------------------------------- */

struct compared {
	struct file_list bases, news;
	struct results *base;
	struct results *new;
	bool *read;		/* by NEW: it could be read */
	struct comparison *comparison;
	int count;		/* of NEW */
};

/*
 * Judge all comparisons together: the first one of @order that one of them has.
 * A known regression counts most, then an unknown outcome.
 */
static enum judgement judge_all(const struct compared *compared)
{
	static const enum judgement order[] = {
		WORSE, DIFFERENT, NOT_COMPARABLE, UNTOLD, BETTER, EQUAL,
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		for (int of = 0; of < compared->count; of++)
			if (compared->comparison[of].judgement == order[i])
				return order[i];
	return SAME;
}

static void compare_print_all(const struct compared *compared, bool every_cpu)
{
	if (compared->count > 1)
		printf("Overall verdict: %s\n\n",
		       judgement_name(judge_all(compared)));
	for (int i = 0; i < compared->count; i++) {
		if (i)
			putchar('\n');
		comparison_print(stdout, &compared->comparison[i], every_cpu);
	}
}

static enum result compare_write_json(const struct compared *compared,
				      const struct demands *demands,
				      const char *path)
{
	enum judgement judgement = judge_all(compared);
	char *text = comparisons_json(compared->comparison, compared->count,
				      demands, judgement,
				      judging_exit(judgement));
	enum result result = text ? whole_file_or_line("--json", path, text) :
				    fail(RESULT_ERROR, "out of memory");

	free(text);
	return result;
}

static bool compare_with(struct compared *compared, int new,
			 const struct demands *demands)
{
	struct comparison *comparison = &compared->comparison[new];

	comparison_free(comparison);
	return comparison_make(comparison, compared->base,
			       compared->bases.count,
			       compared->read[new] ? &compared->new[new] : NULL,
			       compared->news.path[new], demands);
}

static bool is_alarm(const struct comparison *comparison)
{
	return comparison->judgement == WORSE ||
	       comparison->judgement == BETTER ||
	       comparison->judgement == DIFFERENT;
}

/*
 * Compare each NEW with BASE. The chance of a false alarm is that of all
 * together (S. Holm, Scandinavian Journal of Statistics 6, 1979): it is divided
 * by the number of NEW; those that differ are settled, and the others share it
 * among themselves, until no further one differs.
 */
static bool make_all(struct compared *compared, const struct demands *demands)
{
	struct demands each = *demands;
	int left = compared->count, before;

	for (int i = 0; i < compared->count; i++)
		compared->read[i] = !results_read_any(&compared->new[i],
						      compared->news.path[i]);
	do {
		before = left;
		each.alpha = demands->alpha / left;
		for (int i = 0; i < compared->count; i++) {
			if (is_alarm(&compared->comparison[i]))
				continue;
			if (!compare_with(compared, i, &each))
				return false;
			left -= is_alarm(&compared->comparison[i]);
		}
	} while (left && left < before);
	return true;
}

static enum result compare_show(const struct compared *compared,
				const struct demands *demands,
				const struct judging *judging)
{
	enum result result = RESULT_OK;

	if (judging_shows(judging))
		compare_print_all(compared, judging->all_cpus);
	/* Messages follow the table where stderr is the same pipe as stdout. */
	fflush(stdout);
	if (judging->json)
		result = compare_write_json(compared, demands, judging->json);
	return result ?: judging_exit(judge_all(compared));
}

/* List the files of BASE and NEW: a folder stands for the results in it. */
static enum result list_files(struct compared *compared,
			      const struct compare_config *config)
{
	const struct operands *operands = &config->operands;
	int first = !config->bases.count;
	enum result result = RESULT_OK;

	for (int i = 0; !result && i < config->bases.count; i++)
		result = file_list_add(&compared->bases, config->bases.word[i],
				       ".json");
	if (first)
		result = file_list_add(&compared->bases, operands->word[0],
				       ".json");
	for (int i = first; !result && i < operands->count; i++)
		result = file_list_add(&compared->news, operands->word[i],
				       ".json");
	return result;
}

static enum result read_bases(struct compared *compared)
{
	enum result result = RESULT_OK;

	compared->base = calloc(compared->bases.count, sizeof(*compared->base));
	if (!compared->base)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; !result && i < compared->bases.count; i++)
		result = results_read_any(&compared->base[i],
					  compared->bases.path[i]);
	return result;
}

static enum result compare_all(struct compared *compared,
			       const struct compare_config *config)
{
	const struct demands demands = judging_demands(&config->judging);
	enum result result = list_files(compared, config) ?:
			     read_bases(compared);

	if (result) {
		judging_forget(&config->judging);
		return result;
	}
	compared->count = compared->news.count;
	compared->new = calloc(compared->count, sizeof(*compared->new));
	compared->read = calloc(compared->count, sizeof(*compared->read));
	compared->comparison = calloc(compared->count,
				      sizeof(*compared->comparison));
	if (!compared->new || !compared->read || !compared->comparison ||
	    !make_all(compared, &demands))
		return fail(RESULT_ERROR, "out of memory");
	return compare_show(compared, &demands, &config->judging);
}

static enum result compare_run(const struct command *command,
			       const void *config)
{
	struct compared compared = { .count = 0 };
	enum result result = compare_all(&compared, config);

	(void)command;
	for (int i = 0; compared.comparison && i < compared.count; i++)
		comparison_free(&compared.comparison[i]);
	for (int i = 0; compared.new && i < compared.count; i++)
		results_free(&compared.new[i]);
	for (int i = 0; compared.base && i < compared.bases.count; i++)
		results_free(&compared.base[i]);
	free(compared.comparison);
	free(compared.read);
	free(compared.new);
	free(compared.base);
	file_list_free(&compared.bases);
	file_list_free(&compared.news);
	return result;
}

static const struct option_group *const groups[] = {
	&compare_group, &judging_group, &general_group, NULL
};

COMMAND_DEFAULTS(compare_defaults, struct compare_config,
		 .judging = { JUDGING_DEFAULTS })

const struct command compare = {
	.tool = "compare",
	.summary = "Compare JSON results with a baseline: what got better or worse beyond chance.",
	.groups = groups,
	.set_defaults = compare_defaults,
	.size = sizeof(struct compare_config),
	.operands_field = offsetof(struct compare_config, operands),
	.settle = compare_settle,
	.run = compare_run,
	.operand = "[BASE] NEW...",
	.operands_max = OPERANDS_MAX,
};
