// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the table of "timerlat top", byte by byte.
 */
#include <stdlib.h>
#include <string.h>

#include "base/parse.h"
#include "kinds/timerlat/timerlat_kind.h"
#include "options/command.h"
#include "options/config.h"
#include "printed.h"
#include "stats/stats.h"
#include "test.h"
#include "view/snapshot.h"
#include "view/view.h"

#define TITLE \
	"                                     Timer Latency" \
	"                                              \n"
#define HEADS \
	"CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max\n"
#define SPLIT \
	"---------------|----------------------------------------|---------------------------------------\n"

#define USER_TITLE \
	"                                     Timer Latency" \
	"                                              " \
	"                                         \n"
#define USER_HEADS \
	"CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max |      cur       min       avg       max\n"
#define USER_SPLIT \
	"---------------|----------------------------------------|----------------------------------------|---------------------------------------\n"

static struct config config;

static int setup(void **state)
{
	(void)state;
	timerlat_top.set_defaults(&config);
	config.tracer.no_threads = false;
	return 0;
}

static void expect(const struct snapshot *snapshot, const char *expected)
{
	expect_printed(&timerlat_view, snapshot, expected);
}

static struct snapshot snapshot_of(const struct stats *stats, struct cpus cpus)
{
	config.tracer.cpus = cpus;
	return (struct snapshot) {
		.config = &config.view,
		.tracer = &config.tracer,
		.stats = stats,
	};
}

/* Add @count samples, which result in the given @cells: cur, min, avg, max. */
static void fill(struct stats *stats, int cpu, enum event_context context,
		 uint64_t count, const uint64_t cells[4])
{
	uint64_t rest = count * cells[2] - cells[0] - cells[1] - cells[3];

	stats_add(stats, cpu, context, cells[1]);
	stats_add(stats, cpu, context, cells[3]);
	for (uint64_t left = count - 3; left; left--) {
		stats_add(stats, cpu, context, rest / left);
		rest -= rest / left;
	}
	stats_add(stats, cpu, context, cells[0]);
}

/* The expected text is what the in-tree tool printed in one of its runs. */
static void test_upstream_sample(void **state)
{
	struct cpus cpus = { .word = { 1 } };
	struct stats *stats = stats_new(1);
	struct snapshot snapshot = snapshot_of(stats, cpus);

	(void)state;
	fill(stats, 0, CONTEXT_IRQ, 1996,
	     (uint64_t []){ 32391, 13051, 66517, 3203699 });
	fill(stats, 0, CONTEXT_THREAD, 1996,
	     (uint64_t []){ 55527, 46676, 104087, 3310600 });
	snapshot.elapsed_ns = 2 * NS_PER_SEC;
	config.view.nano = true;
	expect(&snapshot,
	       TITLE
	       "  0 00:00:02   |          IRQ Timer Latency (ns)        |         Thread Timer Latency (ns)\n"
	       HEADS
	       "  0 #1996      |    32391     13051     66517   3203699 |    55527     46676    104087   3310600\n"
	       SPLIT
	       "ALL #1996   e0 |              13051     66517   3203699 |              46676    104087   3310600\n");
	stats_free(stats);
}

/* CPUs without samples are left out; contexts without samples get dashes. */
static void test_missing(void **state)
{
	struct stats *stats = stats_new(130);
	struct cpus cpus = { .word = { 7, 0, 3 } };
	struct snapshot snapshot = snapshot_of(stats, cpus);

	(void)state;
	fill(stats, 1, CONTEXT_IRQ, 5,
	     (uint64_t []){ 2500, 1000, 2000, 3000 });
	stats_add(stats, 128, CONTEXT_THREAD, 7999);
	snapshot.elapsed_ns =
		((((1 * 24 + 2) * 60 + 3) * 60) + 4) * NS_PER_SEC + 999999999;
	expect(&snapshot,
	       TITLE
	       "  1 02:03:04   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)\n"
	       HEADS
	       "  1 #5         |        2         1         2         3 |        -         -         -         -\n"
	       "128 #0         |        -         -         -         - |        7         7         7         7\n"
	       SPLIT
	       "ALL #5      e0 |                  1         2         3 |                  7         7         7\n");
	stats_free(stats);
}

