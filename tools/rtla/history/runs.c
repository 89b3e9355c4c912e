// SPDX-License-Identifier: GPL-2.0
/*
 * The runs of a history: see runs.h.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/json_read.h"
#include "history/runs.h"
#include "results/cyclictest_results.h"
#include "stats/percentiles.h"

#define MEDIAN		(PERCENTILE_WHOLE / 2)

/* ---- One run ------------------------------------------------------------------ */

bool run_is_meant(const struct results *results, const struct run_filter *filter)
{
	const json_t *labels = results_at(results, "labels");
	char kernel[KERNEL_RELEASE_LEN];

	if (filter->kernel &&
	    fnmatch(filter->kernel, results_kernel(results, kernel), 0))
		return false;
	for (int i = 0; i < filter->labels->count; i++) {
		const struct label *label = &filter->labels->label[i];
		const char *value = json_read_text(labels, label->key, NULL);

		if (!value || strcmp(value, label->value))
			return false;
	}
	return true;
}

static bool take_figures(struct history_run *run, const struct results *results,
			 uint32_t percentile)
{
	bool good = true;

	for (int i = 0; i < CONTEXTS; i++) {
		const struct latency all = stats_corrected(results->stats, -1, i);
		struct run_figures *figures = &run->figures[i];
		struct distribution distribution;

		if (!all.count)
			continue;
		good &= record_copy(results->record, -1, i, RECORD_ALL,
				    &distribution);
		*figures = (struct run_figures) {
			.count = all.count, .max = all.max,
			.percentile = results_percentile(results, &distribution,
							 percentile, all.max),
			.median = results_percentile(results, &distribution,
						     MEDIAN, all.max),
			.supported = distribution.count >=
				     percentile_needs(percentile),
		};
		distribution_free(&distribution);
		if (all.count > run->samples)
			run->samples = all.count;
	}
	return good;
}

/* Return the name of the folder that is @levels above the file @path, as a copy. */
static char *folder_above(const char *path, int levels)
{
	const char *end = strrchr(path, '/'), *begin;

	for (; end && levels > 1; levels--)
		end = memrchr(path, '/', end - path);
	if (!end)
		return strdup("");
	begin = memrchr(path, '/', end - path);
	begin = begin ? begin + 1 : path;
	return strndup(begin, end - begin);
}

/* Fill in @run; returns false if there is no memory. */
static bool take(struct history_run *run, const struct results *results,
		 uint32_t percentile)
{
	json_t *labels = json_object_get(results->document, "labels");
	char cpus[CPUS_TEXT_SIZE];

	*run = (struct history_run) {
		.path = strdup(results->path),
		.host = folder_above(results->path, 2),
		.tracer = strdup(results->tracer),
		.started = strdup(json_read_text(results->document,
						 "started_at", "")),
		.cpus = strdup(cpus_format(&results->cpus, cpus, sizeof(cpus))),
		.outcome = strdup(json_read_text(results_at(results, "verdict"),
						 "outcome", "unknown")),
		.labels = json_is_object(labels) ? json_incref(labels) : NULL,
		.measured_ns = results->measured_ns,
	};
	results_kernel(results, run->kernel);
	return run->path && run->host && run->tracer && run->started &&
	       run->cpus && run->outcome &&
	       take_figures(run, results, percentile);
}

/* ---- All of them -------------------------------------------------------------- */

static enum result add(struct history_runs *runs, const struct results *results,
		       uint32_t percentile)
{
	struct history_run *grown = array_grow(runs->run, runs->count,
					       sizeof(*grown));

	if (!grown)
		return fail(RESULT_ERROR, "out of memory");
	runs->run = grown;
	if (!take(&grown[runs->count++], results, percentile))
		return fail(RESULT_ERROR, "out of memory");
	return RESULT_OK;
}

/* Sort by machine, tracer and time; by name, where these are the same. */
static int by_time(const void *a, const void *b)
{
	const struct history_run *x = a, *y = b;

	return strcmp(x->host, y->host) ?: strcmp(x->tracer, y->tracer) ?:
	       strcmp(x->started, y->started) ?: strverscmp(x->path, y->path);
}

enum result runs_read(struct history_runs *runs, const char *folder,
		      const struct run_filter *filter)
{
	struct file_list list = { .count = 0 };
	enum result result = store_list(&list, folder, &filter->store);

	*runs = (struct history_runs) { .count = 0 };
	for (int i = 0; !result && i < list.count; i++) {
		struct results results;

		if (results_read_any(&results, list.path[i]))
			runs->unread++;
		else if (run_is_meant(&results, filter))
			result = add(runs, &results, filter->percentile);
		results_free(&results);
	}
	file_list_free(&list);
	if (runs->count)
		qsort(runs->run, runs->count, sizeof(*runs->run), by_time);
	return result;
}

void runs_free(struct history_runs *runs)
{
	for (int i = 0; i < runs->count; i++) {
		struct history_run *run = &runs->run[i];

		free(run->path);
		free(run->host);
		free(run->tracer);
		free(run->started);
		free(run->cpus);
		free(run->outcome);
		json_decref(run->labels);
	}
	free(runs->run);
	*runs = (struct history_runs) { .count = 0 };
}

int runs_alike(const struct history_runs *runs, int first)
{
	const struct history_run *run = &runs->run[first];
	int count = 1;

	while (first + count < runs->count &&
	       !strcmp(run[count].host, run->host) &&
	       !strcmp(run[count].tracer, run->tracer))
		count++;
	return count;
}

bool runs_have(const struct history_run *run, int count,
	       enum event_context context)
{
	for (int i = 0; i < count; i++)
		if (run[i].figures[context].count)
			return true;
	return false;
}
