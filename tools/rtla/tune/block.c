// SPDX-License-Identifier: GPL-2.0
/*
 * Measuring a block: see block.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/process.h"
#include "results/results.h"
#include "results/results_read.h"
#include "run/program_runs.h"
#include "stats/clusters.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/ranks.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "tune/block.h"

#define WORDS_MAX	64

const char *const block_figure_words[] = {
	"block-max", "max", "avg", "p50", "p90", "p99", "p99.9", "p99.99", NULL
};

/* The percentiles, in units of percentiles.h. */
static const uint32_t percentile_of[BLOCK_FIGURES] = {
	[BLOCK_P50] = 50000000, [BLOCK_P90] = 90000000,
	[BLOCK_P99] = 99000000, [BLOCK_P99_9] = 99900000,
	[BLOCK_P99_99] = 99990000,
};

/* ---- The figure ---------------------------------------------------------- */

static uint64_t median_of_maxima(const struct results *results,
				 enum event_context context)
{
	const struct run_blocks of = {
		results->record, results->measured_ns, -1, context
	};
	uint64_t *maxima = calloc(BLOCKS_MAX, sizeof(*maxima));
	struct series series = { maxima, 0 };
	uint64_t median;

	if (maxima)
		series.count = blocks_maxima(&of, record_block_ns(results->record),
					     maxima);
	median = series_median(&series);
	free(maxima);
	return median;
}

static uint64_t block_percentile(const struct results *results,
				 enum event_context context,
				 uint32_t percentile, uint64_t max)
{
	struct distribution distribution = { .count = 0 };
	uint64_t value = 0;

	if (record_copy(results->record, -1, context, RECORD_ALL,
			&distribution))
		value = results_percentile(results, -1, context, &distribution,
					   percentile, max).ns;
	distribution_free(&distribution);
	return value;
}

static uint64_t block_figure_of(const struct results *results,
			  enum event_context context, enum block_figure figure)
{
	const struct latency all = stats_all(results->stats, context);

	switch (figure) {
	case BLOCK_MAXIMA:
		return median_of_maxima(results, context);
	case BLOCK_MAX:
		return all.max;
	case BLOCK_AVERAGE:
		return latency_average(&all);
	default:
		return block_percentile(results, context,
					percentile_of[figure], all.max);
	}
}

static enum result block_read(const char *path, const struct block_plan *plan,
			      double *figure, enum event_context *context)
{
	struct results results;
	enum result result = results_read(&results, path);
	const char *why = result ? NULL : results_untrusted(&results);

	*figure = 0;
	for (int i = 0; !result && i < CONTEXTS; i++)
		if (results_has(&results, i))
			*context = i;
	if (why)
		result = fail(RESULT_ERROR, "%s: its result cannot be trusted: %s",
			      plan->command, why);
	else if (!result)
		*figure = block_figure_of(&results, *context, plan->figure);
	if (!result && *figure <= 0)
		result = fail(RESULT_ERROR, "%s: its result has no %s: give another --figure, or a longer --block",
			      plan->command, block_figure_words[plan->figure]);
	results_free(&results);
	return result;
}

/* ---- The command line ---------------------------------------------------- */

struct block_call {
	char *word[WORDS_MAX];
	int count;
	char text[1024];
	char self[PATH_MAX], seconds[16], cpus[CPUS_TEXT_SIZE];
	char path[PATH_MAX + 16];
};

/* The last place is for NULL, which ends the words. */
static void call_add(struct block_call *call, const char *word)
{
	if (call->count < WORDS_MAX - 1)
		call->word[call->count++] = (char *)word;
}

static void call_make(struct block_call *call, const struct block_plan *plan,
		      const char *folder)
{
	char *rest = call->text;

	program_self(call->self, sizeof(call->self));
	snprintf(call->text, sizeof(call->text), "%s", plan->command);
	snprintf(call->seconds, sizeof(call->seconds), "%d", plan->seconds);
	snprintf(call->path, sizeof(call->path), "%s/block.json", folder);
	call_add(call, call->self);
	for (char *word; (word = strsep(&rest, " ")); )
		if (*word)
			call_add(call, word);
	call_add(call, "-d");
	call_add(call, call->seconds);
	call_add(call, "--json");
	call_add(call, call->path);
	if (!cpus_empty(&plan->cpus)) {
		call_add(call, "-c");
		call_add(call, cpus_format(&plan->cpus, call->cpus,
					   sizeof(call->cpus)));
	}
	if (plan->program.argc)
		call_add(call, "--");
	for (int i = 0; i < plan->program.argc; i++)
		call_add(call, plan->program.argv[i]);
}

enum result block_measure(struct program_runs *runs,
			  const struct block_plan *plan, double *figure,
			  enum event_context *context)
{
	struct block_call call = { .count = 0 };
	enum result result;

	call_make(&call, plan, runs->folder);
	unlink(call.path);
	result = program_runs_one(runs, plan->command, call.word,
				  plan->seconds);
	if (result || runs->ended)
		return result;
	return block_read(call.path, plan, figure, context);
}
