// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading results. A good file is read completely. For a wrong file,
 * the message says what is wrong, and where.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/distribution.h"
#include "stats/noise.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "stats/watched_threads.h"
#include "test.h"
#include "trace/noise_source.h"

static const char good[] =
	"{ 'format': 'rtla-results', 'schema_version': 1, 'tracer': 'osnoise',\n"
	"  'measured_ns': 3000000000, 'block_ns': 100000000,\n"
	"  'configuration': { 'priority': 'f:95' },\n"
	"  'cpus': [ { 'cpu': 5, 'latencies': {\n"
	"    'single': { 'count': 4, 'min_ns': 10, 'max_ns': 1001, 'sum_ns': 1041,\n"
	"      'histogram': { 'upper_ns': [10, 20, 1003], 'count': [2, 1, 1] },\n"
	"      'block_max_ns': [20, 0, 1001] } },\n"
	"    'periods': { 'count': 3, 'runtime_ns': 3000, 'noise_ns': 9,\n"
	"      'max_noise_ns': 8, 'max_single_ns': 7, 'hardware': 1, 'nmi': 2,\n"
	"      'irq': 3, 'softirq': 4, 'thread': 5 } },\n"
	"    { 'cpu': 0, 'latencies': { 'total': { 'count': 0 } } } ] }";

static char path[] = "/tmp/results_test.XXXXXX";

/* Return the good document. Its text has ' for ", which C has to escape. */
static json_t *good_document(void)
{
	char text[sizeof(good)];
	json_t *document;

	memcpy(text, good, sizeof(good));
	for (char *at = text; *at; at++)
		if (*at == '\'')
			*at = '"';
	document = json_loads(text, 0, NULL);
	assert_non_null(document);
	return document;
}

/*
 * A new file each time: file systems write an old one to the disk when it is
 * emptied.
 */
