// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of cyclictest_json.c: files as versions of rt-tests write them are
 * read; for any other file, the message says what is wrong, and where.
 */
#include <stdio.h>
#include <string.h>

#include "results/cyclictest_json.h"
#include "capture.h"
#include "files.h"
#include "test.h"

/* Debian's cyclictest 2.4 and 2.6 have written these; here ' stands for ". */
static const char head[] =
	"{\n"
	"  'file_version': 1,\n"
	"  'cmdline:': 'cyclictest -q -N -m -d 0 -t 2 --json=/tmp/cyclictest.json',\n"
	"  'rt_test_version:': '%s',\n"
	"  'start_time': 'Wed, 25 Nov 2026 19:25:56 +0000',\n"
	"  'end_time': 'Wed, 25 Nov 2026 19:25:58 +0000',\n"
	"  'return_code': 0,\n"
	"  'sysinfo': {\n"
	"    'sysname': 'Linux',\n"
	"    'nodename': 'vm',\n"
	"    'release': '6.12.117+deb13-rt-amd64',\n"
	"    'version': '#1 SMP PREEMPT_RT Debian 6.12.117-1',\n"
	"    'machine': 'x86_64',\n"
	"    'realtime': 1\n"
	"  },\n";

static const char in_ns[] =
	"  'num_threads': 2,\n"
	"  'resolution_in_ns': 1,\n"
	"  'thread': {\n"
	"    '0': {\n"
	"      'histogram': {      },\n"
	"      'cycles': 2000,\n"
	"      'min': 14452,\n"
	"      'max': 180182,\n"
	"      'avg': 21940.08,\n"
	"      'cpu': 1,\n"
	"      'node': 0\n"
	"    },\n"
	"    '1': {\n"
	"      'histogram': {      },\n"
	"      'cycles': 1999,\n"
	"      'min': 19735,\n"
	"      'max': 54686,\n"
	"      'avg': 23204.76,\n"
	"      'cpu': 3,\n"
	"      'node': 0\n"
	"    }\n"
	"  }\n"
	"}\n";

/* Without --nsecs, and with --histogram=200. */
static const char in_us[] =
	"  'num_threads': 1,\n"
	"  'resolution_in_ns': 0,\n"
	"  'thread': {\n"
	"    '0': {\n"
	"      'histogram': {\n"
	"        '19': 9,\n"
	"        '20': 60,\n"
	"        '160': 1\n"
	"      },\n"
	"      'cycles': 70,\n"
	"      'min': 19,\n"
	"      'max': 160,\n"
	"      'avg': 21.87,\n"
	"      'cpu': 0,\n"
	"      'node': 0\n"
	"    }\n"
	"  }\n"
	"}\n";

static char text[4096];

/* Fill @text with a file of this version. */
static const char *file_of(const char *version, const char *rest)
{
	int length = snprintf(text, sizeof(text), head, version);

	snprintf(text + length, sizeof(text) - length, "%s", rest);
	for (char *at = text; *at; at++)
		if (*at == '\'')
			*at = '"';
	return text;
}

/* Put @new in the place of @old in @text. */
static const char *with(const char *old, const char *new)
{
	char *at = strstr(text, old), after[sizeof(text)];

	assert_non_null(at);
	strcpy(after, at + strlen(old));
	sprintf(at, "%s%s", new, after);
	return text;
}

static void check_refused(const char *content, const char *message)
{
	struct cyclictest_result result;
	struct capture capture;
	const char *said;

	files_put("c.json", content);
	capture_begin(&capture);
	assert_int_equal(cyclictest_read(&result, files_path("c.json")),
			 RESULT_ERROR);
	said = capture_end(&capture);
	if (!strstr(said, message))
		fail_msg("'%s' is not in '%s'", message, said);
	assert_non_null(strstr(said, "c.json: "));
	assert_int_equal(result.count, 0);
	assert_null(result.thread);
}

static struct cyclictest_result read_good(const char *content)
{
	struct cyclictest_result result;

	files_put("c.json", content);
	assert_int_equal(cyclictest_read(&result, files_path("c.json")),
			 RESULT_OK);
	return result;
}

static void test_versions(void **state)
{
	static const char *const versions[] = {
		"2.40", "2.50", "2.60", "2.70", "2.80", "2.90", "2.10",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		struct cyclictest_result result =
			read_good(file_of(versions[i], in_ns));

		assert_string_equal(result.version, versions[i]);
		assert_false(result.whole_us);
		assert_int_equal(result.count, 2);
		assert_int_equal(result.thread[0].cpu, 1);
		assert_int_equal(result.thread[0].count, 2000);
		assert_int_equal(result.thread[0].min_ns, 14452);
		assert_int_equal(result.thread[0].max_ns, 180182);
		assert_true(result.thread[0].average_ns == 21940.08);
		assert_int_equal(result.thread[1].cpu, 3);
		assert_int_equal(result.thread[1].count, 1999);
		assert_false(result.has_histogram);
		assert_int_equal(result.thread[1].beyond, 1999);
		assert_int_equal(result.ended - result.started, 2);
		assert_int_equal(result.started, 1795634756);
		cyclictest_free(&result);
	}
}

