// SPDX-License-Identifier: GPL-2.0
/*
 * A history as JSON.
 */
#include <rtla_version.h>

#include "base/json_write.h"
#include "history/run_entry.h"
#include "history/runs.h"
#include "history/show.h"
#include "stats/percentiles.h"

#define HISTORY_FORMAT	"rtla-history"
#define HISTORY_VERSION	1

static json_t *latencies_of(const struct history_view *view,
			    const struct history_run *run)
{
	json_t *latencies = json_object();

	for (int i = 0; i < CONTEXTS; i++) {
		const struct run_figures *figures = &run->figures[i];

		if (!figures->count || !view->context[i])
			continue;
		json_set(&latencies, context_name(i), json_pack("{s:o, s:o, s:o, s:b, s:o}",
			"count", json_number(figures->count),
			"max_ns", json_number(figures->max),
			"percentile_ns", figures->supported ?
				json_number(figures->percentile) : json_null(),
			"at_least", figures->supported && figures->at_least,
			"median_ns", json_number(figures->median)));
	}
	return latencies;
}

/* Those that the kind of the run has; null: the result does not tell it. */
static json_t *numbers_of(const struct history_run *run)
{
	json_t *numbers = json_object();

	for (int i = 0; run->number[i].id; i++)
		json_set(&numbers, run->number[i].id,
			 json_number_if(run->has_value[i], run->value[i]));
	return numbers;
}

static json_t *run_object(const struct history_view *view,
			  const struct history_run *run)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "path", json_words(run->path),
			 "host", json_words(run->host),
			 "tracer", json_words(run->tracer),
			 "started_at", json_words(run->started),
			 "kernel", json_known(run->kernel),
			 "cpus", json_words(run->cpus),
			 "measured_ns", json_number(run->measured_ns),
			 "samples", json_number(run->samples),
			 "outcome", json_words(run->outcome),
			 "labels", run->labels ? json_incref(run->labels) :
						 json_object(),
			 "latencies", latencies_of(view, run),
			 "numbers", numbers_of(run));
}

char *history_json(const struct history_view *view)
{
	json_t *document = json_object(), *runs = json_array();
	char percentile[PERCENTILE_NAME_LEN], *text;

	for (int i = 0; i < view->runs->count; i++)
		json_append(&runs, run_object(view, &view->runs->run[i]));
	json_set(&document, "format", json_string(HISTORY_FORMAT));
	json_set(&document, "schema_version", json_integer(HISTORY_VERSION));
	json_set(&document, "generator", json_string("rtla " RTLA_VERSION));
	json_set(&document, "folder", json_words(view->folder));
	/* Without its "p", as percentiles are in results. */
	json_set(&document, "percentile",
		 json_string(percentile_name(view->percentile, percentile) + 1));
	json_set(&document, "unread", json_integer(view->runs->unread));
	json_set(&document, "runs", runs);
	text = document ? json_dumps(document, JSON_INDENT(1)) : NULL;
	json_decref(document);
	return text;
}
