// SPDX-License-Identifier: GPL-2.0
/*
 * The result of a run of another program: see foreign.h.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "base/parse.h"
#include "base/times.h"
#include "results/foreign/foreign.h"
#include "results/results.h"
#include "results/results_write.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"

/* A sum of more latencies than these might overflow: they are 292 years. */
#define SUM_MAX	((double)INT64_MAX)

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

/*
 * Return when a run began whose file does not tell it: the name has it that
 * 'rtla history add' gave the file, else it was written when the run ended. 0:
 * not known.
 */
static time_t foreign_start(const char *path, uint64_t measured_ns)
{
	const char *name = strrchr(path, '/');
	struct tm parts = { .tm_sec = 0 };
	struct stat status;

	if (!strcmp(path, "-"))
		return 0;
	if (strptime(name ? name + 1 : path, "%Y-%m-%dT%H-%M-%SZ", &parts))
		return timegm(&parts);
	if (stat(path, &status) || !S_ISREG(status.st_mode))
		return 0;
	return status.st_mtime - measured_ns / NS_PER_SEC;
}

static bool has_histogram(const struct foreign_run *run)
{
	for (int i = 0; i < run->count; i++)
		if (run->series[i].histogram.count)
			return true;
	return false;
}

/* Return how many latencies are not in the histograms. */
static uint64_t beyond(const struct foreign_run *run)
{
	uint64_t all = 0;

	for (int i = 0; i < run->count; i++)
		all += run->series[i].beyond;
	return all;
}

/* Add the sentences that hold for all formats after those of the reader. */
static void add_notes(struct foreign_run *run)
{
	const char *longer = run->format->longer;
	uint64_t missing = beyond(run);

	if (run->rounded_up)
		foreign_note(run, "rounded up to whole us: min and average are up to 1 us high, as max and percentiles are");
	else if (run->whole_us)
		foreign_note(run, "cut to whole us: min and average are up to 1 us low, max and percentiles rounded up");
	if (run->width_ns > (run->whole_us ? NS_PER_US : 1))
		foreign_note(run, "buckets of %" PRIu64 " ns: percentiles are their upper ends",
			     run->width_ns);
	if (missing)
		foreign_note(run, "%" PRIu64 " latencies were beyond the histogram, >= %.3f us%s%s",
			     missing, time_us(run->edge_ns),
			     longer ? ": give a larger " : "", longer ?: "");
	else if (!has_histogram(run))
		foreign_note(run, "no percentiles: %s made no histogram%s%s",
			     run->format->name, longer ? ": give it " : "",
			     longer ?: "");
	if (!run->measured_ns)
		foreign_note(run, "the length of the run is not known: the file does not tell when it began and ended");
}

/* Return these sentences after those that hold for all files of the program. */
static json_t *reasons_of(const struct foreign_run *run)
{
	const struct foreign_format *format = run->format;
	json_t *reasons = json_array(), *note;
	size_t i;

	json_append(&reasons, json_pack("s++++", format->as, " is what ",
					format->name, " measured: ", format->ends));
	json_append(&reasons, json_string(format->lacks));
	json_array_foreach(run->notes, i, note)
		json_append(&reasons, json_incref(note));
	return reasons;
}

static json_t *environment_of(const struct foreign_run *run)
{
	if (!*run->kernel)
		return json_pack("{s:[]}", "checks");
	return json_pack("{s:[{s:s, s:s, s:s, s:o}]}", "checks",
			 "group", "kernel", "name", "kernel_release",
			 "status", "unknown", "value",
			 json_words(run->kernel));
}

static json_t *cpus_of(const struct results *results)
{
	json_t *cpus = json_array();
	int cpu;

	cpus_for_each(cpu, &results->cpus)
		json_append(&cpus, json_pack("{s:i}", "cpu", cpu));
	return cpus;
}

/* Return the document of @results; NULL if there is no memory. */
static json_t *document_of(const struct results *results,
			   const struct foreign_run *run)
{
	json_t *document = json_object();
	char started[32];

	json_set(&document, "tracer", json_string(run->tracer));
	json_set(&document, "generator", json_words(run->generator));
	json_set(&document, "cmdline", json_words(run->cmdline ?: ""));
	json_set(&document, "command", words_of(run->cmdline ?: ""));
	if (run->started > 0)
		json_set(&document, "started_at",
			 json_string(results_time(run->started, started,
						  sizeof(started))));
	if (*run->host)
		json_set(&document, "host",
			 json_pack("{s:o}", "name", json_words(run->host)));
	json_set(&document, "verdict", json_pack("{s:s, s:b, s:o}", "outcome",
						 "measured", "trusted", true,
						 "reasons", reasons_of(run)));
	json_set(&document, "environment", environment_of(run));
	json_set(&document, "cpus", cpus_of(results));
	json_set(&document, "notes", json_incref(run->notes));
	return document;
}

