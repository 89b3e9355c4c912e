// SPDX-License-Identifier: GPL-2.0
/*
 * Reading statistics while their CPU counts (kernel/stats/stats.c). That file
 * is compiled with -fsanitize=thread, and so calls cpu_point() before each of
 * its accesses to memory. At each of those of the CPU that counts, a reader
 * looks; and at each of those of the reader, the CPU counts a whole period.
 * Whatever is read belongs to a number of whole periods, or the reader would
 * look again.
 */
#include <stdio.h>
#include <string.h>

#include "test.h"

#include "stats/osnoise_period.h"
#include "stats/stats.h"
#include "one_point.h"
#include "simulated_cpu.h"

/* More accesses than counting, or reading, has. */
#define POINTS_MAX	1000

static const struct osnoise_period period = {
	.runtime = 1000, .noise = 30, .max_single = 20, .hardware = 2,
	.nmi_count = 3, .irq_count = 5, .softirq_count = 7, .thread_count = 11,
};

static struct stats stats;

static void count_period(void)
{
	int at = wanted;

	wanted = -1;
	rtla_stats_add_period(stats.cpu[0], 1000, &period);
	wanted = at;
}

static void expect_whole(const struct rtla_stats *read)
{
	const struct rtla_noise *noise = &read->noise;
	u64 n = noise->periods;

	if (noise->runtime_ns != n * 1000 || noise->noise_ns != n * 30 ||
	    noise->hw_count != n * 2 || noise->nmi_count != n * 3 ||
	    noise->irq_count != n * 5 || noise->softirq_count != n * 7 ||
	    noise->thread_count != n * 11)
		fail_msg("access %d: sums are not of %lu periods", wanted,
			 (unsigned long)n);
	if (read->noise_squares.hw != n * 4 || read->noise_squares.nmi != n * 9 ||
	    read->noise_squares.irq != n * 25 ||
	    read->noise_squares.softirq != n * 49 ||
	    read->noise_squares.thread != n * 121)
		fail_msg("access %d: squares are not of %lu periods", wanted,
			 (unsigned long)n);
	n = read->count;
	if (read->sum_ns != n * 30 || read->squares_low != n * 900 ||
	    read->over[0] != n || (n && read->max_ns != 30))
		fail_msg("access %d: the samples are not %lu", wanted,
			 (unsigned long)n);
}

/* Read as often as it takes, or until nobody can count any more. */
static void look(void)
{
	struct rtla_stats read = { .context = RTLA_CONTEXT_TOTAL };
	int at = wanted;

	wanted = -1;
	looks = LOOKS_MAX;
	if (!setjmp(waits)) {
		rtla_stats_read(stats.cpu[0], &read);
		wanted = at;
		expect_whole(&read);
	}
	wanted = at;
	looks = 0;
}

static void begin(void)
{
	static const struct cpumask all;

	wanted = -1;
	stats = (struct stats) {
		.config = {
			.flags = RTLA_STATS_SUMMARY | RTLA_STATS_DISTRIBUTION,
			.contexts = 1 << RTLA_CONTEXT_TOTAL,
			.limits[RTLA_CONTEXT_TOTAL] = 1,
			.limit[RTLA_CONTEXT_TOTAL][0] = 29,
		},
		.window = { 0, 1000000 },
	};
	assert_int_equal(rtla_stats_create(&stats, &all), 0);
	count_period();
}

static void test_reader_at_each_access_of_the_cpu(void **state)
{
	(void)state;
	begin();
	happens = look;
	for (int at = 0; at < POINTS_MAX; at++) {
		wanted = at;
		point = 0;
		rtla_stats_add_period(stats.cpu[0], 1000, &period);
		if (point <= at)
			break;
	}
	print_message("%d accesses\n", point);
	assert_in_range(point, 30, POINTS_MAX - 1);
	rtla_stats_destroy(&stats);
}

static void test_period_at_each_access_of_a_reader(void **state)
{
	struct rtla_stats read = { .context = RTLA_CONTEXT_TOTAL };

	(void)state;
	begin();
	happens = count_period;
	for (int at = 0; at < POINTS_MAX; at++) {
		wanted = at;
		point = 0;
		rtla_stats_read(stats.cpu[0], &read);
		expect_whole(&read);
		if (point <= at)
			break;
	}
	print_message("%d accesses\n", point);
	assert_in_range(point, 10, POINTS_MAX - 1);
	rtla_stats_destroy(&stats);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reader_at_each_access_of_the_cpu),
		cmocka_unit_test(test_period_at_each_access_of_a_reader),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
