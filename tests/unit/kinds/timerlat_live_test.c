// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the tables of "timerlat top" on a terminal: what fits, and large
 * figures.
 */
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "cmd/commands.h"
#include "kinds/timerlat/timerlat_kind.h"
#include "options/config.h"
#include "stats/latency.h"
#include "stats/maximum_times.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "test.h"
#include "view/snapshot.h"
#include "view/view.h"

static struct config config;
static struct stats *stats;
static struct sample_record *record;
static struct maximum_times *times;
static struct snapshot snapshot;

static int setup(void **state)
{
	(void)state;
	timerlat_top.set_defaults(&config);
	config.tracer.no_threads = true;
	cpus_parse(&config.tracer.cpus, "0-1");
	stats = stats_new(2);
	record = record_new(2);
	times = maximum_times_new(2);
	snapshot = (struct snapshot) {
		.config = &config.view, .tracer = &config.tracer,
		.stats = stats, .record = record,
		.maximum_times = times,
	};
	return !stats || !record || !times;
}

static int teardown(void **state)
{
	(void)state;
	stats_free(stats);
	record_free(record);
	maximum_times_free(times);
	return 0;
}

static void add(int cpu, enum event_context context, uint64_t latency)
{
	stats_add(stats, cpu, context, latency);
	assert_true(record_add(record, cpu, context, 0, latency));
}

static void expect(int columns, const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	setenv("LC_ALL", "C", 1);
	view_print_fitting(out, &timerlat_view, &snapshot, columns);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void fill(void)
{
	for (int i = 0; i < LATENCY_CONTEXTS; i++) {
		add(0, i, 2000 + 1000 * i);
		add(0, i, 64000 + 1000 * i);
	}
	add(1, CONTEXT_IRQ, 5000);
	maximum_times_update(times, stats, NS_PER_SEC);
	snapshot.elapsed_ns = 200 * NS_PER_SEC;
}

/* A row has 80 characters, which the last table may have, too. */
static void test_narrow(void **state)
{
	(void)state;
	fill();
	expect(80,
	       "Timer Latency, period 1000 us, priority f:95\n"
	       "  0 00:03:20 |      IRQ (us) |   Thread (us) | Ret user (us) | max|4..66 us\n"
	       "CPU COUNT    |   avg     max |   avg     max |   avg     max | ago|distribution \n"
	       "  0 #2       |    33      64 |    34      65 |    35      66 |  3m|@           @\n"
	       "  1 #1       |     5       5 |     -       - |     -       - |   -|             \n"
	       "-------------|---------------|---------------|---------------|----|-------------\n"
	       "ALL #3       |    23      64 |    34      65 |    35      66 |  3m|@           @\n");
}

static void test_wide(void **state)
{
	(void)state;
	config.tracer.no_threads = false;
	fill();
	expect(90,
	       "Timer Latency, period 1000 us, priority f:95\n"
	       "  0 00:03:20 |                  IRQ (us) |               Thread (us) | max|4..66 us\n"
	       "CPU COUNT    |  cur   min    avg     max |  cur   min    avg     max | ago|distribution \n"
	       "  0 #2       |   64     2     33      64 |   65     3     34      65 |  3m|@             @\n"
	       "  1 #1       |    5     5      5       5 |    -     -      -       - |   -|             \n"
	       "-------------|---------------------------|---------------------------|----|---------------\n"
	       "ALL #3       |          2     23      64 |          3     34      65 |  3m|@             @\n");
}

/* A count that is too large for its column is rounded down. */
static void test_count(void **state)
{
	static const struct {
		uint64_t count;
		const char *text;
	} cases[] = {
		{ 9999999, "\n  0 #9999999 |" }, { 10000000, "\n  0 #10.00M  |" },
		{ 999999999, "\n  0 #999.99M |" }, { 1000000000, "\n  0 #1.00G   |" },
		{ UINT64_MAX, "\n  0 #18.44E  |" },
	};
	struct latency latency = { .min = 1000, .max = 1000 };
	char text[4096];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		FILE *out = fmemopen(text, sizeof(text), "w");

		latency.count = cases[i].count;
		stats_put(stats, 0, CONTEXT_IRQ, &latency);
		view_print_fitting(out, &timerlat_view, &snapshot, 80);
		fclose(out);
		assert_non_null(strstr(text, cases[i].text));
	}
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_narrow),
		TEST(test_wide),
		TEST(test_count),
	};

	return cmocka_run_group_tests_name("view_top_live", tests, NULL, NULL);
}