/* ---- Figures ------------------------------------------------------------- */

/* Return the sum of all latencies of a series: its average is rounded. */
static double sum_of(const struct foreign_series *series)
{
	double count = series->count;

	return fmax(fmin(series->average_ns * count, series->max_ns * count),
		    series->min_ns * count);
}

/* Put the histogram; what is beyond it counts as the largest latency. */
static bool put_histogram(struct results *results,
			  const struct foreign_series *series, uint64_t max)
{
	const struct distribution *from = &series->histogram;
	bool good = true;

	for (int bucket = distribution_next(from, 0); good && bucket >= 0;
	     bucket = distribution_next(from, bucket + 1))
		good = record_put(results->record, series->cpu, series->context,
				  time_min(distribution_high(bucket), max),
				  distribution_count(from, bucket));
	if (good && series->beyond)
		good = record_put(results->record, series->cpu, series->context,
				  max, series->beyond) &&
		       results_put_beyond(results, series->cpu, series->context,
					  series->beyond);
	return good;
}

static enum result put_series(struct results *results,
			      const struct foreign_run *run)
{
	uint64_t cut = run->whole_us && !run->rounded_up ? NS_PER_US : 0;
	bool distributed = has_histogram(run) || beyond(run);
	double all = 0;

	for (int i = 0; i < run->count; i++) {
		const struct foreign_series *series = &run->series[i];
		double sum = sum_of(series);
		struct latency latency = {
			.count = series->count, .min = series->min_ns,
			.max = series->max_ns + cut,
		};

		all += sum;
		if (all >= SUM_MAX)
			return fail(RESULT_ERROR, "%s: $: the latencies add up to more than 292 years: %s",
				    results->path, run->format->remedy);
		latency.sum = llround(sum);
		if (!latency.count)
			continue;
		stats_put(results->stats, series->cpu, series->context, &latency);
		if (distributed && !put_histogram(results, series, latency.max))
			return fail(RESULT_ERROR, "out of memory");
	}
	return RESULT_OK;
}

static enum result fill(struct results *results, struct foreign_run *run)
{
	for (int i = 0; i < run->count; i++)
		if (!cpus_has(&results->cpus, run->series[i].cpu))
			cpus_add(&results->cpus, run->series[i].cpu);
	add_notes(run);
	results->document = document_of(results, run);
	results->stats = stats_new(cpus_last(&results->cpus) + 1);
	results->record = record_new(cpus_last(&results->cpus) + 1);
	if (!results->document || !results->stats || !results->record)
		return fail(RESULT_ERROR, "out of memory");
	results->tracer = json_read_text(results->document, "tracer", NULL);
	results->whole_us = run->whole_us;
	results->width_ns = run->width_ns;
	results->edge_ns = beyond(run) ? run->edge_ns : 0;
	results->measured_ns = run->measured_ns;
	/* The whole run is one block, of which nothing is recorded. */
	record_put_block_ns(results->record, run->measured_ns ?: NS_PER_SEC);
	return put_series(results, run);
}

static void run_free(struct foreign_run *run)
{
	for (int i = 0; i < run->count; i++)
		distribution_free(&run->series[i].histogram);
	free(run->series);
	json_decref(run->notes);
}

enum result foreign_results(struct results *results,
			    const struct foreign_format *format,
			    struct foreign_input *in)
{
	struct foreign_run run = { .format = format, .notes = json_array() };
	enum result failed;

	*results = (struct results) { .path = in->path, .foreign = format };
	in->next = in->text;
	failed = run.notes ? format->read(&run, in) :
			     fail(RESULT_ERROR, "out of memory");
	if (!run.started) {
		run.started = foreign_start(in->path, run.measured_ns);
		if (run.started > 0)
			foreign_note(&run, "the file does not tell when it was measured: its own date stands for that");
	}
	if (!failed && !run.count)
		failed = fail(RESULT_ERROR, "%s: $: nothing was measured: %s",
			      in->path, format->remedy);
	if (!failed)
		failed = fill(results, &run);
	if (failed)
		results_free(results);
	run_free(&run);
	return failed;
}
