// SPDX-License-Identifier: GPL-2.0
/*
 * The table of "top", to the byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "command.h"
#include "values.h"
#include "view.h"

#define TITLE \
	"                                     Timer Latency" \
	"                                              \n"
#define HEADS \
	"CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max\n"
#define SPLIT \
	"---------------|----------------------------------------|---------------------------------------\n"

static void expect(const struct picture *picture, const char *expected)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	view_top.print(out, picture);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static struct picture picture_of(const struct stats *stats,
				 const struct cpus *cpus)
{
	return (struct picture) {
		.columns = &timerlat_top.columns,
		.stats = stats,
		.cpus = cpus,
	};
}

/* Samples that come to the given cells: cur, min, avg, max. */
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

/* What the in-tree tool printed of a run of its own. */
static void test_upstream_sample(void **state)
{
	struct cpus cpus = { .word = { 1 } };
	struct stats *stats = stats_new(1);
	struct picture picture = picture_of(stats, &cpus);

	(void)state;
	fill(stats, 0, CONTEXT_IRQ, 1996,
	     (uint64_t []){ 32391, 13051, 66517, 3203699 });
	fill(stats, 0, CONTEXT_THREAD, 1996,
	     (uint64_t []){ 55527, 46676, 104087, 3310600 });
	picture.elapsed_ns = 2 * NS_PER_SEC;
	picture.nano = true;
	expect(&picture,
	       TITLE
	       "  0 00:00:02   |          IRQ Timer Latency (ns)        |         Thread Timer Latency (ns)\n"
	       HEADS
	       "  0 #1996      |    32391     13051     66517   3203699 |    55527     46676    104087   3310600\n"
	       SPLIT
	       "ALL #1996   e0 |              13051     66517   3203699 |              46676    104087   3310600\n");
	stats_free(stats);
}

/* CPUs without samples are left out, contexts without get dashes. */
static void test_missing(void **state)
{
	struct stats *stats = stats_new(130);
	struct cpus cpus = { .word = { 7, 0, 3 } };
	struct picture picture = picture_of(stats, &cpus);

	(void)state;
	fill(stats, 1, CONTEXT_IRQ, 5,
	     (uint64_t []){ 2500, 1000, 2000, 3000 });
	stats_add(stats, 128, CONTEXT_THREAD, 7999);
	picture.elapsed_ns = ((((1 * 24 + 2) * 60 + 3) * 60) + 4) * NS_PER_SEC +
			     999999999;
	expect(&picture,
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
	struct picture picture = picture_of(stats, &cpus);

	(void)state;
	expect(&picture,
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
	struct picture picture = picture_of(stats, &cpus);

	(void)state;
	for (int i = 0; i < 1234567; i++)
		stats_add(stats, 0, CONTEXT_IRQ, 5000);
	expect(&picture,
	       TITLE
	       "  0 00:00:00   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)\n"
	       HEADS
	       "  0 #1234567   |        5         5         5         5 |        -         -         -         -\n"
	       SPLIT
	       "ALL #123456 e1 |                  5         5         5 |                  -         -         -\n");
	stats_free(stats);
}

/* On a terminal the table goes over the one before; colour is optional. */
static void test_terminal(void **state)
{
	struct stats *stats = stats_new(1);
	struct cpus cpus = { .word = { 1 } };
	struct picture picture = picture_of(stats, &cpus);
	char *text = NULL;
	size_t size = 0;

	(void)state;
	picture.redraw = true;
	for (int colour = 0; colour <= 1; colour++) {
		FILE *out = open_memstream(&text, &size);
		int lines = 0;

		assert_non_null(out);
		picture.colour = colour;
		view_top.print(out, &picture);
		fclose(out);
		assert_int_equal(strncmp(text, "\033[H", 3), 0);
		assert_string_equal(text + strlen(text) - 3, "\033[J");
		assert_null(strstr(text, "\033c"));
		for (char *end = strchr(text, '\n'); end;
		     end = strchr(end + 1, '\n')) {
			assert_int_equal(strncmp(end - 3, "\033[K", 3), 0);
			lines++;
		}
		assert_int_equal(lines, 5);
		assert_int_equal(!!strstr(text, "\033[7m"), colour);
		free(text);
	}
	stats_free(stats);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_upstream_sample),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_exponent),
		cmocka_unit_test(test_terminal),
	};

	return cmocka_run_group_tests_name("view_top", tests, NULL, NULL);
}
