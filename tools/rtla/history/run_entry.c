// SPDX-License-Identifier: GPL-2.0
/*
 * What a history shows of a result: see run_entry.h. Whoever changes what an
 * entry has raises INDEX_VERSION in run_index.c.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/number_map.h"
#include "history/run_entry.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/corrected.h"
#include "stats/distribution.h"
#include "stats/kind_name.h"
#include "stats/latency.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"

#define MEDIAN		(PERCENTILE_WHOLE / 2)

#define KEY_LEN		48

/* Write the name that @percentile has in an entry to @key; return @key. */
static const char *percentile_key(char key[KEY_LEN], uint32_t percentile)
{
	snprintf(key, KEY_LEN, "%" PRIu32, percentile);
	return key;
}

/*
 * Write the name that @context has in an entry, unlike any other, to @key;
 * return @key.
 */
static const char *context_key(char key[KEY_LEN], enum event_context context)
{
	snprintf(key, KEY_LEN, "%s %s", kind_name(context_kind(context)),
		 context_name(context));
	return key;
}

/* ---- Writing ------------------------------------------------------------- */

static void put_percentile(json_t **percentiles, const struct results *results,
			   enum event_context context,
			   const struct distribution *distribution,
			   uint32_t percentile, uint64_t max)
{
	char key[KEY_LEN];

	json_set(percentiles, percentile_key(key, percentile),
		 json_number(results_percentile(results, -1, context,
						distribution, percentile,
						max).ns));
}

static json_t *latency_object(const struct results *results,
			      enum event_context context, uint32_t percentile)
{
	const struct latency all = stats_corrected(results->stats, -1, context);
	json_t *latency = json_object(), *percentiles = json_object();
	struct distribution distribution;

	if (!record_copy(results->record, -1, context, RECORD_ALL, &distribution))
		json_set(&percentiles, "", NULL);
	for (const uint32_t *each = percentiles_all; *each; each++)
		put_percentile(&percentiles, results, context, &distribution,
			       *each, all.max);
	put_percentile(&percentiles, results, context, &distribution, percentile,
		       all.max);
	json_set(&latency, "count", json_number(all.count));
	json_set(&latency, "max_ns", json_number(all.max));
	/* None, if another program made no histogram. */
	json_set(&latency, "in_histogram", json_number(distribution.count));
	json_set(&latency, "beyond_histogram",
		 json_number(results_beyond(results, -1, context)));
	json_set(&latency, "percentiles_ns", percentiles);
	distribution_free(&distribution);
	return latency;
}

static json_t *latencies_object(const struct results *results,
				uint32_t percentile)
{
	json_t *latencies = json_object();
	char key[KEY_LEN];

	for (int i = 0; i < CONTEXTS; i++)
		if (stats_corrected(results->stats, -1, i).count)
			json_set(&latencies, context_key(key, i),
				 latency_object(results, i, percentile));
	return latencies;
}

/* Return what the result tells of the numbers that only its kind has. */
static json_t *numbers_object(const struct results *results)
{
	const struct kind_number *number = kind_numbers(results->tracer);
	json_t *numbers = json_object();
	uint64_t value;

	for (; number->id; number++)
		if (number->find(results, &value))
			json_set(&numbers, number->id, json_number(value));
	return numbers;
}

/*
 * Return a number that is another one where what is measured, or beside which
 * load, is not the same. How long, on which CPUs, and when a run stops, makes
 * no other setup.
 */