static void test_whole_us(void **state)
{
	struct cyclictest_result result = read_good(file_of("2.60", in_us));

	(void)state;
	assert_true(result.whole_us);
	assert_int_equal(result.thread[0].min_ns, 19000);
	assert_int_equal(result.thread[0].max_ns, 160000);
	assert_true(result.thread[0].average_ns > 21869.9 &&
		    result.thread[0].average_ns < 21870.1);
	cyclictest_free(&result);
}

/* Return how many latencies the histogram of the first thread has at @value ns. */
static uint64_t latencies_at(const struct cyclictest_result *result,
			     uint64_t value)
{
	return distribution_count(&result->thread[0].histogram,
				  distribution_bucket(value));
}

static void test_histogram(void **state)
{
	struct cyclictest_result result = read_good(file_of("2.60", in_us));

	(void)state;
	assert_true(result.has_histogram);
	assert_int_equal(result.thread[0].beyond, 0);
	assert_int_equal(result.thread[0].histogram.count, 70);
	/* Bucket 19 is all latencies below 20 us. */
	assert_int_equal(latencies_at(&result, 19000), 0);
	assert_int_equal(latencies_at(&result, 20000), 9);
	assert_int_equal(latencies_at(&result, 21000), 60);
	assert_int_equal(latencies_at(&result, 161000), 1);
	cyclictest_free(&result);
	/* With --histogram=100, the last one is missing. */
	file_of("2.60", in_us);
	result = read_good(with(",\n        \"160\": 1", ""));
	assert_true(result.has_histogram);
	assert_int_equal(result.thread[0].beyond, 1);
	assert_int_equal(result.thread[0].histogram.count, 69);
	cyclictest_free(&result);
	/* With --nsecs, buckets are ns. */
	file_of("2.60", in_us);
	result = read_good(with("\"resolution_in_ns\": 0",
				"\"resolution_in_ns\": 1"));
	assert_int_equal(latencies_at(&result, 19), 9);
	assert_int_equal(latencies_at(&result, 20), 60);
	cyclictest_free(&result);
}

/* The length of a run is not known without both times. */
static void test_times(void **state)
{
	struct cyclictest_result result;

	(void)state;
	file_of("2.60", in_ns);
	result = read_good(with("19:25:58 +0000", "20:26:58 +0100"));
	assert_int_equal(result.ended - result.started, 62);
	cyclictest_free(&result);
	result = read_good(with("Wed, 25 Nov 2026 19:25:56 +0000", "yesterday"));
	assert_int_equal(result.started, 0);
	assert_true(result.ended > 0);
	cyclictest_free(&result);
}

/* Other names, and none, of the members that nothing depends on. */
static void test_names(void **state)
{
	struct cyclictest_result result;

	(void)state;
	file_of("2.60", in_ns);
	with("\"cmdline:\"", "\"cmdline\"");
	result = read_good(with("\"rt_test_version:\"", "\"rt_test_version\""));
	assert_string_equal(result.version, "2.60");
	cyclictest_free(&result);
	result = read_good(with("\"rt_test_version\"", "\"something\""));
	assert_string_equal(result.version, "");
	cyclictest_free(&result);
}

/* A file that was cut anywhere is refused. */
static void test_cut(void **state)
{
	char cut[sizeof(text)];

	(void)state;
	file_of("2.60", in_ns);
	for (size_t length = 0; length < strlen(text) - 2; length += 7) {
		snprintf(cut, length + 1, "%s", text);
		check_refused(cut, ": give a whole file that 'cyclictest --json' wrote");
	}
}

static void test_quote(void **state)
{
	(void)state;
	file_of("2.60", in_ns);
	check_refused(with("cyclictest -q", "cyclictest --histfile=\"a b\" -q"),
		      ": line 3, column ");
	check_refused(text, ", with no quote or backslash in its command line");
	file_of("2.60", in_ns);
	check_refused(with("cyclictest -q", "cyclictest --histfile=a\\ b -q"),
		      ": line 3, column ");
}

struct change {
	const char *old, *new, *message;
};

