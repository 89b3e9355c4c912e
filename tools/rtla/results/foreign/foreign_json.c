// SPDX-License-Identifier: GPL-2.0
/*
 * Files of other programs that are JSON documents: see foreign.h. No value of a
 * file is used unchecked.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/json_read.h"
#include "base/parse.h"
#include "base/times.h"
#include "results/cyclictest_json.h"
#include "results/foreign/foreign.h"

#define PLACE_ROOM	40

/* Keep what the file tells of the machine. */
static void take_system(struct foreign_run *run, const json_t *document)
{
	const json_t *system = json_object_get(document, "sysinfo");

	snprintf(run->host, sizeof(run->host), "%s",
		 json_read_text(system, "nodename", ""));
	snprintf(run->kernel, sizeof(run->kernel), "%s",
		 json_read_text(system, "release", ""));
}

/* ---- cyclictest ------------------------------------------------------------- */

bool is_cyclictest_json(const struct foreign_input *in)
{
	return json_object_get(in->json, "file_version") &&
	       !json_object_get(in->json, "format") && !is_oslat_json(in);
}

/*
 * Return the length of the histogram that a command line asks for, in the unit
 * of the file; 0: it is not found.
 */
static uint64_t asked_buckets(const char *line)
{
	static const char *const options[] = {
		" --histogram=", " --histogram ", " --histofall=", " --histofall ",
		" -h", " -H",
	};
	uint64_t buckets;

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		const char *at = strstr(line, options[i]);

		if (!at)
			continue;
		at += strlen(options[i]);
		if (foreign_whole(&at, &buckets) && (!*at || *at == ' '))
			return buckets;
	}
	return 0;
}

/*
 * A latency that was beyond all histograms is not below the end of the longest
 * of them.
 */
static uint64_t cyclictest_edge(const struct foreign_run *run,
				const struct cyclictest_result *from)
{
	uint64_t asked = asked_buckets(run->cmdline) *
			 (from->whole_us ? NS_PER_US : 1);
	uint64_t least = UINT64_MAX, end = 0;

	for (int i = 0; i < from->count; i++) {
		end = time_max(end, from->thread[i].end_ns);
		if (from->thread[i].beyond)
			least = time_min(least, from->thread[i].max_ns);
	}
	/* A command line that contradicts the figures is not that of this run. */
	if (asked >= end && asked <= least)
		return asked;
	return time_min(end, least);
}

static enum result take_cyclictest_thread(struct foreign_run *run,
			       const struct foreign_input *in,
			       struct cyclictest_result *from, int index)
{
	struct cyclictest_thread *thread = &from->thread[index];
	struct foreign_series *series;

	if (foreign_series_find(run, thread->cpu, CONTEXT_USER))
		return fail(RESULT_ERROR, "%s: $.thread.%d: another thread was bound to the same CPU: give cyclictest one thread for each CPU of --affinity",
			    in->path, index);
	series = foreign_series_new(run, thread->cpu, CONTEXT_USER);
	if (!series)
		return fail(RESULT_ERROR, "out of memory");
	series->count = thread->count;
	series->min_ns = thread->min_ns;
	series->max_ns = thread->max_ns;
	series->average_ns = thread->average_ns;
	series->beyond = from->has_histogram ? thread->beyond : 0;
	series->histogram = thread->histogram;
	thread->histogram = (struct distribution) { .count = 0 };
	return RESULT_OK;
}

enum result read_cyclictest_json(struct foreign_run *run,
				 struct foreign_input *in)
{
	struct cyclictest_result from;
	enum result failed = cyclictest_parse(&from, in->json, in->path);

	if (failed)
		return failed;
	for (int i = 0; i < from.count && !failed; i++)
		failed = take_cyclictest_thread(run, in, &from, i);
	run->tracer = "cyclictest";
	run->cmdline = cyclictest_text(in->json, "cmdline");
	snprintf(run->generator, sizeof(run->generator), "cyclictest%s%s",
		 *from.version ? " " : "", from.version);
	take_system(run, in->json);
	run->whole_us = from.whole_us;
	run->width_ns = from.whole_us ? NS_PER_US : 1;
	run->edge_ns = cyclictest_edge(run, &from);
	run->started = from.started;
	if (from.started && from.ended > from.started)
		run->measured_ns = (from.ended - from.started) * NS_PER_SEC;
	cyclictest_free(&from);
	return failed;
}

/* ---- Histograms ------------------------------------------------------------- */

