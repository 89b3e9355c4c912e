// SPDX-License-Identifier: GPL-2.0
/*
 * Reading cyclictest's results: see cyclictest_json.h. No value of a file is
 * used unchecked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpus.h"
#include "base/json_read.h"
#include "base/parse.h"
#include "results/cyclictest_json.h"

#define FILE_VERSION	1
#define PLACE_LEN	32
#define REMEDY		"give a whole file that 'cyclictest --json' wrote"
/* The reason why a file of cyclictest may be no JSON. */
#define NO_QUOTES	REMEDY ", with no quote or backslash in its command line"

/* Latencies of 11 days, or as many samples: no sum of them can overflow. */
#define NUMBER_MAX	1000000000000000LL

/* An average is rounded to hundredths of the unit. */
#define ROUNDED		0.01

static enum result cyclictest_json_wrong(const char *path, const char *place,
					 const char *why)
{
	return fail(RESULT_ERROR, "%s: %s: %s: " REMEDY, path, place, why);
}

static bool in_range(json_int_t number)
{
	return number >= 0 && number <= NUMBER_MAX;
}

/* Return what is wrong with the figures of a thread, in the unit of the file. */
static const char *wrong_figures(json_int_t count, json_int_t min,
				 json_int_t max, double average)
{
	if (!count)
		return "no samples";
	if (!in_range(count) || !in_range(min) || !in_range(max))
		return "a number is negative or too large";
	if (!(min - ROUNDED <= average && average <= max + ROUNDED))
		return "the average is not between minimum and maximum";
	return NULL;
}

/* ---- The histogram of a thread ------------------------------------------- */

/* The smallest and the largest bucket that has latencies, in the unit of the file. */
struct ends {
	int64_t first, last;
};

/*
 * Add a bucket of the histogram, and return what is wrong with it. Without
 * --nsecs, bucket 19 has the latencies from 19 us up to 20 us: the upper end
 * stands for them.
 */
static const char *add_bucket(struct cyclictest_thread *thread,
			      const char *name, const json_t *value, int unit,
			      struct ends *ends)
{
	json_int_t count = json_integer_value(value);
	int64_t bucket;

	if (*name == '-' || parse_number(name, &bucket) || !in_range(bucket))
		return "a bucket of its histogram is no latency";
	if (!json_is_integer(value) || !in_range(count))
		return "a bucket of its histogram has no number of samples";
	if (!count)
		return NULL;
	if (count + thread->histogram.count > thread->count)
		return "its histogram has more samples than cycles";
	if (bucket < ends->first)
		ends->first = bucket;
	if (bucket > ends->last)
		ends->last = bucket;
	if (!distribution_add(&thread->histogram,
			      unit == 1 ? bucket : (bucket + 1) * unit, count))
		return "out of memory";
	return NULL;
}

/*
 * Read the histogram of @object, a thread, and return what is wrong with it. It
 * may lack the latencies after the last bucket.
 */
static const char *read_histogram(struct cyclictest_thread *thread,
				  json_t *object, int unit, json_int_t min,
				  json_int_t max)
{
	json_t *histogram = json_object_get(object, "histogram"), *value;
	struct ends ends = { INT64_MAX, -1 };
	const char *name, *why = NULL;

	if (histogram && !json_is_object(histogram))
		return "its histogram is not an object";
	json_object_foreach(histogram, name, value) {
		why = add_bucket(thread, name, value, unit, &ends);
		if (why)
			return why;
	}
	thread->beyond = thread->count - thread->histogram.count;
	if (!thread->histogram.count)
		return NULL;
	thread->end_ns = (ends.last + 1) * unit;
	if (ends.first != min)
		return "its histogram does not begin at min";
	if (thread->beyond ? ends.last > max : ends.last != max)
		return "its histogram does not end at max";
	return NULL;
}

/* ---- Threads ------------------------------------------------------------- */

static enum result wrong_cpu(const char *path, const char *place)
{
	return fail(RESULT_ERROR, "%s: %s: it was bound to no CPU: give cyclictest --affinity",
		    path, place);
}

