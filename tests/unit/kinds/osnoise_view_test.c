// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the tables of "osnoise top" and "hwnoise", byte by byte.
 */
#include <stdlib.h>
#include <string.h>

#include "kinds/osnoise/osnoise_kind.h"
#include "options/command.h"
#include "options/config.h"
#include "printed.h"
#include "stats/noise.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/events.h"
#include "view/snapshot.h"

#define TITLE \
	"                                          Operating System Noise                                       " \
	"                                   \n"
#define HARDWARE_TITLE \
	"                                          Hardware-related Noise                                   \n"
#define HARDWARE_HEADS \
	"CPU Period       Runtime        Noise  % CPU Aval   Max Noise   Max Single          HW          NMI"
#define HEADS \
	HARDWARE_HEADS "          IRQ      Softirq       Thread\n"

static struct config config;
static struct stats *stats;
static struct snapshot snapshot;

static int setup(void **state)
{
	(void)state;
	osnoise_top.set_defaults(&config);
	cpus_parse(&config.tracer.cpus, "0,2,130");
	stats = stats_new(131);
	snapshot = (struct snapshot) {
		.config = &config.view,
		.tracer = &config.tracer,
		.stats = stats,
	};
	return !stats;
}

static int teardown(void **state)
{
	(void)state;
	stats_free(stats);
	return 0;
}

static void add(int cpu, uint64_t runtime, uint64_t noise, uint64_t single,
		uint32_t first_count)
{
	struct event event = {
		.type = EVENT_PERIOD,
		.period = {
			.runtime = runtime, .noise = noise,
			.max_single = single, .from = {
				[NOISE_HARDWARE] = first_count,
				[NOISE_NMI] = first_count + 1,
				[NOISE_IRQ] = first_count + 2,
				[NOISE_SOFTIRQ] = first_count + 3,
				[NOISE_THREAD] = first_count + 4,
			},
		},
	};

	stats_add_period(stats, cpu, &event);
}

/*
 * Sums are in ns: what is less than a us in each of two periods can be a us
 * together.
 */
static void fill(void)
{
	add(0, 1002222900, 610949500, 20131999, 500);
	add(0, 1002221900, 592033900, 18658000, 90);
	add(130, 1000000000, 1, 1, 0);
	snapshot.elapsed_ns = 3 * NS_PER_SEC;
}

static void test_table(void **state)
{
	(void)state;
	fill();
	expect_printed(&osnoise_view, &snapshot,
		       TITLE
		       "duration:   0 00:00:03 | time is in us\n"
		       HEADS
		       "  0 #2           2004444      1202983    39.98420      610949        20131         590          592          594          596          598\n"
		       "130 #1           1000000            0    99.99999           0            0           0            1            2            3            4\n");
}

static void test_hardware(void **state)
{
	(void)state;
	fill();
	expect_printed(&hwnoise_view, &snapshot,
		       HARDWARE_TITLE
		       "duration:   0 00:00:03 | time is in us\n"
		       HARDWARE_HEADS "\n"
		       "  0 #2           2004444      1202983    39.98420      610949        20131         590          592 \n"
		       "130 #1           1000000            0    99.99999           0            0           0            1 \n");
}

static void test_nothing(void **state)
{
	(void)state;
	expect_printed(&osnoise_view, &snapshot,
		       TITLE
		       "duration:   0 00:00:00 | time is in us\n"
		       HEADS);
}

static void expect_available(const char *expected)
{
	char *text = printed(&osnoise_view, &snapshot);
	const char *row = strstr(text, "\n  2 #");

	assert_non_null(row);
	assert_memory_equal(row + strlen("\n  2 #1     ") + 26, expected, 12);
	free(text);
}

static void test_whole(void **state)
{
	(void)state;
	add(2, 1000000000, 0, 0, 0);
	expect_available("   100.00000");
}

static void test_none_left(void **state)
{
	(void)state;
	/* The noise of a period may have begun before the period. */
	add(2, 1000000000, 1000000001, 1000000001, 0);
	expect_available("     0.00000");
}

/*
 * Ten days of periods of a second, with a million interferences of the hardware
 * in each.
 */
static void test_long(void **state)
{
	(void)state;
	for (int i = 0; i < 864000; i++)
		add(2, 1000000000, 250000000, 4000000, 1000000);
	expect_available("    75.00000");
	assert_true(stats_noise(stats, 2)->from[NOISE_HARDWARE] ==
		    864000000000ULL);
}

#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_table),
		TEST(test_hardware),
		TEST(test_nothing),
		TEST(test_whole),
		TEST(test_none_left),
		TEST(test_long),
	};

	return cmocka_run_group_tests_name("osnoise_view", tests, NULL, NULL);
}