static uint64_t setup_of(const struct results *results)
{
	static const char *const free_members[] = {
		"cpus", "duration_ns", "until_decided", "thresholds",
	};
	json_t *members = json_copy(json_object_get(results->document,
						     "configuration"));
	json_t *setup;
	char *text;
	uint64_t number;

	for (size_t i = 0; i < sizeof(free_members) / sizeof(*free_members); i++)
		json_object_del(members, free_members[i]);
	setup = json_pack("{s:o*, s:O*, s:O*}", "configuration", members,
			  "load", results_at(results, "load.command"),
			  "measured_by", results_at(results, "measured_by"));
	text = setup ? json_dumps(setup, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
	/* JSON has no numbers of 64 bits without a sign. */
	number = number_of_text(text ?: "") >> 1;
	free(text);
	json_decref(setup);
	return number;
}

json_t *run_entry_of(const struct results *results, uint32_t percentile)
{
	json_t *labels = json_object_get(results->document, "labels");
	char kernel[KERNEL_RELEASE_LEN], cpus[CPUS_TEXT_SIZE];
	json_t *entry = json_object();

	json_set(&entry, "tracer", json_words(results->tracer));
	json_set(&entry, "started_at", json_words(
		json_read_text(results->document, "started_at", "")));
	json_set(&entry, "kernel", json_words(results_kernel(results, kernel)));
	json_set(&entry, "cpus", json_words(
		cpus_format(&results->cpus, cpus, sizeof(cpus))));
	json_set(&entry, "outcome", json_words(
		json_read_text(results_at(results, "verdict"), "outcome",
			       "unknown")));
	json_set(&entry, "labels", json_is_object(labels) ? json_incref(labels) :
							    json_null());
	json_set(&entry, "setup", json_number(setup_of(results)));
	json_set(&entry, "measured_ns", json_number(results->measured_ns));
	json_set(&entry, "latencies", latencies_object(results, percentile));
	json_set(&entry, "numbers", numbers_object(results));
	return entry;
}

json_t *run_entry_read(const char *path, uint32_t percentile)
{
	struct results results;
	json_t *entry = NULL;

	if (!results_read_any(&results, path)) {
		entry = run_entry_of(&results, percentile);
		if (!entry)
			fail(RESULT_ERROR, "%s: out of memory", path);
	}
	results_free(&results);
	return entry;
}

/* ---- Reading ------------------------------------------------------------- */

bool run_entry_has(const json_t *entry, uint32_t percentile)
{
	json_t *latencies = json_object_get(entry, "latencies"), *latency;
	char key[KEY_LEN];
	const char *name;

	percentile_key(key, percentile);
	json_object_foreach(latencies, name, latency)
		if (!json_object_get(json_object_get(latency, "percentiles_ns"),
				     key))
			return false;
	return latencies;
}

static void take_figures(struct history_run *run, enum event_context context,
			 const json_t *latency, uint32_t percentile)
{
	const json_t *percentiles = json_object_get(latency, "percentiles_ns");
	struct run_figures *figures = &run->figures[context];
	uint64_t count = json_read_ns(latency, "in_histogram");
	uint64_t known = count - json_read_ns(latency, "beyond_histogram");
	char key[KEY_LEN];

	*figures = (struct run_figures) {
		.count = json_read_ns(latency, "count"),
		.max = json_read_ns(latency, "max_ns"),
		.percentile = json_read_ns(percentiles,
					   percentile_key(key, percentile)),
		.median = json_read_ns(percentiles, percentile_key(key, MEDIAN)),
		.supported = count >= percentile_needs(percentile),
		.at_least = percentile_rank(percentile, count) > known,
	};
	if (figures->count > run->samples)
		run->samples = figures->count;
}

static void take_numbers(struct history_run *run)
{
	const json_t *numbers = json_object_get(run->entry, "numbers");

	run->number = kind_numbers(run->tracer);
	for (int i = 0; run->number[i].id; i++)
		run->has_value[i] = json_read_number(numbers,
						     run->number[i].id,
						     &run->value[i]);
}

struct history_run run_entry_take(json_t *entry, uint32_t percentile)
{
	const json_t *latencies = json_object_get(entry, "latencies");
	json_t *labels = json_object_get(entry, "labels");
	struct history_run run = {
		.entry = json_incref(entry),
		.tracer = json_read_text(entry, "tracer", ""),
		.started = json_read_text(entry, "started_at", ""),
		.kernel = json_read_text(entry, "kernel", ""),
		.cpus = json_read_text(entry, "cpus", ""),
		.outcome = json_read_text(entry, "outcome", ""),
		.labels = json_is_object(labels) ? labels : NULL,
		.setup = json_read_ns(entry, "setup"),
		.measured_ns = json_read_ns(entry, "measured_ns"),
	};
	char key[KEY_LEN];

	for (int i = 0; i < CONTEXTS; i++)
		take_figures(&run, i, json_object_get(latencies,
						      context_key(key, i)),
			     percentile);
	take_numbers(&run);
	return run;
}

uint64_t run_entry_percentile(const struct history_run *run,
			      enum event_context context, uint32_t percentile)
{
	char key[KEY_LEN];
	const json_t *latency = json_object_get(
		json_object_get(run->entry, "latencies"),
		context_key(key, context));

	if (json_read_ns(latency, "in_histogram") < percentile_needs(percentile))
		return 0;
	return json_read_ns(json_object_get(latency, "percentiles_ns"),
			    percentile_key(key, percentile));
}
