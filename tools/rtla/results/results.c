// SPDX-License-Identifier: GPL-2.0
/*
 * What a result contains: see results.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/parse.h"
#include "base/times.h"
#include "results/results.h"
#include "stats/bound_figures.h"
#include "stats/causes.h"
#include "stats/distribution.h"
#include "stats/kind.h"
#include "stats/kind_name.h"
#include "stats/percentiles.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"

void results_free(struct results *results)
{
	watched_free(results->kind.threads);
	causes_free(results->kind.causes);
	bound_set_free(results->kind.bounds);
	free(results->beyond);
	record_free(results->record);
	stats_free(results->stats);
	json_decref(results->document);
	*results = (struct results) { .path = NULL };
}

const struct kind_row *results_kind(const struct results *results)
{
	for (int i = 0; results->tracer && i < KINDS; i++)
		if (!strcmp(results->tracer, kind_name(i)))
			return kind_row(i);
	return NULL;
}

bool results_is_of(const struct results *results, enum event_context context)
{
	return results_kind(results) == kind_row(context_kind(context));
}

int results_context(const struct results *results, const char *name)
{
	for (int i = 0; i < CONTEXTS; i++)
		if (results_is_of(results, i) && !strcmp(name, context_name(i)))
			return i;
	return -1;
}

bool results_is_foreign(const struct results *results)
{
	return results->foreign;
}

bool results_put_beyond(struct results *results, int cpu,
			enum event_context context, uint64_t count)
{
	if (!results->beyond)
		results->beyond = calloc((cpus_last(&results->cpus) + 1) *
					 CONTEXTS, sizeof(*results->beyond));
	if (results->beyond)
		results->beyond[cpu * CONTEXTS + context] = count;
	return results->beyond;
}

uint64_t results_beyond(const struct results *results, int cpu,
			enum event_context context)
{
	uint64_t all = 0;
	int next;

	if (!results->beyond)
		return 0;
	if (cpu >= 0)
		return results->beyond[cpu * CONTEXTS + context];
	cpus_for_each(next, &results->cpus)
		all += results->beyond[next * CONTEXTS + context];
	return all;
}

struct result_percentile
results_percentile(const struct results *results, int cpu,
		   enum event_context context,
		   const struct distribution *distribution, uint32_t percentile,
		   uint64_t max)
{
	uint64_t count = distribution->count;
	uint64_t known = count - results_beyond(results, cpu, context);
	uint64_t value;

	if (percentile_rank(percentile, count) > known)
		return (struct result_percentile) { results->edge_ns, true };
	value = percentile_value(distribution, percentile, max);
	/* The distribution has whole us, but returns the ends of its buckets. */
	if (results->whole_us)
		value -= value % time_max(results->width_ns, NS_PER_US);
	/* No latency in the histogram is longer than its last bucket. */
	if (known < count)
		value = time_min(value, results->edge_ns);
	return (struct result_percentile) { value, false };
}

bool results_has(const struct results *results, enum event_context context)
{
	return stats_all(results->stats, context).count;
}

const json_t *results_at(const struct results *results, const char *place)
{
	const json_t *value = results->document;
	char name[64];

	while (value && *place) {
		size_t length = strcspn(place, ".");

		snprintf(name, sizeof(name), "%.*s", (int)length, place);
		value = json_object_get(value, name);
		place += length + (place[length] == '.');
	}
	return value;
}

const char *results_check(const struct results *results, const char *name)
{
	const json_t *checks = results_at(results, "environment.checks");
	const json_t *check;
	size_t i;

	json_array_foreach(checks, i, check)
		if (!strcmp(json_read_text(check, "name", ""), name))
			return json_read_text(check, "value", NULL);
	return NULL;
}

const char *results_kernel(const struct results *results, char *release)
{
	const char *found = results_check(results, "kernel_release") ?: "";

	/* The architecture comes after a blank. */
	snprintf(release, KERNEL_RELEASE_LEN, "%.*s",
		 (int)strcspn(found, " "), found);
	return release;
}

const char *results_untrusted(const struct results *results)
{
	const json_t *trusted = results_at(results, "verdict.trusted");
	const json_t *reasons = results_at(results, "verdict.reasons");

	if (json_is_true(trusted))
		return NULL;
	if (!trusted)
		return "verdict.trusted is missing";
	return json_string_value(json_array_get(reasons, 0)) ?:
	       "it says so itself";
}
