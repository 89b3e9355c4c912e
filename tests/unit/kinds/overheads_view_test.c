// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the tables of "overheads top", byte by byte.
 */
#include <stdlib.h>
#include <string.h>

#include "kinds/overheads/overheads_kind.h"
#include "options/command.h"
#include "options/config.h"
#include "printed.h"
#include "stats/overheads.h"
#include "stats/sample_record.h"
#include "stats/stats.h"
#include "test.h"
#include "view/snapshot.h"

#define FIGURES \
	"      Count  Disturbed     Own |       Min        Avg     Median        P99        Max     Stddev\n"
#define NONE(name) \
	name "         0          0       - |         -          -          -          -          -          -\n"
#define ABSENT(name) \
	name "    absent          -       - |         -          -          -          -          -          -\n"
#define OWN "Own: this tool's own work in each of them, at least; it is not subtracted.\n"
#define COUNTED \
	"Counted for real-time threads that are woken or get a CPU.\n" \
	"Counted for all threads: tick, ipi and xcall.\n" \
	"Not counted if an interrupt disturbed it.\n" OWN

static struct config config;
static struct stats *stats;
static struct sample_record *record;
static struct overheads *overheads;
static struct snapshot snapshot;

static int setup(void **state)
{
	(void)state;
	overheads_top.set_defaults(&config);
	cpus_parse(&config.tracer.cpus, "0,2");
	stats = stats_new(3);
	record = record_new(3);
	overheads = overheads_new(3);
	snapshot = (struct snapshot) {
		.config = &config.view, .tracer = &config.tracer,
		.stats = stats, .record = record,
		.kind.overheads = overheads, .elapsed_ns = 3 * NS_PER_SEC,
	};
	if (!stats || !record || !overheads)
		return -1;
	for (int i = OVERHEAD_FIRST; i < OVERHEAD_END; i++)
		if (i != CONTEXT_OVERHEAD_IPI && i != CONTEXT_OVERHEAD_XCALL)
			overheads_put_method(overheads, i, METHOD_EXACT);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	overheads_free(overheads);
	record_free(record);
	stats_free(stats);
	return 0;
}

static void add(int cpu, enum event_context context, uint64_t ns, int times)
{
	for (; times; times--) {
		stats_add(stats, cpu, context, ns);
		assert_true(record_add(record, cpu, context, 0, ns));
	}
}

/* Below 256 ns each bucket has one value, so percentiles are exact. */
static void fill(void)
{
	const struct overhead_flaws flaws = { 7, 0, 60 },
				    negative = { 0, 2, 0 };

	add(0, CONTEXT_OVERHEAD_CXS, 100, 500);
	add(2, CONTEXT_OVERHEAD_CXS, 200, 489);
	add(2, CONTEXT_OVERHEAD_CXS, 250, 11);
	add(0, CONTEXT_OVERHEAD_SCHED2, 1234, 1);
	overheads_put(overheads, 2, CONTEXT_OVERHEAD_CXS, &flaws);
	overheads_put(overheads, 2, CONTEXT_OVERHEAD_IPI, &negative);
}

static void test_names(void **state)
{
	(void)state;
	fill();
	expect_printed(&overheads_view, &snapshot,
		       "Overheads of the kernel (us)\n"
		       "  0 00:00:03\n"
		       "Name           " FIGURES
		       NONE("release-latency ")
		       NONE("release         ")
		       NONE("sched           ")
		       "cxs                   1000          7   0.060 |     0.100      0.150      0.100      0.250      0.250      0.051\n"
		       "sched2                   1          0       - |     1.234      1.234          -          -      1.234          -\n"
		       NONE("tick            ")
		       ABSENT("ipi             ")
		       ABSENT("xcall           ")
		       NONE("wake            ")
		       COUNTED
		       "Absent, as this kernel does not let it be seen: ipi, xcall.\n"
		       "ipi: 2 came before they were sent, by the two CPUs' clocks: left out.\n");
}

static void test_cpus(void **state)
{
	char *text;

	(void)state;
	fill();
	config.view.per_cpu = true;
	config.view.nano = true;
	text = printed(&overheads_view, &snapshot);
	assert_non_null(strstr(text, "\nCPU Name           " FIGURES
			       "  0 release-latency "));
	assert_non_null(strstr(text,
			"\n  0 cxs                    500          0       - |       100        100        100          -        100          0\n"
			"  0 sched2                   1          0       - |      1234       1234          -          -       1234          -\n"));
	assert_non_null(strstr(text,
			"\n  2 cxs                    500          7      60 |       200        201        200          -        250          7\n"));
	assert_null(strstr(text, "\n  1 "));
	assert_null(strstr(text, " absent "));
	free(text);
}

static void expect_foot(const char *expected)
{
	char *text = printed(&overheads_view, &snapshot);
	const char *foot = strstr(text, "\nCounted");

	assert_non_null(foot);
	assert_string_equal(foot + 1, expected);
	free(text);
}

#define ABSENT_TOLD "Absent, as this kernel does not let it be seen: ipi, xcall.\n"

static void test_nothing(void **state)
{
	const struct overhead_flaws flaws = { 1, 0, 0 };

	(void)state;
	/* The tick is no thread's. */
	add(0, CONTEXT_OVERHEAD_TICK, 100, 1);
	expect_foot(COUNTED
		    "No real-time thread has run: give --all-threads to count all threads.\n"
		    ABSENT_TOLD);
	config.tracer.all_threads = true;
	config.tracer.keep_disturbed = true;
	expect_foot("Counted for all threads that are woken or get a CPU.\n"
		    "Also counted if an interrupt disturbed it, without the time of that.\n" OWN
		    "No thread has run.\n" ABSENT_TOLD);
	overheads_put(overheads, 0, CONTEXT_OVERHEAD_WAKE, &flaws);
	expect_foot("Counted for all threads that are woken or get a CPU.\n"
		    "Also counted if an interrupt disturbed it, without the time of that.\n" OWN
		    ABSENT_TOLD);
}

#define TEST(function)	cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_names),
		TEST(test_cpus),
		TEST(test_nothing),
	};

	return cmocka_run_group_tests_name("overheads_view", tests, NULL, NULL);
}
