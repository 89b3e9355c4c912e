// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of foreign_results.c: a file of cyclictest becomes a result with the
 * user latency of each CPU, and what the file does not have is not in the
 * result either.
 */
#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "files.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "test.h"

/* The parts of a file that tests change; here ' stands for ". */
struct parts {
	const char *in_ns, *first, *second;
};

static const struct parts good = {
	.in_ns = "0",
	.first = "'histogram': { '19': 9, '20': 60, '160': 1 }, 'cycles': 70, 'min': 19, 'max': 160, 'avg': 21.87, 'cpu': 0",
	.second = "'histogram': { '300': 2 }, 'cycles': 2, 'min': 300, 'max': 300, 'avg': 300.00, 'cpu': 5",
};

static const char head[] =
	"{ 'file_version': 1, 'cmdline:': 'cyclictest -q  -t 2 -a 0,5',\n"
	"'rt_test_version:': '2.60',\n"
	"'start_time': 'Wed, 25 Nov 2026 19:25:56 +0000',\n"
	"'end_time': 'Wed, 25 Nov 2026 19:25:58 +0000',\n"
	"'return_code': 0,\n"
	"'sysinfo': { 'nodename': 'vm', 'release': '6.12.1-rt' },\n"
	"'num_threads': 2,\n";

static const char *put(const struct parts *parts)
{
	static char text[4096];

	snprintf(text, sizeof(text),
		 "%s'resolution_in_ns': %s,\n'thread': { '0': { %s }, '1': { %s } } }",
		 head, parts->in_ns, parts->first, parts->second);
	for (char *at = text; *at; at++)
		if (*at == '\'')
			*at = '"';
	files_put("c.json", text);
	return files_path("c.json");
}

static struct results read_good(const struct parts *parts)
{
	struct results results;

	assert_int_equal(results_read_any(&results, put(parts)), RESULT_OK);
	assert_true(results_is_foreign(&results));
	return results;
}

static const char *text_at(const struct results *results, const char *place)
{
	return json_string_value(results_at(results, place)) ?: "";
}

static bool has_note(const struct results *results, const char *part)
{
	const json_t *notes = results_at(results, "notes"), *note;
	size_t i;

	json_array_foreach(notes, i, note)
		if (strstr(json_string_value(note), part))
			return true;
	return false;
}

static void test_figures(void **state)
{
	struct results results = read_good(&good);
	const struct latency *latency =
		stats_get(results.stats, 0, CONTEXT_USER);

	(void)state;
	assert_int_equal(cpus_count(&results.cpus), 2);
	assert_true(cpus_has(&results.cpus, 0) && cpus_has(&results.cpus, 5));
	assert_int_equal(results.measured_ns, 2000000000);
	assert_true(results.whole_us);
	assert_int_equal(latency->count, 70);
	assert_int_equal(latency->min, 19000);
	/* It was cut, so it may have been nearly 161 us. */
	assert_int_equal(latency->max, 161000);
	assert_int_equal(latency->sum, 1530900);
	assert_int_equal(stats_all(results.stats, CONTEXT_USER).count, 72);
	assert_int_equal(stats_all(results.stats, CONTEXT_USER).max, 301000);
	for (int i = 0; i < CONTEXTS; i++)
		if (i != CONTEXT_USER)
			assert_false(results_has(&results, i));
	results_free(&results);
}

/* A percentile is the end of the whole us that has it. */
static void test_percentiles(void **state)
{
	struct results results = read_good(&good);
	const struct distribution *of = record_distribution(results.record, 0,
							    CONTEXT_USER);

	(void)state;
	assert_int_equal(of->count, 70);
	assert_int_equal(results_percentile(&results, 0, CONTEXT_USER, of, 10000000, 161000).ns,
			 20000);
	assert_int_equal(results_percentile(&results, 0, CONTEXT_USER, of, 50000000, 161000).ns,
			 21000);
	assert_int_equal(results_percentile(&results, 0, CONTEXT_USER, of, 99000000, 161000).ns,
			 161000);
	results_free(&results);
}

static void test_nsecs(void **state)
{
	struct parts parts = good;
	struct results results;

	(void)state;
	parts.in_ns = "1";
	results = read_good(&parts);
	assert_false(results.whole_us);
	assert_int_equal(stats_get(results.stats, 0, CONTEXT_USER)->max, 160);
	assert_int_equal(stats_get(results.stats, 0, CONTEXT_USER)->sum, 1531);
	assert_false(has_note(&results, "whole us"));
	results_free(&results);
}

/* Nothing that the file does not tell is made up. */
static void test_document(void **state)
{
	struct results results = read_good(&good);
	uint64_t maxima[BLOCKS_MAX];

	(void)state;
	assert_string_equal(text_at(&results, "tracer"), "cyclictest");
	assert_string_equal(text_at(&results, "generator"), "cyclictest 2.60");
	assert_string_equal(text_at(&results, "started_at"), "2026-11-25T19:25:56Z");
	assert_string_equal(text_at(&results, "host.name"), "vm");
	assert_string_equal(text_at(&results, "verdict.outcome"), "measured");
	assert_int_equal(json_array_size(results_at(&results, "command")), 6);
	assert_int_equal(json_array_size(results_at(&results, "environment.checks")), 1);
	assert_null(results_at(&results, "losses"));
	assert_null(results_at(&results, "configuration"));
	assert_int_equal(record_maxima(results.record, -1, CONTEXT_USER,
				       maxima),
			 0);
	assert_true(has_note(&results, "cut to whole us: "));
	assert_false(has_note(&results, "no percentiles"));
	results_free(&results);
}