/*
 * Read the histogram of @object, whose members are counts, in units of @unit
 * ns; @up: a bucket is named by its upper end. Return what is wrong with it.
 */
static const char *foreign_histogram(struct foreign_series *series,
				  const json_t *object, uint64_t unit, bool up,
				  uint64_t *last)
{
	json_t *histogram = json_object_get(object, "histogram"), *value;
	const char *name;

	*last = 0;
	if (!json_is_object(histogram))
		return "it has no histogram";
	json_object_foreach(histogram, name, value) {
		json_int_t count = json_integer_value(value);
		const char *end = name;
		uint64_t bucket;

		if (!foreign_whole(&end, &bucket) || *end)
			return "a bucket of its histogram is no latency";
		if (!json_is_integer(value) || count < 0 ||
		    count > FOREIGN_NUMBER_MAX)
			return "a bucket of its histogram has no number of samples";
		if (!count)
			continue;
		if (bucket > *last)
			*last = bucket;
		if (!distribution_add(&series->histogram,
				      unit == 1 ? bucket : (bucket + !up) * unit,
				      count))
			return "out of memory";
	}
	return series->histogram.count > (uint64_t)FOREIGN_NUMBER_MAX ?
	       "its histogram has too many samples" : NULL;
}

/* Read min, max and avg of @object, and return what is wrong with them. */
static const char *foreign_figures(struct foreign_series *series,
				const json_t *object, uint64_t unit)
{
	json_int_t min, max;
	json_error_t error;
	double average;

	if (json_unpack_ex((json_t *)object, &error, 0, "{s:I, s:I, s:F}", "min",
			   &min, "max", &max, "avg", &average))
		return "min, max or avg is missing, or no number";
	if (min < 0 || min > max || max > FOREIGN_NUMBER_MAX / NS_PER_US ||
	    !(average >= 0))
		return "min, max and avg do not fit";
	series->min_ns = min * unit;
	series->max_ns = max * unit;
	series->average_ns = average * unit;
	return NULL;
}

/* ---- oslat ------------------------------------------------------------------ */

bool is_oslat_json(const struct foreign_input *in)
{
	const json_t *threads = json_object_get(in->json, "thread");

	return json_object_get(in->json, "file_version") &&
	       json_object_get(json_object_get(threads, "0"), "freq");
}

/* Take what is in the last bucket of all threads as beyond it, if max is. */
static const char *split_last(struct foreign_run *run, uint64_t last)
{
	for (int i = 0; i < run->count; i++) {
		struct foreign_series *series = &run->series[i];
		struct distribution whole = series->histogram;
		uint64_t in_last = 0, end = last * NS_PER_US;

		if (series->max_ns <= end || !whole.count)
			continue;
		series->histogram = (struct distribution) { .count = 0 };
		for (int bucket = distribution_next(&whole, 0); bucket >= 0;
		     bucket = distribution_next(&whole, bucket + 1)) {
			uint64_t count = distribution_count(&whole, bucket);

			if (bucket == distribution_bucket(end))
				in_last = count;
			else if (!distribution_add(&series->histogram,
						   distribution_high(bucket),
						   count))
				in_last = UINT64_MAX;
		}
		distribution_free(&whole);
		if (in_last == UINT64_MAX)
			return "out of memory";
		series->beyond = in_last;
	}
	return NULL;
}

/* Set what all files of oslat have in common; its last bucket is number @last. */
const char *oslat_finish(struct foreign_run *run, uint64_t last)
{
	run->tracer = "oslat";
	run->whole_us = true;
	run->rounded_up = true;
	run->width_ns = NS_PER_US;
	run->edge_ns = last ? (last - 1) * NS_PER_US : 0;
	return split_last(run, last);
}

/* Read thread number @index, and return what is wrong with it. */
static const char *take_oslat_thread(struct foreign_run *run,
				     const json_t *thread, uint64_t *last)
{
	uint64_t cpu, own_last;
	struct foreign_series *series;
	const char *why;

	if (!json_read_number(thread, "cpu", &cpu) || cpu >= CPUS_MAX)
		return "it has no CPU";
	if (foreign_series_find(run, cpu, CONTEXT_SINGLE))
		return "another thread has the same CPU";
	series = foreign_series_new(run, cpu, CONTEXT_SINGLE);
	if (!series)
		return "out of memory";
	why = foreign_figures(series, thread, NS_PER_US) ?:
	      foreign_histogram(series, thread, NS_PER_US, true, &own_last);
	if (why)
		return why;
	series->count = series->histogram.count;
	if (own_last > *last)
		*last = own_last;
	return own_last ? NULL : "its histogram is empty";
}