static void write_text(const char *text, size_t size)
{
	FILE *file;

	unlink(path);
	file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static void write_document(json_t *document)
{
	unlink(path);
	assert_int_equal(json_dump_file(document, path, 0), 0);
	json_decref(document);
}

static json_t *step(json_t *from, const char *name)
{
	return json_is_array(from) ? json_array_get(from, atoi(name)) :
				     json_object_get(from, name);
}

/* Set the value at @place, like "cpus.0.cpu", to @json; NULL: remove it. */
static void set(json_t *document, const char *place, const char *json)
{
	char names[128], *name, *next;
	json_t *value;

	snprintf(names, sizeof(names), "%s", place);
	name = strtok_r(names, ".", &next);
	for (char *more; (more = strtok_r(NULL, ".", &next)); name = more)
		document = step(document, name);
	assert_non_null(document);
	if (!json) {
		assert_int_equal(json_object_del(document, name), 0);
		return;
	}
	value = json_loads(json, JSON_DECODE_ANY, NULL);
	assert_non_null(value);
	if (json_is_array(document))
		json_array_set_new(document, atoi(name), value);
	else
		json_object_set_new(document, name, value);
}

/* Check that the file is refused, for the reason @said. */
static void expect_refused(const char *said)
{
	struct capture capture;
	struct results results;
	char expected[512];
	enum result result;

	capture_begin(&capture);
	result = results_read(&results, path);
	capture_end(&capture);
	snprintf(expected, sizeof(expected),
		 "rtla: %s: %s: give a file that --json wrote\n", path, said);
	assert_string_equal(capture.text, expected);
	assert_int_equal(result, RESULT_ERROR);
	assert_null(results.document);
	assert_null(results.stats);
	assert_null(results.record);
}

static void test_good(void **state)
{
	const struct distribution *distribution;
	const struct latency *latency;
	const struct noise *noise;
	uint64_t maxima[BLOCKS_MAX];
	struct results results;

	(void)state;
	write_document(good_document());
	assert_int_equal(results_read(&results, path), RESULT_OK);
	assert_string_equal(results.path, path);
	assert_string_equal(results.tracer, "osnoise");
	assert_true(results.measured_ns == 3000000000);
	assert_int_equal(cpus_count(&results.cpus), 2);
	assert_true(cpus_has(&results.cpus, 0) && cpus_has(&results.cpus, 5));
	latency = stats_get(results.stats, 5, CONTEXT_SINGLE);
	assert_int_equal(latency->count, 4);
	assert_int_equal(latency->min, 10);
	assert_int_equal(latency->max, 1001);
	assert_int_equal(latency->sum, 1041);
	assert_int_equal(stats_get(results.stats, 0, CONTEXT_TOTAL)->count, 0);
	noise = stats_noise(results.stats, 5);
	assert_int_equal(noise->periods, 3);
	assert_int_equal(noise->runtime, 3000);
	assert_int_equal(noise->noise, 9);
	assert_int_equal(noise->max_noise, 8);
	assert_int_equal(noise->max_single, 7);
	assert_int_equal(noise->from[NOISE_HARDWARE], 1);
	assert_int_equal(noise->from[NOISE_NMI], 2);
	assert_int_equal(noise->from[NOISE_IRQ], 3);
	assert_int_equal(noise->from[NOISE_SOFTIRQ], 4);
	assert_int_equal(noise->from[NOISE_THREAD], 5);
	assert_int_equal(stats_noise(results.stats, 0)->periods, 0);
	distribution = record_distribution(results.record, 5, CONTEXT_SINGLE);
	assert_int_equal(distribution->count, 4);
	assert_int_equal(distribution_rank(distribution, 2), 10);
	assert_int_equal(distribution_rank(distribution, 4), 1003);
	assert_true(record_block_ns(results.record) == 100000000);
	assert_int_equal(record_maxima(results.record, 5, CONTEXT_SINGLE,
				       maxima), 3);
	assert_true(maxima[0] == 20 && maxima[1] == 0 && maxima[2] == 1001);
	assert_true(results_has(&results, CONTEXT_SINGLE));
	assert_false(results_has(&results, CONTEXT_TOTAL));
	results_free(&results);
	assert_null(results.document);
	results_free(&results);		/* does nothing the second time */
}

#define PART_JSON(name) \
	"\"" name "\": { \"count\": 3, \"min_ns\": 10, \"max_ns\": 20,\n" \
	" \"histogram\": { \"upper_ns\": [10, 20], \"count\": [2, 1] } }"
#define NOTHING_JSON(name) \
	"\"" name "\": { \"count\": 0, \"histogram\": {} }"

/* The first thread has no distributions, the second one was woken three times. */
static const char threads_json[] =
	"[ { \"tid\": 7, \"comm\": \"without\", \"latencies\": {\n"
	"      \"total\": { \"count\": 5 } } },\n"
	"  { \"tid\": 8, \"comm\": \"with\", \"latencies\": {\n"
	NOTHING_JSON("timer") ", " NOTHING_JSON("irq") ", " PART_JSON("queue") ", "
	PART_JSON("wait") ", " PART_JSON("pick") ", " PART_JSON("switch") ", "
	PART_JSON("total") " } } ]";

/* Return the good document as one of wakeup, with threads. */
static json_t *document_with_threads(void)
{
	json_t *document = good_document();

	set(document, "tracer", "\"wakeup\"");
	set(document, "threads", threads_json);
	return document;
}

static void test_threads(void **state)
{
	json_t *document = document_with_threads();
	const struct distribution *total;
	struct results results;

	(void)state;
	write_document(document);
	assert_int_equal(results_read(&results, path), RESULT_OK);
	assert_int_equal(results.kind.threads->count, 1);
	assert_string_equal(results.kind.threads->thread[0].comm, "with");
	assert_int_equal(results.kind.threads->thread[0].pid, 8);
	total = watched_distribution(results.kind.threads, 0,
				     CONTEXT_WAKE_TOTAL);
	assert_int_equal(total->count, 3);
	assert_int_equal(distribution_rank(total, 3), 20);
	assert_int_equal(watched_distribution(results.kind.threads, 0,
					      CONTEXT_WAKE_TIMER)->count, 0);
	results_free(&results);
	assert_null(results.kind.threads);
}

static void test_wrong_threads(void **state)
{
	static const struct {
		const char *place, *json, *said;
	} tests[] = {
		{ "threads.1.comm", "7", "$.threads[1].comm: not a text" },
		{ "threads.1.tid", "4294967296", "$.threads[1]: tid: too large" },
		{ "threads.1.latencies", NULL, "$.threads[1].latencies: missing" },
		{ "threads.1.latencies.wait", NULL,
		  "$.threads[1].latencies.wait: missing" },
		{ "threads.1.latencies.wait.count", "4",
		  "$.threads[1].latencies.wait.histogram: its counts do not add up to the number of samples" },
		{ "threads.1.latencies.wait.max_ns", "30",
		  "$.threads[1].latencies.wait.histogram: max_ns is not in its last bucket" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		json_t *document = document_with_threads();

		set(document, tests[i].place, tests[i].json);
		write_document(document);
		expect_refused(tests[i].said);
	}
}

static void test_places(void **state)
{
	struct results results;

	(void)state;
	write_document(good_document());
	assert_int_equal(results_read(&results, path), RESULT_OK);
	assert_string_equal(json_string_value(results_at(&results,
						"configuration.priority")),
			    "f:95");
	assert_int_equal(json_integer_value(results_at(&results, "block_ns")),
			 100000000);
	assert_null(results_at(&results, "configuration.nothing"));
	assert_null(results_at(&results, "tracer.priority"));
	assert_null(results_at(&results, "cpus.0"));
	assert_true(results_at(&results, "") == results.document);
	results_free(&results);
}

static void test_standard_input(void **state)
{
	struct results results;

	(void)state;
	write_document(good_document());
	assert_non_null(freopen(path, "r", stdin));
	assert_int_equal(results_read(&results, "-"), RESULT_OK);
	assert_string_equal(results.path, "-");
	assert_string_equal(results.tracer, "osnoise");
	results_free(&results);
}

#define CPU	"cpus.0."
#define SINGLE	CPU "latencies.single."
#define IN_CPU	"$.cpus[0]"
#define IN_SINGLE IN_CPU ".latencies.single"

/* Each row makes one value of the file wrong, and has the expected message. */
static void test_wrong(void **state)
{
	static const struct {
		const char *place, *json, *said;
	} tests[] = {
		{ "format", NULL, "$.format: missing" },
		{ "format", "1", "$.format: not a text" },
		{ "format", "'other'", "$: format: other" },
		{ "schema_version", NULL, "$.schema_version: missing" },
		{ "schema_version", "2",
		  "$: schema_version 2, this rtla knows 1" },
		{ "schema_version", "1.0", "$.schema_version: not a whole number" },
		{ "tracer", NULL, "$.tracer: missing" },
		{ "tracer", "null", "$.tracer: not a text" },
		{ "measured_ns", NULL, "$.measured_ns: missing" },
		{ "measured_ns", "-1", "$.measured_ns: negative" },
		{ "measured_ns", "1e9", "$.measured_ns: not a whole number" },
		{ "block_ns", NULL, "$.block_ns: missing" },
		{ "block_ns", "0", "$: block_ns: 0" },
		{ "cpus", NULL, "$.cpus: missing" },
		{ "cpus", "{}", "$.cpus: not an array" },
		{ "cpus", "[]", "$.cpus: nothing was measured" },
		{ "cpus.0", "7", IN_CPU ".cpu: missing" },
		{ CPU "cpu", NULL, IN_CPU ".cpu: missing" },
		{ CPU "cpu", "'0'", IN_CPU ".cpu: not a whole number" },
		{ CPU "cpu", "-1", IN_CPU ".cpu: negative" },
		{ CPU "cpu", "8192",
		  IN_CPU ": cpu: 8192: there are no more than 8192" },
		{ CPU "cpu", "0", "$.cpus[1]: cpu: 0 is there twice" },
		{ CPU "latencies", NULL, IN_CPU ".latencies: missing" },
		{ CPU "latencies", "[]", IN_CPU ".latencies: not an object" },
		{ CPU "latencies.single", "[]", IN_SINGLE ": not an object" },
		{ SINGLE "count", NULL, IN_SINGLE ".count: missing" },
		{ SINGLE "count", "-4", IN_SINGLE ".count: negative" },
		{ SINGLE "count", "5",
		  IN_SINGLE ".histogram: its counts do not add up to the number of samples" },
		{ SINGLE "min_ns", "null", IN_SINGLE ".min_ns: not a whole number" },
		{ SINGLE "min_ns", "1002",
		  IN_SINGLE ": min_ns is larger than max_ns" },
		{ SINGLE "max_ns", NULL, IN_SINGLE ".max_ns: missing" },
		{ SINGLE "sum_ns", "'1'", IN_SINGLE ".sum_ns: not a whole number" },
		{ SINGLE "histogram", NULL, IN_SINGLE ".histogram: missing" },
		{ SINGLE "histogram", "[]", IN_SINGLE ".histogram: not an object" },
		{ SINGLE "histogram.upper_ns", NULL,
		  IN_SINGLE ".histogram.upper_ns: missing" },
		{ SINGLE "histogram.count", "3",
		  IN_SINGLE ".histogram.count: not an array" },
		{ SINGLE "histogram.count", "[2, 1]",
		  IN_SINGLE ".histogram: upper_ns and count differ in length" },
		{ SINGLE "histogram.upper_ns.1", "10",
		  IN_SINGLE ".histogram.upper_ns[1]: not in ascending order" },
		{ SINGLE "histogram.upper_ns.2", "1e3",
		  IN_SINGLE ".histogram.upper_ns[2]: not a whole number" },
		{ SINGLE "histogram.count.2", "-1",
		  IN_SINGLE ".histogram.count[2]: negative" },
		{ SINGLE "block_max_ns", NULL, IN_SINGLE ".block_max_ns: missing" },
		{ SINGLE "block_max_ns.1", "null",
		  IN_SINGLE ".block_max_ns[1]: not a whole number" },
		{ SINGLE "block_max_ns.2", "-1",
		  IN_SINGLE ".block_max_ns[2]: negative" },
		{ SINGLE "max_ns", "1004",
		  IN_SINGLE ".histogram: max_ns is not in its last bucket" },
		{ SINGLE "max_ns", "500",
		  IN_SINGLE ".histogram: max_ns is not in its last bucket" },
		{ SINGLE "min_ns", "11",
		  IN_SINGLE ": min_ns is not in the first bucket of histogram" },
		{ SINGLE "sum_ns", "39",
		  IN_SINGLE ": sum_ns is not between count times min_ns and count times max_ns" },
		{ SINGLE "sum_ns", "4005",
		  IN_SINGLE ": sum_ns is not between count times min_ns and count times max_ns" },
		{ SINGLE "block_max_ns.0", "1002",
		  IN_SINGLE ".block_max_ns[0]: larger than max_ns" },
		/* With the others this would wrap, and be 4 again. */
		{ SINGLE "histogram.count.0", "1000000000000001",
		  IN_SINGLE ".histogram.count[0]: too large" },
		{ CPU "periods.noise_ns", "3001",
		  IN_CPU ".periods: noise_ns is larger than runtime_ns" },
		{ CPU "periods.max_noise_ns", "10",
		  IN_CPU ".periods: max_noise_ns is larger than noise_ns" },
		{ CPU "periods.max_single_ns", "9",
		  IN_CPU ".periods: max_single_ns is larger than max_noise_ns" },
		{ SINGLE "corrected", "7", IN_SINGLE ".corrected.count: missing" },
		{ CPU "periods", "null", IN_CPU ".periods: not an object" },
		{ CPU "periods.count", NULL, IN_CPU ".periods.count: missing" },
		{ CPU "periods.thread", "'5'",
		  IN_CPU ".periods.thread: not a whole number" },
		{ "cpus.1.latencies.total.count", "1",
		  "$.cpus[1].latencies.total.min_ns: missing" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		json_t *document = good_document();
		char json[64] = "";

		/* Here, too, ' stands for the " of JSON. */
		if (tests[i].json)
			snprintf(json, sizeof(json), "%s", tests[i].json);
		for (char *at = json; *at; at++)
			if (*at == '\'')
				*at = '"';
		set(document, tests[i].place, tests[i].json ? json : NULL);
		write_document(document);
		expect_refused(tests[i].said);
	}
}

/* The array is one longer than there can be blocks. */
static void test_too_many_blocks(void **state)
{
	json_t *document = good_document(), *maxima = json_array();

	(void)state;
	for (int i = 0; i <= BLOCKS_MAX; i++)
		json_array_append_new(maxima, json_integer(i));
	json_object_set_new(step(step(step(step(document, "cpus"), "0"),
				      "latencies"), "single"),
			    "block_max_ns", maxima);
	write_document(document);
	expect_refused(IN_SINGLE ".block_max_ns: more than 1024");
}

static void test_no_json(void **state)
{
	static const struct {
		const char *text, *said;
	} tests[] = {
		{ "", "line 1, column 0: '[' or '{' expected near end of file" },
		{ "rtla\n",
		  "line 1, column 4: '[' or '{' expected near 'rtla'" },
		{ "{\n\"format\": x }",
		  "line 2, column 11: invalid token near 'x'" },
		{ "{ \"format\": \"rtla-res",
		  "line 1, column 21: premature end of input near '\"rtla-res'" },
		{ "{ \"a\": 1, \"a\": 2 }",
		  "line 1, column 13: duplicate object key near '\"a\"'" },
		{ "{} {}", "line 1, column 4: end of file expected near '{'" },
		{ "[]", "$.format: missing" },
		{ "{}", "$.format: missing" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		write_text(tests[i].text, strlen(tests[i].text));
		expect_refused(tests[i].said);
	}
}

static void test_no_file(void **state)
{
	struct capture capture;
	struct results results;

	(void)state;
	unlink(path);
	expect_refused("No such file or directory");
	capture_begin(&capture);
	assert_int_equal(results_read(&results, "/tmp"), RESULT_ERROR);
	capture_end(&capture);
	assert_string_equal(capture.text, "rtla: /tmp: Is a directory: give a file that --json wrote\n");
}

/* A file that was cut off or changed anywhere is either read or refused. */
static void test_damaged(void **state)
{
	char text[sizeof(good)];
	struct capture capture;
	struct results results;
	unsigned int seed = 7;
	int refused = 0;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		size_t size = sizeof(good) - 1;

		for (size_t i = 0; i <= size; i++)
			text[i] = good[i] == '\'' ? '"' : good[i];
		for (int changes = rand_r(&seed) % 4; changes; changes--)
			text[rand_r(&seed) % size] = rand_r(&seed) % 256;
		if (round % 3 == 0)
			size = rand_r(&seed) % size;
		write_text(text, size);
		capture_begin(&capture);
		if (results_read(&results, path))
			refused++;
		else
			results_free(&results);
		capture_end(&capture);
	}
	assert_true(refused > 1000 && refused < 3000);
}

static int make_path(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int remove_path(void **state)
{
	(void)state;
	unlink(path);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_wrong_threads),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_standard_input),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_too_many_blocks),
		cmocka_unit_test(test_no_json),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_no_file),
	};

	return cmocka_run_group_tests_name("results", tests, make_path,
					   remove_path);
}