/* Return a percentile of a CPU; -1: of all. */
static struct result_percentile percentile(const struct results *results,
					   int cpu, uint32_t percentile)
{
	struct distribution of;
	struct result_percentile value;

	assert_true(record_copy(results->record, cpu, CONTEXT_USER, RECORD_ALL,
				&of));
	value = results_percentile(results, cpu, CONTEXT_USER, &of, percentile,
				   301000);
	distribution_free(&of);
	return value;
}

/* Percentiles that reach latencies beyond the histogram have a lower bound. */
static void test_beyond(void **state)
{
	struct parts parts = good;
	struct results results;

	(void)state;
	parts.second = "'histogram': {}, 'cycles': 2, 'min': 300, 'max': 300, 'avg': 300.00, 'cpu': 5";
	results = read_good(&parts);
	assert_int_equal(results_beyond(&results, 0, CONTEXT_USER), 0);
	assert_int_equal(results_beyond(&results, 5, CONTEXT_USER), 2);
	assert_int_equal(results_beyond(&results, -1, CONTEXT_USER), 2);
	/* 70 of 72 latencies are known, the longest of which is 160 us. */
	assert_false(percentile(&results, -1, 97000000).at_least);
	assert_int_equal(percentile(&results, -1, 97000000).ns, 161000);
	assert_true(percentile(&results, -1, 98000000).at_least);
	assert_int_equal(percentile(&results, -1, 98000000).ns, 161000);
	assert_true(percentile(&results, 5, 50000000).at_least);
	assert_false(percentile(&results, 0, 99999900).at_least);
	assert_true(has_note(&results, "2 latencies were beyond the histogram, >= 161.000 us: give a larger --histogram=US"));
	assert_false(has_note(&results, "no percentiles"));
	results_free(&results);
}

static void test_no_percentiles(void **state)
{
	struct parts parts = good;
	struct results results;

	(void)state;
	parts.first = "'cycles': 70, 'min': 19, 'max': 160, 'avg': 21.87, 'cpu': 0";
	parts.second = "'cycles': 2, 'min': 300, 'max': 300, 'avg': 300.00, 'cpu': 5";
	results = read_good(&parts);
	assert_int_equal(record_distribution(results.record, 0, CONTEXT_USER)
				 ->count,
			 0);
	assert_true(has_note(&results, "no percentiles: cyclictest made no histogram: give it --histogram=US"));
	results_free(&results);
}

/* An average may be rounded to less than the minimum. */
static void test_rounded(void **state)
{
	struct parts parts = good;
	struct results results;

	(void)state;
	parts.second = "'cycles': 3, 'min': 0, 'max': 0, 'avg': -0.005, 'cpu': 5";
	results = read_good(&parts);
	assert_int_equal(stats_get(results.stats, 5, CONTEXT_USER)->sum, 0);
	results_free(&results);
}

static void expect_refused(const char *path, const char *message)
{
	struct results results;
	struct capture capture;
	const char *said;

	capture_begin(&capture);
	assert_int_equal(results_read_any(&results, path), RESULT_ERROR);
	said = capture_end(&capture);
	if (!strstr(said, message))
		fail_msg("'%s' is not in '%s'", message, said);
	assert_null(results.document);
	assert_null(results.stats);
	assert_null(results.record);
}

static void test_refused(void **state)
{
	struct parts parts = good;

	(void)state;
	parts.second = "'cycles': 1000000000000000, 'min': 0, 'max': 1000000000, 'avg': 1000000.00, 'cpu': 5";
	expect_refused(put(&parts), "c.json: $: the latencies add up to more than 292 years: give a whole file");
	parts.second = "'cycles': 2, 'min': 300, 'max': 300, 'avg': 300.00";
	expect_refused(put(&parts), "c.json: $.thread.1: Object item not found: cpu: ");
}

/* Other files are taken for results of this command. */
static void test_others(void **state)
{
	(void)state;
	files_put("o.json", "{ \"format\": \"other\", \"file_version\": 1 }");
	expect_refused(files_path("o.json"), "o.json: $: format: other: give a file that --json wrote");
	files_put("o.json", "[]");
	expect_refused(files_path("o.json"), "o.json: $.format: missing: give a file that --json wrote");
	files_put("o.json", "{ \"cmdline:\": \"cyclictest --json=\"a b\"\" }");
	expect_refused(files_path("o.json"), ": give a whole file that --json wrote, and cyclictest only with no quote or backslash in its command line");
	expect_refused(files_path("none"), "none: No such file or directory: give a file that --json wrote\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_percentiles),
		cmocka_unit_test(test_nsecs),
		cmocka_unit_test(test_document),
		cmocka_unit_test(test_beyond),
		cmocka_unit_test(test_no_percentiles),
		cmocka_unit_test(test_rounded),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, files_begin, files_end);
}
