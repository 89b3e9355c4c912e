// SPDX-License-Identifier: GPL-2.0
/*
 * Files of other programs that are JSON documents: see foreign.h. No value of a
 * file is used unchecked.
 */
#include <inttypes.h>
#include <math.h>
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
 * Return the number that a command line gives to one of these options, of which
 * NULL is the end; 0: it is not found.
 */
static uint64_t asked_number(const char *line, const char *const *options)
{
	uint64_t number;

	for (; *options; options++) {
		const char *at = strstr(line, *options);

		if (!at)
			continue;
		at += strlen(*options);
		if (foreign_whole(&at, &number) && (!*at || *at == ' '))
			return number;
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
	static const char *const options[] = {
		" --histogram=", " --histogram ", " --histofall=", " --histofall ",
		" -h", " -H", NULL
	};
	uint64_t asked = asked_number(run->cmdline, options) *
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

/* Return the average of both, each with as many latencies as it has. */
static double joint_average(const struct foreign_series *series,
			    const struct cyclictest_thread *thread)
{
	return (series->average_ns * series->count +
		thread->average_ns * thread->count) /
	       ((double)series->count + thread->count);
}

/* Add the latencies of a thread to those of its CPU, which may have others. */
static enum result take_cyclictest_thread(struct foreign_run *run,
					  const struct cyclictest_result *from,
					  const struct cyclictest_thread *thread)
{
	struct foreign_series *series =
		foreign_series_find(run, thread->cpu, CONTEXT_USER);

	if (series)
		foreign_note(run, "several threads were bound to one CPU, and are taken together");
	else
		series = foreign_series_new(run, thread->cpu, CONTEXT_USER);
	if (!series || !distribution_merge(&series->histogram, &thread->histogram))
		return fail(RESULT_ERROR, "out of memory");
	series->min_ns = series->count ?
			 time_min(series->min_ns, thread->min_ns) :
			 thread->min_ns;
	series->max_ns = time_max(series->max_ns, thread->max_ns);
	series->average_ns = joint_average(series, thread);
	series->count += thread->count;
	series->beyond += from->has_histogram ? thread->beyond : 0;
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
		failed = take_cyclictest_thread(run, &from, &from.thread[i]);
	if (from.unbound)
		foreign_note(run, "the threads were bound to no CPU, and may have been on any: thread 0 is shown as CPU 0: with --affinity each stays on one");
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
 * ns. Return what is wrong with it.
 */
static const char *foreign_histogram(struct foreign_series *series,
				     const json_t *object, uint64_t unit,
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
				      unit == 1 ? bucket : (bucket + 1) * unit,
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

const char *oslat_finish(struct foreign_run *run, uint64_t last_ns,
			 uint64_t width_ns)
{
	run->tracer = "oslat";
	run->whole_us = !(width_ns % NS_PER_US);
	run->rounded_up = run->whole_us;
	run->width_ns = width_ns;
	run->edge_ns = last_ns > width_ns ? last_ns - width_ns : 0;
	for (int i = 0; i < run->count; i++) {
		struct foreign_series *series = &run->series[i];

		series->count = series->histogram.count + series->beyond;
		if (series->max_ns > last_ns || !series->beyond)
			continue;
		if (!distribution_add(&series->histogram, last_ns,
				      series->beyond))
			return "out of memory";
		series->beyond = 0;
	}
	return NULL;
}

/* Return the upper end of a bucket whose name is in us; 0: it has none. */
static uint64_t oslat_end(const char *name)
{
	double us;

	return foreign_number(&name, &us) && !*name &&
	       us <= FOREIGN_NUMBER_MAX / (double)NS_PER_US ?
	       llround(us * NS_PER_US) : 0;
}

/*
 * Return the upper end of the last bucket of all threads; @precise: some have a
 * fraction of us, as with --bucket-width=100.
 */
static uint64_t oslat_last(json_t *threads, bool *precise)
{
	json_t *thread, *count;
	const char *name;
	uint64_t last = 0;

	*precise = false;
	json_object_foreach(threads, name, thread) {
		json_object_foreach(json_object_get(thread, "histogram"), name,
				    count) {
			last = time_max(last, oslat_end(name));
			*precise |= strchr(name, '.') != NULL;
		}
	}
	return last;
}

/* Read the histogram of a thread, and return what is wrong with it. */
static const char *oslat_histogram(struct foreign_series *series,
				   const json_t *thread, uint64_t last)
{
	json_t *histogram = json_object_get(thread, "histogram"), *value;
	const char *name, *why = NULL;

	if (!json_is_object(histogram))
		return "it has no histogram";
	json_object_foreach(histogram, name, value) {
		json_int_t count = json_integer_value(value);
		uint64_t end = oslat_end(name);

		if (!end)
			return "a bucket of its histogram is no latency";
		if (!json_is_integer(value) || count < 0 ||
		    count > FOREIGN_NUMBER_MAX)
			return "a bucket of its histogram has no number of samples";
		if (end == last)
			series->beyond = count;
		else
			why = foreign_bucket(series, end, count);
		if (why)
			return why;
	}
	return series->histogram.count || series->beyond ?
	       NULL : "its histogram is empty";
}

/* Read thread number @index, and return what is wrong with it. */
static const char *take_oslat_thread(struct foreign_run *run,
				     const json_t *thread, uint64_t last,
				     bool precise)
{
	struct foreign_series *series;
	const char *why;
	uint64_t cpu;

	if (!json_read_number(thread, "cpu", &cpu) || cpu >= CPUS_MAX)
		return "it has no CPU";
	if (foreign_series_find(run, cpu, CONTEXT_SINGLE))
		return "another thread has the same CPU";
	series = foreign_series_new(run, cpu, CONTEXT_SINGLE);
	if (!series)
		return "out of memory";
	/* Only the average is in us then. */
	why = foreign_figures(series, thread, precise ? 1 : NS_PER_US);
	if (precise)
		series->average_ns *= NS_PER_US;
	return why ?: oslat_histogram(series, thread, last);
}

enum result read_oslat_json(struct foreign_run *run, struct foreign_input *in)
{
	static const char *const widths[] = {
		" --bucket-width=", " --bucket-width ", " -W", NULL
	};
	json_t *threads = json_object_get(in->json, "thread");
	double seconds = json_number_value(json_object_get(
		json_object_get(threads, "0"), "duration"));
	uint64_t count = json_object_size(threads), last;
	char name[24], place[PLACE_ROOM] = "$.thread";
	const char *why = NULL;
	bool precise;

	if (json_integer_value(json_object_get(in->json, "return_code")))
		return foreign_wrong_at(in, run, "$.return_code", "not 0: oslat has failed");
	last = oslat_last(threads, &precise);
	for (uint64_t i = 0; i < count && !why; i++) {
		const json_t *thread;

		snprintf(name, sizeof(name), "%" PRIu64, i);
		snprintf(place, sizeof(place), "$.thread.%s", name);
		thread = json_object_get(threads, name);
		why = thread ? take_oslat_thread(run, thread, last, precise) :
			       "missing";
	}
	run->cmdline = cyclictest_text(in->json, "cmdline");
	if (!why)
		why = oslat_finish(run, last, asked_number(run->cmdline, widths) ?:
					      NS_PER_US);
	if (why)
		return foreign_wrong_at(in, run, place, why);
	take_system(run, in->json);
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
	      foreign_histogram(series, object, unit, &last);
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
