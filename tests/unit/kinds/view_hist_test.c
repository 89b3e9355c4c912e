// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of histograms, byte by byte. The expected texts are laid out as the
 * in-tree tool lays out its own.
 */
#include <stdlib.h>
#include <string.h>

#include "kinds/osnoise/osnoise_kind.h"
#include "kinds/timerlat/timerlat_kind.h"
#include "options/command.h"
#include "options/config.h"
#include "printed.h"
#include "stats/histogram.h"
#include "stats/stats.h"
#include "test.h"
#include "view/snapshot.h"

static struct config config;
static struct stats *stats;
static struct histogram *histogram;
static struct snapshot snapshot;

/*
 * Prepare an empty histogram of CPUs 0, 1 and 3. What a test changes in @config
 * later affects only the view.
 */
static int start(const struct command *command, int64_t size, int64_t entries)
{
	command->set_defaults(&config);
	config.tracer.no_threads = false;
	cpus_parse(&config.tracer.cpus, "0-1,3");
	config.view.hist.bucket_size = size;
	config.view.hist.entries = entries;
	stats = stats_new(4);
	histogram = histogram_new(4, size * NS_PER_US, entries);
	snapshot = (struct snapshot) {
		.config = &config.view,
		.tracer = &config.tracer,
		.stats = stats,
		.histogram = histogram,
		.elapsed_ns = 3 * NS_PER_SEC,
	};
	return !stats || !histogram;
}

static int setup_timerlat(void **state)
{
	(void)state;
	return start(&timerlat_hist, 100, 20);
}

static int setup_osnoise(void **state)
{
	(void)state;
	return start(&osnoise_hist, 50, 20);
}

static int teardown(void **state)
{
	(void)state;
	histogram_free(histogram);
	stats_free(stats);
	return 0;
}

static void add(int cpu, enum event_context context, uint64_t ns,
		unsigned int times)
{
	for (; times; times--) {
		stats_add(stats, cpu, context, ns);
		assert_true(histogram_add(histogram, cpu, context, ns));
	}
}

/* Add samples. CPU 1 has none, and CPU 3 none of its thread latency. */
static void fill(void)
{
	add(0, CONTEXT_IRQ, 17900, 1553);
	add(0, CONTEXT_IRQ, 199999, 1);
	add(0, CONTEXT_IRQ, 8268999, 24);
	add(0, CONTEXT_THREAD, 30000, 1343);
	add(0, CONTEXT_THREAD, 350000, 3);
	add(3, CONTEXT_IRQ, 500, 2);
}

#define HEADER \
	"# RTLA timerlat histogram\n" \
	"# Time unit is microseconds (us)\n" \
	"# Duration:   0 00:00:03\n"

static void test_timerlat(void **state)
{
	(void)state;
	fill();
	expect_printed(&timerlat_hist_view, &snapshot,
		       HEADER
		       "Index   IRQ-000   Thr-000   IRQ-003   Thr-003\n"
		       "0          1553      1343         2         0 \n"
		       "100           1         0         0         0 \n"
		       "300           0         3         0         0 \n"
		       "over:        24         0         0         0 \n"
		       "count:     1578      1346         2         0 \n"
		       "min:         17        30         0         - \n"
		       "avg:        143        30         0         - \n"
		       "max:       8268       350         0         - \n"
		       "ALL:        IRQ       Thr\n"
		       "count:     1580      1346 \n"
		       "min:          0        30 \n"
		       "avg:        143        30 \n"
		       "max:       8268       350 \n");
}

static void test_user(void **state)
{
	(void)state;
	config.tracer.no_threads = true;
	fill();
	add(0, CONTEXT_USER, 400000, 5);
	expect_printed(&timerlat_hist_view, &snapshot,
		       HEADER
		       "Index   IRQ-000   Thr-000   Usr-000   IRQ-003   Thr-003   Usr-003\n"
		       "0          1553      1343         0         2         0         0 \n"
		       "100           1         0         0         0         0         0 \n"
		       "300           0         3         0         0         0         0 \n"
		       "400           0         0         5         0         0         0 \n"
		       "over:        24         0         0         0         0         0 \n"
		       "count:     1578      1346         5         2         0         0 \n"
		       "min:         17        30       400         0         -         - \n"
		       "avg:        143        30       400         0         -         - \n"
		       "max:       8268       350       400         0         -         - \n"
		       "ALL:        IRQ       Thr       Usr\n"
		       "count:     1580      1346         5 \n"
		       "min:          0        30       400 \n"
		       "avg:        143        30       400 \n"
		       "max:       8268       350       400 \n");
}