enum result read_oslat_json(struct foreign_run *run, struct foreign_input *in)
{
	const json_t *threads = json_object_get(in->json, "thread");
	uint64_t last = 0, count = json_object_size(threads);
	double seconds = json_number_value(json_object_get(
		json_object_get(threads, "0"), "duration"));
	const char *why = NULL;
	char name[24], place[PLACE_ROOM] = "$.thread";

	if (json_integer_value(json_object_get(in->json, "return_code")))
		return foreign_wrong_at(in, run, "$.return_code", "not 0: oslat has failed");
	for (uint64_t i = 0; i < count && !why; i++) {
		const json_t *thread;

		snprintf(name, sizeof(name), "%" PRIu64, i);
		snprintf(place, sizeof(place), "$.thread.%s", name);
		thread = json_object_get(threads, name);
		why = thread ? take_oslat_thread(run, thread, &last) : "missing";
	}
	if (!why)
		why = oslat_finish(run, last);
	if (why)
		return foreign_wrong_at(in, run, place, why);
	take_system(run, in->json);
	run->cmdline = cyclictest_text(in->json, "cmdline");
	snprintf(run->generator, sizeof(run->generator), "oslat %s",
		 cyclictest_text(in->json, "rt_test_version"));
	run->started = cyclictest_time(in->json, "start_time");
	if (seconds > 0 && seconds < 1e9)
		run->measured_ns = seconds * NS_PER_SEC;
	return RESULT_OK;
}

/* ---- jitterdebugger --------------------------------------------------------- */

/* Its histograms end here, whatever the unit. */
#define JITTERDEBUGGER_EDGE	((uint64_t)NS_PER_MS)

bool is_jitterdebugger(const struct foreign_input *in)
{
	return json_object_get(in->json, "version") &&
	       json_is_object(json_object_get(in->json, "cpu")) &&
	       !json_object_get(in->json, "format");
}

static const char *take_jitterdebugger_cpu(struct foreign_run *run, int cpu,
					   const json_t *object, uint64_t unit)
{
	struct foreign_series *series =
		foreign_series_new(run, cpu, CONTEXT_USER);
	const char *why;
	uint64_t last;

	if (!series)
		return "out of memory";
	if (!json_read_number(object, "count", &series->count) ||
	    series->count > FOREIGN_NUMBER_MAX)
		return "it has no count";
	if (!series->count)
		return NULL;
	why = foreign_figures(series, object, unit) ?:
	      foreign_histogram(series, object, unit, false, &last);
	if (why)
		return why;
	if (series->histogram.count > series->count)
		return "its histogram has more samples than count";
	series->beyond = series->count - series->histogram.count;
	if (series->beyond ? series->max_ns < JITTERDEBUGGER_EDGE :
			     series->max_ns != last * unit)
		return "its histogram does not fit to max";
	return NULL;
}

enum result read_jitterdebugger(struct foreign_run *run,
				struct foreign_input *in)
{
	const json_t *system = json_object_get(in->json, "sysinfo");
	const json_t *cpus = json_object_get(in->json, "cpu");
	uint64_t unit = NS_PER_US, cpu;
	const char *name, *end, *why = NULL;
	char place[PLACE_ROOM];
	json_t *object;

	json_read_number(system, "resolution_in_ns", &unit);
	if (unit != 1 && unit != NS_PER_US)
		return foreign_wrong_at(in, run, "$.sysinfo.resolution_in_ns", "neither 1 nor 1000");
	json_object_foreach((json_t *)cpus, name, object) {
		end = name;
		snprintf(place, sizeof(place), "$.cpu.%.20s", name);
		if (!foreign_whole(&end, &cpu) || *end || cpu >= CPUS_MAX)
			return foreign_wrong_at(in, run, place, "no number of a CPU");
		why = take_jitterdebugger_cpu(run, cpu, object, unit);
		if (why)
			return foreign_wrong_at(in, run, place, why);
	}
	run->tracer = "jitterdebugger";
	snprintf(run->generator, sizeof(run->generator), "jitterdebugger");
	take_system(run, in->json);
	run->whole_us = unit == NS_PER_US;
	run->width_ns = unit;
	run->edge_ns = JITTERDEBUGGER_EDGE;
	foreign_note(run, "its file numbers threads, not CPUs: with --affinity, thread 0 is on the first CPU of it");
	return RESULT_OK;
}
