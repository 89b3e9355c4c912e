// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the readers in results/foreign: how a file is recognised, what is
 * known of latencies beyond a histogram, and that no part of a file is taken
 * for a whole one.
 */
#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "files.h"
#include "results/foreign/foreign.h"
#include "results/results.h"
#include "results/results_read.h"
#include "stats/distribution.h"
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "test.h"

static const char cyclictest[] =
	"# /dev/cpu_dma_latency set to 0us\n"
	"# Histogram\n"
	"000000 000000\t000000\n"
	"000001 000060\t000030\n"
	"000002 000009\t000009\n"
	"# Total: 000000069 000000039\n"
	"# Min Latencies: 00001 00001\n"
	"# Avg Latencies: 00001 00002\n"
	"# Max Latencies: 00040 00002\n"
	"# Histogram Overflows: 00001 00000\n";

static const char hist[] =
	"# RTLA timerlat histogram\n"
	"# Time unit is nanoseconds (ns)\n"
	"# Duration:   1 02:00:03\n"
	"Index   IRQ-000   Thr-003\n"
	"1000         90         0 \n"
	"4000          9        50 \n"
	"over:         1         0 \n"
	"count:      100        50 \n"
	"min:       1203      4100 \n"
	"avg:       1900      4300 \n"
	"max:      99000      4990 \n";

static const char oslat[] =
	"oslat V 2.40\n"
	"        Core:\t 1 4\n"
	"    001 (us):\t 900 1000\n"
	"    002 (us):\t 90 0\n"
	"    003 (us):\t 10 2 (including overflows)\n"
	"     Minimum:\t 1 1 (us)\n"
	"     Average:\t 1.1 1.001 (us)\n"
	"     Maximum:\t 70 3 (us)\n"
	"    Duration:\t 1.998 1.998 (sec)\n";

static const struct {
	const char *text, *tracer, *name;
} whole[] = {
	{ cyclictest, "cyclictest", "cyclictest" },
	{ hist, "timerlat", "upstream's timerlat hist" },
	{ oslat, "oslat", "oslat" },
};

#define FORMATS	((int)(sizeof(whole) / sizeof(whole[0])))

static struct results read_text(const char *text)
{
	struct results results;

	files_put("f.txt", text);
	assert_int_equal(results_read_any(&results, files_path("f.txt")),
			 RESULT_OK);
	return results;
}

static struct result_percentile percentile(const struct results *results,
					   int cpu, enum event_context context,
					   uint32_t percentile)
{
	return results_percentile(results, cpu, context,
				  record_distribution(results->record, cpu,
						      context),
				  percentile, UINT64_MAX);
}

static void test_recognised(void **state)
{
	(void)state;
	for (int i = 0; i < FORMATS; i++) {
		struct results results = read_text(whole[i].text);

		assert_true(results_is_foreign(&results));
		assert_string_equal(results.foreign->name, whole[i].name);
		assert_string_equal(results.tracer, whole[i].tracer);
		results_free(&results);
	}
}

static void test_cyclictest_text(void **state)
{
	struct results results = read_text(cyclictest);
	const struct latency *first = stats_get(results.stats, 0, CONTEXT_USER);

	(void)state;
	assert_int_equal(first->count, 70);
	assert_int_equal(first->min, 1000);
	assert_int_equal(first->max, 41000);
	assert_int_equal(stats_get(results.stats, 1, CONTEXT_USER)->max, 3000);
	assert_int_equal(results_beyond(&results, 0, CONTEXT_USER), 1);
	assert_int_equal(results_beyond(&results, 1, CONTEXT_USER), 0);
	assert_int_equal(percentile(&results, 0, CONTEXT_USER, 98000000).ns, 3000);
	assert_false(percentile(&results, 0, CONTEXT_USER, 98000000).at_least);
	assert_int_equal(percentile(&results, 0, CONTEXT_USER, 99000000).ns, 3000);
	assert_true(percentile(&results, 0, CONTEXT_USER, 99000000).at_least);
	assert_false(percentile(&results, 1, CONTEXT_USER, 99000000).at_least);
	results_free(&results);
}

/* A bucket is as wide as the largest number that divides all indexes. */
static void test_upstream_hist(void **state)
{
	struct results results = read_text(hist);

	(void)state;
	assert_false(results.whole_us);
	assert_int_equal(results.width_ns, 1000);
	assert_int_equal(results.measured_ns, 93603000000000);
	assert_int_equal(stats_get(results.stats, 0, CONTEXT_IRQ)->max, 99000);
	assert_int_equal(stats_get(results.stats, 3, CONTEXT_THREAD)->count, 50);
	assert_int_equal(stats_get(results.stats, 3, CONTEXT_IRQ)->count, 0);
	assert_int_equal(percentile(&results, 0, CONTEXT_IRQ, 50000000).ns, 1999);
	assert_int_equal(percentile(&results, 0, CONTEXT_IRQ, 99900000).ns, 4001);
	assert_true(percentile(&results, 0, CONTEXT_IRQ, 99900000).at_least);
	results_free(&results);
}

/* The last bucket has what is beyond it if the maximum is; else it is exact. */
static void test_oslat_text(void **state)
{
	struct results results = read_text(oslat);

	(void)state;
	assert_int_equal(results_beyond(&results, 1, CONTEXT_SINGLE), 10);
	assert_int_equal(results_beyond(&results, 4, CONTEXT_SINGLE), 0);
	assert_int_equal(stats_get(results.stats, 1, CONTEXT_SINGLE)->max, 70000);
	assert_int_equal(percentile(&results, 1, CONTEXT_SINGLE, 99900000).ns, 2000);
	assert_true(percentile(&results, 1, CONTEXT_SINGLE, 99900000).at_least);
	assert_int_equal(percentile(&results, 4, CONTEXT_SINGLE, 99900000).ns, 3000);
	assert_false(percentile(&results, 4, CONTEXT_SINGLE, 99900000).at_least);
	results_free(&results);
}

/* Whatever line a file ends after, the last of its figures is missing. */
static void test_cut(void **state)
{
	char text[1024];

	(void)state;
	for (int i = 0; i < FORMATS; i++) {
		size_t length = strlen(whole[i].text);
		struct results results;
		struct capture capture;

		while (--length) {
			if (whole[i].text[length - 1] != '\n')
				continue;
			snprintf(text, sizeof(text), "%.*s", (int)length,
				 whole[i].text);
			files_put("f.txt", text);
			capture_begin(&capture);
			assert_int_equal(results_read_any(&results,
							  files_path("f.txt")),
					 RESULT_ERROR);
			assert_non_null(strstr(capture_end(&capture), ": line "));
			assert_null(results.record);
		}
	}
}

static void test_numbers(void **state)
{
	const char *text = " 12 3.5 -1";
	uint64_t whole_number;
	double number;

	(void)state;
	assert_true(foreign_whole(&text, &whole_number));
	assert_int_equal(whole_number, 12);
	assert_true(foreign_number(&text, &number));
	assert_float_equal(number, 3.5, 0);
	assert_false(foreign_number(&text, &number));
	text = "1000000000000001";
	assert_false(foreign_whole(&text, &whole_number));
	text = "99999999999999999999999999";
	assert_false(foreign_whole(&text, &whole_number));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recognised),
		cmocka_unit_test(test_cyclictest_text),
		cmocka_unit_test(test_upstream_hist),
		cmocka_unit_test(test_oslat_text),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_numbers),
	};

	return cmocka_run_group_tests(tests, files_begin, files_end);
}