/* Read thread number @index; its CPU is -1 if none was bound to one. */
static enum result cyclictest_json_read_thread(struct cyclictest_result *result,
					       json_t *threads, int index,
					       const char *path)
{
	struct cyclictest_thread *thread = &result->thread[index];
	int unit = result->whole_us ? NS_PER_US : 1;
	json_int_t count, min, max, cpu;
	char name[12], place[PLACE_LEN];
	json_error_t error;
	const char *why;
	json_t *object;
	double average;

	snprintf(name, sizeof(name), "%d", index);
	snprintf(place, sizeof(place), "$.thread.%s", name);
	object = json_object_get(threads, name);
	if (!object)
		return cyclictest_json_wrong(path, place, "missing");
	if (json_unpack_ex(object, &error, 0, "{s:I, s:I, s:I, s:F, s:I}",
			   "cycles", &count, "min", &min, "max", &max,
			   "avg", &average, "cpu", &cpu))
		return cyclictest_json_wrong(path, place, error.text);
	why = wrong_figures(count, min, max, average);
	thread->count = count;
	if (!why)
		why = read_histogram(thread, object, unit, min, max);
	if (why)
		return cyclictest_json_wrong(path, place, why);
	if (result->unbound ? cpu >= 0 : cpu < 0 || cpu >= CPUS_MAX)
		return wrong_cpu(path, place);
	thread->cpu = result->unbound ? index : cpu;
	thread->min_ns = min * unit;
	thread->max_ns = max * unit;
	thread->average_ns = average * unit;
	return RESULT_OK;
}

static enum result read_threads(struct cyclictest_result *result,
				json_t *threads, const char *path)
{
	const json_t *first = json_object_get(threads, "0");
	enum result failed = RESULT_OK;

	result->unbound = json_integer_value(json_object_get(first, "cpu")) < 0;
	result->thread = calloc(result->count, sizeof(*result->thread));
	if (!result->thread)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; i < result->count && !failed; i++) {
		failed = cyclictest_json_read_thread(result, threads, i, path);
		result->has_histogram |= result->thread[i].histogram.count;
	}
	return failed;
}

/* ---- The whole file ------------------------------------------------------ */

const char *cyclictest_text(const json_t *document, const char *name)
{
	char with_colon[32];

	snprintf(with_colon, sizeof(with_colon), "%s:", name);
	return json_read_text(document, with_colon,
			      json_read_text(document, name, ""));
}

time_t cyclictest_time(const json_t *document, const char *name)
{
	struct tm parts = { .tm_sec = 0 };
	const char *end = strptime(cyclictest_text(document, name),
				   "%a, %d %b %Y %T %z", &parts);
	long east = parts.tm_gmtoff;
	time_t when;

	if (!end || *end)
		return 0;
	when = timegm(&parts) - east;
	return when > 0 ? when : 0;
}

static enum result
cyclictest_json_read_document(struct cyclictest_result *result,
			      json_t *document, const char *path)
{
	json_int_t file_version, in_ns, ended, count;
	json_error_t error;
	json_t *threads;

	if (json_unpack_ex(document, &error, 0, "{s:I, s:I, s:I, s:I, s:o}",
			   "file_version", &file_version,
			   "return_code", &ended,
			   "num_threads", &count,
			   "resolution_in_ns", &in_ns, "thread", &threads))
		return cyclictest_json_wrong(path, "$", error.text);
	if (file_version != FILE_VERSION)
		return cyclictest_json_wrong(path, "$.file_version", "not 1");
	if (ended)
		return cyclictest_json_wrong(path, "$.return_code", "not 0: cyclictest has failed");
	if (count < 1 || count > CPUS_MAX ||
	    json_object_size(threads) != (size_t)count)
		return cyclictest_json_wrong(path, "$.num_threads", "not the number of threads");
	snprintf(result->version, sizeof(result->version), "%s",
		 cyclictest_text(document, "rt_test_version"));
	result->started = cyclictest_time(document, "start_time");
	result->ended = cyclictest_time(document, "end_time");
	result->count = count;
	result->whole_us = !in_ns;
	return read_threads(result, threads, path);
}

enum result cyclictest_parse(struct cyclictest_result *result, json_t *document,
			     const char *path)
{
	enum result failed;

	*result = (struct cyclictest_result) { .count = 0 };
	failed = cyclictest_json_read_document(result, document, path);
	if (failed)
		cyclictest_free(result);
	return failed;
}

enum result cyclictest_read(struct cyclictest_result *result, const char *path)
{
	json_t *document = json_read_file(path, NO_QUOTES);
	enum result failed;

	*result = (struct cyclictest_result) { .count = 0 };
	if (!document)
		return RESULT_ERROR;
	failed = cyclictest_parse(result, document, path);
	json_decref(document);
	if (!failed && result->unbound) {
		cyclictest_free(result);
		failed = wrong_cpu(path, "$.thread.0");
	}
	return failed;
}

void cyclictest_free(struct cyclictest_result *result)
{
	for (int i = 0; result->thread && i < result->count; i++)
		distribution_free(&result->thread[i].histogram);
	free(result->thread);
	*result = (struct cyclictest_result) { .count = 0 };
}
