// SPDX-License-Identifier: GPL-2.0
/*
 * Results of cyclictest as results of this command: see cyclictest_results.h.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/parse.h"
#include "results/cyclictest_json.h"
#include "results/cyclictest_results.h"
#include "results/results.h"
#include "results/results_write.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

/* A sum of more latencies than these might overflow: they are 292 years. */
#define SUM_MAX	((double)INT64_MAX)

#define NOTE_LEN	128

/* ---- What the file tells of the run -------------------------------------- */

static json_t *words_of(const char *text)
{
	json_t *words = json_array();

	while (*text) {
		size_t length = strcspn(text, " ");

		if (length)
			json_append(&words, json_stringn(text, length));
		text += length + (text[length] == ' ');
	}
	return words;
}

/* Return how many latencies are not in the histograms of their threads. */
static uint64_t beyond(const struct cyclictest_result *from)
{
	uint64_t all = 0;

	for (int i = 0; i < from->count; i++)
		all += from->thread[i].beyond;
	return all;
}

/* Return the sentences about the figures of this file. */
static json_t *notes_of(const struct cyclictest_result *from)
{
	json_t *notes = json_array();
	uint64_t missing = beyond(from);
	char text[NOTE_LEN];

	if (from->whole_us)
		json_append(&notes, json_string("cut to whole us: min and average are up to 1 us low, max and percentiles rounded up"));
	if (!from->has_histogram) {
		json_append(&notes, json_string("no percentiles: cyclictest made no histogram: give it --histogram=US"));
	} else if (missing) {
		snprintf(text, sizeof(text), "no percentiles: %" PRIu64 " latencies were beyond the histogram: give a larger --histogram=US",
			 missing);
		json_append(&notes, json_string(text));
	}
	if (!from->started || !from->ended)
		json_append(&notes, json_string("the length of the run is not known: the file does not tell when it began and ended"));
	return notes;
}

/* Return these sentences after those that hold for all files of cyclictest. */
static json_t *reasons_of(const json_t *notes)
{
	json_t *reasons = json_array(), *note;
	size_t i;

	json_append(&reasons, json_string("user latency is what cyclictest measured: " CYCLICTEST_ENDS));
	json_append(&reasons, json_string("cyclictest's file has no IRQ and thread latencies, standard deviations, maxima over time, losses, settings and checks of the machine"));
	json_array_foreach(notes, i, note)
		json_append(&reasons, json_incref(note));
	return reasons;
}

static json_t *environment_of(const json_t *file)
{
	const json_t *system = json_object_get(file, "sysinfo");
	const char *release = json_read_text(system, "release", NULL);

	if (!release)
		return json_pack("{s:[]}", "checks");
	return json_pack("{s:[{s:s, s:s, s:s, s:s}]}", "checks",
			 "group", "kernel", "name", "kernel_release",
			 "status", "unknown", "value", release);
}

static json_t *cpus_of(const struct cyclictest_result *from)
{
	json_t *cpus = json_array();

	for (int i = 0; i < from->count; i++)
		json_append(&cpus, json_pack("{s:i}", "cpu", from->thread[i].cpu));
	return cpus;
}

/* Return the document of @results; NULL if there is no memory. */
static json_t *document_of(const struct cyclictest_result *from,
			   const json_t *file)
{
	const char *host = json_read_text(json_object_get(file, "sysinfo"),
					  "nodename", NULL);
	json_t *document = json_object(), *notes = notes_of(from);
	char generator[sizeof("cyclictest ") + CYCLICTEST_VERSION_LEN];
	char started[32];

	snprintf(generator, sizeof(generator), "cyclictest%s%s",
		 *from->version ? " " : "", from->version);
	json_set(&document, "tracer", json_string("cyclictest"));
	json_set(&document, "generator", json_string(generator));
	json_set(&document, "cmdline",
		 json_string(cyclictest_text(file, "cmdline")));
	json_set(&document, "command", words_of(cyclictest_text(file, "cmdline")));
	if (from->started)
		json_set(&document, "started_at",
			 json_string(results_time(from->started, started,
						  sizeof(started))));
	if (host)
		json_set(&document, "host", json_pack("{s:s}", "name", host));
	json_set(&document, "verdict", json_pack("{s:s, s:b, s:o}", "outcome",
						 "measured", "trusted", true,
						 "reasons", reasons_of(notes)));
	json_set(&document, "environment", environment_of(file));
	json_set(&document, "cpus", cpus_of(from));
	json_set(&document, "notes", notes);
	return document;
}