static void test_no_irq(void **state)
{
	(void)state;
	config.view.hist.no_irq = true;
	config.view.hist.no_header = true;
	config.view.hist.no_summary = true;
	fill();
	expect_printed(&timerlat_hist_view, &snapshot,
		       "0          1343         0 \n"
		       "300           3         0 \n"
		       "over:         0         0 \n");
}

static void test_no_thread(void **state)
{
	(void)state;
	config.view.hist.no_thread = true;
	fill();
	expect_printed(&timerlat_hist_view, &snapshot,
		       HEADER
		       "Index   IRQ-000   IRQ-003\n"
		       "0          1553         2 \n"
		       "100           1         0 \n"
		       "over:        24         0 \n"
		       "count:     1578         2 \n"
		       "min:         17         0 \n"
		       "avg:        143         0 \n"
		       "max:       8268         0 \n"
		       "ALL:        IRQ\n"
		       "count:     1580 \n"
		       "min:          0 \n"
		       "avg:        143 \n"
		       "max:       8268 \n");
}

static void test_no_index(void **state)
{
	(void)state;
	config.view.hist.entries = 4;
	config.view.hist.no_index = true;
	config.view.hist.with_zeros = true;
	histogram_free(histogram);
	histogram = histogram_new(4, 100 * NS_PER_US, 4);
	snapshot.histogram = histogram;
	fill();
	expect_printed(&timerlat_hist_view, &snapshot,
		       HEADER
		       "   IRQ-000   Thr-000   IRQ-003   Thr-003\n"
		       "     1553      1343         2         0 \n"
		       "        1         0         0         0 \n"
		       "        0         0         0         0 \n"
		       "        0         3         0         0 \n"
		       "       24         0         0         0 \n"
		       "     1578      1346         2         0 \n"
		       "       17        30         0         - \n"
		       "      143        30         0         - \n"
		       "     8268       350         0         - \n"
		       "      IRQ       Thr\n"
		       "     1580      1346 \n"
		       "        0        30 \n"
		       "      143        30 \n"
		       "     8268       350 \n");
}

static void test_nano(void **state)
{
	(void)state;
	config.view.nano = true;
	config.view.hist.bucket_size = 50000;
	histogram_free(histogram);
	histogram = histogram_new(4, 50000, 20);
	snapshot.histogram = histogram;
	add(1, CONTEXT_IRQ, 33770, 2);
	add(1, CONTEXT_THREAD, 100001, 1);
	expect_printed(&timerlat_hist_view, &snapshot,
		       "# RTLA timerlat histogram\n"
		       "# Time unit is nanoseconds (ns)\n"
		       "# Duration:   0 00:00:03\n"
		       "Index   IRQ-001   Thr-001\n"
		       "0             2         0 \n"
		       "100000        0         1 \n"
		       "over:         0         0 \n"
		       "count:        2         1 \n"
		       "min:      33770    100001 \n"
		       "avg:      33770    100001 \n"
		       "max:      33770    100001 \n"
		       "ALL:        IRQ       Thr\n"
		       "count:        2         1 \n"
		       "min:      33770    100001 \n"
		       "avg:      33770    100001 \n"
		       "max:      33770    100001 \n");
}

static void test_timerlat_nothing(void **state)
{
	(void)state;
	config.tracer.no_threads = true;
	expect_printed(&timerlat_hist_view, &snapshot,
		       HEADER
		       "Index\n"
		       "over: \n"
		       "count:\n"
		       "min:  \n"
		       "avg:  \n"
		       "max:  \n"
		       "ALL:        IRQ       Thr       Usr\n"
		       "count:        0         0         0 \n"
		       "min:          -         -         - \n"
		       "avg:          -         -         - \n"
		       "max:          -         -         - \n");
}

