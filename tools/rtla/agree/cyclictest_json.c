// SPDX-License-Identifier: GPL-2.0
/*
 * Reading cyclictest's results: see cyclictest_json.h. No value of a file is used
 * unchecked.
 */
#include <stdio.h>
#include <stdlib.h>

#include "agree/cyclictest_json.h"
#include "base/cpus.h"
#include "base/json_read.h"
#include "base/parse.h"

#define FILE_VERSION	1
#define PLACE_LEN	32
#define REMEDY		"give a whole file that 'cyclictest --json' wrote"
/* The reason why a file of cyclictest may be no JSON. */
#define NO_QUOTES	REMEDY ", with no quote or backslash in its command line"

/* Latencies of 11 days, or as many samples: no sum of them can overflow. */
#define NUMBER_MAX	1000000000000000LL

/* An average is rounded to hundredths of the unit. */
#define ROUNDED		0.01

static enum result wrong(const char *path, const char *place, const char *why)
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

/* Read thread number @index; @unit is the number of ns that stand for 1. */
static enum result read_thread(struct cyclictest_thread *thread,
			       json_t *threads, int index, int unit,
			       const char *path)
{
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
		return wrong(path, place, "missing");
	if (json_unpack_ex(object, &error, 0, "{s:I, s:I, s:I, s:F, s:I}",
			   "cycles", &count, "min", &min, "max", &max,
			   "avg", &average, "cpu", &cpu))
		return wrong(path, place, error.text);
	why = wrong_figures(count, min, max, average);
	if (!why && (cpu < 0 || cpu >= CPUS_MAX))
		why = "it was bound to no CPU";
	if (why)
		return wrong(path, place, why);
	thread->cpu = cpu;
	thread->count = count;
	thread->min_ns = min * unit;
	thread->max_ns = max * unit;
	thread->average_ns = average * unit;
	return RESULT_OK;
}

static enum result read_threads(struct cyclictest_result *result,
				json_t *threads, const char *path)
{
	int unit = result->whole_us ? NS_PER_US : 1;
	enum result failed = RESULT_OK;

	result->thread = calloc(result->count, sizeof(*result->thread));
	if (!result->thread)
		return fail(RESULT_ERROR, "out of memory");
	for (int i = 0; i < result->count && !failed; i++)
		failed = read_thread(&result->thread[i], threads, i, unit, path);
	return failed;
}

static enum result read_document(struct cyclictest_result *result,
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
		return wrong(path, "$", error.text);
	if (file_version != FILE_VERSION)
		return wrong(path, "$.file_version", "not 1");
	if (ended)
		return wrong(path, "$.return_code", "not 0: cyclictest has failed");
	if (count < 1 || count > CPUS_MAX ||
	    json_object_size(threads) != (size_t)count)
		return wrong(path, "$.num_threads", "not the number of threads");
	snprintf(result->version, sizeof(result->version), "%s",
		 json_read_text(document, "rt_test_version:",
				json_read_text(document, "rt_test_version", "")));
	result->count = count;
	result->whole_us = !in_ns;
	return read_threads(result, threads, path);
}

enum result cyclictest_read(struct cyclictest_result *result, const char *path)
{
	json_t *document = json_read_file(path, NO_QUOTES);
	enum result failed = RESULT_ERROR;

	*result = (struct cyclictest_result) { .count = 0 };
	if (document)
		failed = read_document(result, document, path);
	if (failed)
		cyclictest_free(result);
	json_decref(document);
	return failed;
}

void cyclictest_free(struct cyclictest_result *result)
{
	free(result->thread);
	*result = (struct cyclictest_result) { .count = 0 };
}