/* ---- Figures ------------------------------------------------------------- */

static enum result cyclictest_results_wrong(const char *path, int thread,
					    const char *why)
{
	return fail(RESULT_ERROR, "%s: $.thread.%d: %s", path, thread, why);
}

static enum result
cyclictest_results_list_cpus(struct results *results,
			     const struct cyclictest_result *from)
{
	for (int i = 0; i < from->count; i++) {
		if (cpus_has(&results->cpus, from->thread[i].cpu))
			return cyclictest_results_wrong(results->path, i, "another thread was bound to the same CPU: give cyclictest one thread for each CPU of --affinity");
		cpus_add(&results->cpus, from->thread[i].cpu);
	}
	return RESULT_OK;
}

/* Return the sum of all latencies of a thread: its average is rounded. */
static double cyclictest_results_sum_of(const struct cyclictest_thread *thread)
{
	double count = thread->count;

	return fmax(fmin(thread->average_ns * count, thread->max_ns * count),
		    thread->min_ns * count);
}

/* Return the figures of a thread, whose latencies add up to @sum. */
static struct latency latency_of(const struct cyclictest_thread *thread,
				 bool whole_us, double sum)
{
	return (struct latency) {
		.count = thread->count,
		.min = thread->min_ns,
		.max = thread->max_ns + (whole_us ? NS_PER_US : 0),
		.sum = llround(sum),
	};
}

static bool put_histogram(struct results *results,
			  const struct cyclictest_thread *thread)
{
	const struct distribution *from = &thread->histogram;
	bool good = true;

	for (int bucket = distribution_next(from, 0); good && bucket >= 0;
	     bucket = distribution_next(from, bucket + 1))
		good = record_put(results->record, thread->cpu, CONTEXT_USER,
				  distribution_high(bucket),
				  distribution_count(from, bucket));
	return good;
}

static enum result put_threads(struct results *results,
			       const struct cyclictest_result *from)
{
	/* Percentiles of all CPUs would lack what one of them lacks. */
	bool complete = from->has_histogram && !beyond(from);
	double all = 0;

	for (int i = 0; i < from->count; i++) {
		const struct cyclictest_thread *thread = &from->thread[i];
		double sum = cyclictest_results_sum_of(thread);
		struct latency latency;

		all += sum;
		if (all >= SUM_MAX)
			return cyclictest_results_wrong(results->path, i, "the latencies add up to more than 292 years: give a file that cyclictest wrote");
		latency = latency_of(thread, results->whole_us, sum);
		stats_put(results->stats, thread->cpu, CONTEXT_USER, &latency);
		if (complete && !put_histogram(results, thread))
			return fail(RESULT_ERROR, "out of memory");
	}
	return RESULT_OK;
}

static enum result cyclictest_results_fill(struct results *results,
					   const struct cyclictest_result *from,
					   const json_t *file)
{
	enum result failed = cyclictest_results_list_cpus(results, from);

	if (failed)
		return failed;
	results->document = document_of(from, file);
	results->stats = stats_new(cpus_last(&results->cpus) + 1);
	results->record = record_new(cpus_last(&results->cpus) + 1);
	if (!results->document || !results->stats || !results->record)
		return fail(RESULT_ERROR, "out of memory");
	results->tracer = json_read_text(results->document, "tracer", NULL);
	results->whole_us = from->whole_us;
	if (from->started && from->ended > from->started)
		results->measured_ns =
			(from->ended - from->started) * NS_PER_SEC;
	/* The whole run is one block, of which nothing is recorded. */
	record_put_block_ns(results->record,
			    results->measured_ns ?: NS_PER_SEC);
	return put_threads(results, from);
}

enum result cyclictest_results(struct results *results, json_t *file,
			       const char *path)
{
	struct cyclictest_result from;
	enum result failed = cyclictest_parse(&from, file, path);

	*results = (struct results) { .path = path };
	if (failed)
		return failed;
	failed = cyclictest_results_fill(results, &from, file);
	if (failed)
		results_free(results);
	cyclictest_free(&from);
	return failed;
}