static void test_nothing(void **state)
{
	struct stats *stats = stats_new(1);
	struct cpus cpus = { .word = { 1 } };
	struct snapshot snapshot = snapshot_of(stats, cpus);

	(void)state;
	expect(&snapshot,
	       TITLE
	       "  0 00:00:00   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)\n"
	       HEADS
	       SPLIT
	       "ALL #0      e0 |                  -         -         - |                  -         -         -\n");
	stats_free(stats);
}

/* A count of 1234567 is shown as 123456 e1. */
static void test_exponent(void **state)
{
	struct stats *stats = stats_new(1);
	struct cpus cpus = { .word = { 1 } };
	struct snapshot snapshot = snapshot_of(stats, cpus);

	(void)state;
	for (int i = 0; i < 1234567; i++)
		stats_add(stats, 0, CONTEXT_IRQ, 5000);
	expect(&snapshot,
	       TITLE
	       "  0 00:00:00   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)\n"
	       HEADS
	       "  0 #1234567   |        5         5         5         5 |        -         -         -         -\n"
	       SPLIT
	       "ALL #123456 e1 |                  5         5         5 |                  -         -         -\n");
	stats_free(stats);
}

/* With user-space workloads there is a third latency. */
static void test_user(void **state)
{
	struct stats *stats = stats_new(2);
	struct cpus cpus = { .word = { 3 } };
	struct snapshot snapshot = snapshot_of(stats, cpus);

	(void)state;
	config.tracer.no_threads = true;
	fill(stats, 0, CONTEXT_IRQ, 982,
	     (uint64_t []){ 52000, 2000, 91000, 931000 });
	fill(stats, 0, CONTEXT_THREAD, 982,
	     (uint64_t []){ 79000, 54000, 132000, 1796000 });
	fill(stats, 0, CONTEXT_USER, 982,
	     (uint64_t []){ 100000, 77000, 156000, 1894000 });
	stats_add(stats, 1, CONTEXT_IRQ, 5000);
	snapshot.elapsed_ns = 2 * NS_PER_SEC;
	expect(&snapshot,
	       USER_TITLE
	       "  0 00:00:02   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)      |    Ret user Timer Latency (us)\n"
	       USER_HEADS
	       "  0 #982       |       52         2        91       931 |       79        54       132      1796 |      100        77       156      1894\n"
	       "  1 #1         |        5         5         5         5 |        -         -         -         - |        -         -         -         -\n"
	       USER_SPLIT
	       "ALL #983    e0 |                  2        90       931 |                 54       132      1796 |                 77       156      1894\n");
	stats_free(stats);
}

/* The row of all CPUs has all its columns, even if there are no samples. */
static void test_user_missing(void **state)
{
	struct stats *stats = stats_new(1);
	struct cpus cpus = { .word = { 1 } };
	struct snapshot snapshot = snapshot_of(stats, cpus);
	char *text;

	(void)state;
	config.tracer.no_threads = true;
	text = printed(&timerlat_view, &snapshot);
	assert_non_null(strstr(text, "\nALL #0      e0 |                  -         -         - |                  -         -         - |                  -         -         -\n"));
	free(text);
	stats_free(stats);
}

/* Values of more than 32 bits make cells wider, and are not cut. */
static void test_large(void **state)
{
	struct stats *stats = stats_new(1);
	struct cpus cpus = { .word = { 1 } };
	struct snapshot snapshot = snapshot_of(stats, cpus);
	char *text;

	(void)state;
	config.view.nano = true;
	stats_add(stats, 0, CONTEXT_IRQ, 3600000000000ULL);
	stats_add(stats, 0, CONTEXT_IRQ, 3600000000002ULL);
	text = printed(&timerlat_view, &snapshot);
	assert_non_null(strstr(text, "|3600000000002 3600000000000 3600000000001 3600000000002 |"));
	free(text);
	stats_free(stats);
}

#define TEST(name)	cmocka_unit_test_setup(name, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_upstream_sample),
		TEST(test_missing),
		TEST(test_nothing),
		TEST(test_exponent),
		TEST(test_user),
		TEST(test_user_missing),
		TEST(test_large),
	};

	return cmocka_run_group_tests_name("timerlat_view", tests, NULL, NULL);
}