#define NOISE_HEADER \
	"# RTLA osnoise histogram\n" \
	"# Time unit is microseconds (us)\n" \
	"# Duration:   0 00:00:03\n"

/* Minimum, average and maximum are those of the noises, not of the buckets. */
static void test_osnoise(void **state)
{
	(void)state;
	add(0, CONTEXT_SINGLE, 1000, 3);
	add(0, CONTEXT_SINGLE, 66999, 1);
	add(1, CONTEXT_SINGLE, 1270, 2);
	add(1, CONTEXT_SINGLE, 12450000, 1);
	expect_printed(&osnoise_hist_view, &snapshot,
		       NOISE_HEADER
		       "Index   CPU-000   CPU-001\n"
		       "0             3         2 \n"
		       "50            1         0 \n"
		       "over:         0         1 \n"
		       "count:        4         3 \n"
		       "min:          1         1 \n"
		       "avg:      17.50   4150.85 \n"
		       "max:         66     12450 \n");
}

/* Noises are samples even if all of them are beyond the last bucket. */
static void test_osnoise_over(void **state)
{
	(void)state;
	add(3, CONTEXT_SINGLE, 2000000, 2);
	expect_printed(&osnoise_hist_view, &snapshot,
		       NOISE_HEADER
		       "Index   CPU-003\n"
		       "over:         2 \n"
		       "count:        2 \n"
		       "min:       2000 \n"
		       "avg:    2000.00 \n"
		       "max:       2000 \n");
}

static void test_osnoise_nothing(void **state)
{
	(void)state;
	expect_printed(&osnoise_hist_view, &snapshot,
		       NOISE_HEADER
		       "Index\n"
		       "over: 0\n"
		       "count: 0\n"
		       "min: 0\n"
		       "avg: 0\n"
		       "max: 0\n");
	config.view.hist.no_header = true;
	config.view.hist.no_summary = true;
	expect_printed(&osnoise_hist_view, &snapshot, "over: 0\n");
	config.view.hist.no_index = true;
	config.view.hist.no_summary = false;
	expect_printed(&osnoise_hist_view, &snapshot, "0\n0\n0\n0\n0\n");
}

/* Values and sums may need more than 32 bits. */
static void test_large(void **state)
{
	char *text;

	(void)state;
	for (int i = 0; i < 5; i++)
		stats_add(stats, 0, CONTEXT_IRQ, 3600000000000ULL + i);
	text = printed(&timerlat_hist_view, &snapshot);
	assert_non_null(strstr(text, "\navg:  3600000000 "));
	free(text);
	config.view.nano = true;
	text = printed(&timerlat_hist_view, &snapshot);
	assert_non_null(strstr(text, "\navg:  3600000000002 "));
	assert_non_null(strstr(text, "\nmax:  3600000000004 "));
	free(text);
}

/* The maximum number of buckets is printed in a short time. */
static void test_many_entries(void **state)
{
	char *text;

	(void)state;
	config.view.hist.entries = 9999999;
	config.view.hist.bucket_size = 999999;
	histogram_free(histogram);
	histogram = histogram_new(4, 999999 * NS_PER_US, 9999999);
	snapshot.histogram = histogram;
	add(0, CONTEXT_IRQ, 9999998ULL * 999999 * NS_PER_US, 1);
	text = printed(&timerlat_hist_view, &snapshot);
	assert_non_null(strstr(text, "\n9999988000002        1         0 \nover: "));
	free(text);
}

#define TEST(setup, name) \
	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(setup_timerlat, test_timerlat),
		TEST(setup_timerlat, test_user),
		TEST(setup_timerlat, test_no_irq),
		TEST(setup_timerlat, test_no_thread),
		TEST(setup_timerlat, test_no_index),
		TEST(setup_timerlat, test_nano),
		TEST(setup_timerlat, test_timerlat_nothing),
		TEST(setup_osnoise, test_osnoise),
		TEST(setup_osnoise, test_osnoise_over),
		TEST(setup_osnoise, test_osnoise_nothing),
		TEST(setup_timerlat, test_large),
		TEST(setup_timerlat, test_many_entries),
	};

	return cmocka_run_group_tests_name("view_hist", tests, NULL, NULL);
}