static void test_wrong(void **state)
{
	static const struct change changes[] = {
		{ "\"file_version\": 1", "\"file_version\": 2", ": $.file_version: not 1: " },
		{ "\"file_version\": 1,", "", ": $: Object item not found: file_version: " },
		{ "\"return_code\": 0", "\"return_code\": 1", ": $.return_code: not 0" },
		{ "\"resolution_in_ns\": 1,", "", ": $: Object item not found: resolution_in_ns: " },
		{ "\"resolution_in_ns\": 1", "\"resolution_in_ns\": \"1\"", ": $: Expected integer, got string: " },
		{ "\"num_threads\": 2", "\"num_threads\": 3", ": $.num_threads: not the number" },
		{ "\"num_threads\": 2", "\"num_threads\": 0", ": $.num_threads: not the number" },
		{ "\"num_threads\": 2", "\"num_threads\": -1", ": $.num_threads: not the number" },
		{ "\"1\": {", "\"2\": {", ": $.thread.1: missing: " },
		{ "\"1\": {", "\"0\": {", ": line " },
		{ "\"avg\": 23204.76,", "", ": $.thread.1: Object item not found: avg: " },
		{ "\"avg\": 21940.08", "\"avg\": nan", ": line " },
		{ "\"avg\": 21940.08", "\"avg\": 14451.98", ": $.thread.0: the average is not between" },
		{ "\"avg\": 21940.08", "\"avg\": 180182.1", ": $.thread.0: the average is not between" },
		{ "\"cycles\": 1999", "\"cycles\": 0", ": $.thread.1: no samples: " },
		{ "\"cycles\": 1999", "\"cycles\": -1", ": $.thread.1: a number is negative or too large: " },
		{ "\"cycles\": 1999", "\"cycles\": 1.5", ": $.thread.1: Expected integer, got real: " },
		{ "\"min\": 14452", "\"min\": -14452", ": $.thread.0: a number is negative or too large: " },
		{ "\"max\": 54686", "\"max\": 9000000000000000000", ": $.thread.1: a number is negative or too large: " },
		{ "\"cpu\": 3", "\"cpu\": -1", ": $.thread.1: it was bound to no CPU: give cyclictest --affinity" },
		{ "\"cpu\": 3", "\"cpu\": 8192", ": $.thread.1: it was bound to no CPU: give cyclictest --affinity" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		file_of("2.60", in_ns);
		check_refused(with(changes[i].old, changes[i].new),
			      changes[i].message);
	}
	check_refused("[]", ": $: Expected object, got array: ");
}

static void test_wrong_histogram(void **state)
{
	static const struct change changes[] = {
		{ "\"19\": 9", "\"19\": 10", ": $.thread.0: its histogram has more samples than cycles: " },
		{ "\"19\": 9", "\"18\": 9", ": $.thread.0: its histogram does not begin at min: " },
		{ "\"160\": 1", "\"159\": 1", ": $.thread.0: its histogram does not end at max: " },
		{ "\"20\": 60,\n        \"160\": 1", "\"161\": 1", ": $.thread.0: its histogram does not end at max: " },
		{ "\"20\": 60", "\"20us\": 60", ": $.thread.0: a bucket of its histogram is no latency: " },
		{ "\"20\": 60", "\"-20\": 60", ": $.thread.0: a bucket of its histogram is no latency: " },
		{ "\"20\": 60", "\"9000000000000000000\": 60", ": $.thread.0: a bucket of its histogram is no latency: " },
		{ "\"20\": 60", "\"20\": -60", ": $.thread.0: a bucket of its histogram has no number of samples: " },
		{ "\"20\": 60", "\"20\": 60.5", ": $.thread.0: a bucket of its histogram has no number of samples: " },
		{ "\"20\": 60", "\"19\": 60", ": line " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		file_of("2.60", in_us);
		check_refused(with(changes[i].old, changes[i].new),
			      changes[i].message);
	}
	file_of("2.60", in_ns);
	check_refused(with("\"histogram\": {      }", "\"histogram\": []"),
		      ": $.thread.0: its histogram is not an object: ");
}

/* Another program of rt-tests: ptsematest 2.8. */
static void test_other_program(void **state)
{
	static const char threads[] =
		"  'num_threads': 1,\n"
		"  'thread': {\n"
		"    '0': {\n"
		"      'sender': { 'cpu': 0, 'priority': 0, 'samples': 74895 }\n"
		"    }\n"
		"  }\n"
		"}\n";

	(void)state;
	check_refused(file_of("2.80", threads),
		      ": $: Object item not found: resolution_in_ns: ");
}

static void test_no_file(void **state)
{
	struct cyclictest_result result;
	struct capture capture;

	(void)state;
	capture_begin(&capture);
	assert_int_equal(cyclictest_read(&result, files_path("none")),
			 RESULT_ERROR);
	assert_non_null(strstr(capture_end(&capture),
			       "none: No such file or directory: give a whole file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_versions),
		cmocka_unit_test(test_whole_us),
		cmocka_unit_test(test_histogram),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_quote),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_wrong_histogram),
		cmocka_unit_test(test_other_program),
		cmocka_unit_test(test_no_file),
	};

	return cmocka_run_group_tests(tests, files_begin, files_end);
}
