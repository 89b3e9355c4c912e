// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of finding skipped periods by the time between samples.
 */
#include "stats/latency.h"
#include "stats/sample_record.h"
#include "stats/skips.h"
#include "stats/stats.h"
#include "test.h"
#include "trace/events.h"

#define PERIOD	1000

static struct stats *stats;
static struct sample_record *record;
static struct skips *skips;

static int setup(void **state)
{
	(void)state;
	stats = stats_new(2);
	record = record_new(2);
	skips = skips_new(2, PERIOD, stats, record);
	return !stats || !record || !skips;
}

static int teardown(void **state)
{
	(void)state;
	skips_free(skips);
	record_free(record);
	stats_free(stats);
	return 0;
}

static void take(int cpu, uint32_t seqnum, int context, uint64_t t_w,
		 uint64_t latency)
{
	const struct event sample = {
		.type = EVENT_SAMPLE,
		.sample = { .t_w = t_w,
			    .latency = latency,
			    .seqnum = seqnum,
			    .context = context },
	};

	assert_true(skips_take(skips, cpu, &sample, 2000, 100000));
}

static void check(enum event_context context, uint64_t count, uint64_t max,
		  uint64_t sum)
{
	const struct latency *late = stats_skipped(stats, 1, context);

	assert_int_equal(late->count, count);
	assert_int_equal(late->count ? late->max : 0, max);
	assert_int_equal(late->sum, sum);
}

static uint64_t skipped(int cpu)
{
	return stats_skipped(stats, cpu, CONTEXT_THREAD)->count;
}

/* The times that are computed are some ns away from the period. */
static void test_none(void **state)
{
	(void)state;
	for (int i = 1; i < 10; i++) {
		take(1, i, CONTEXT_IRQ, 10000 + i * PERIOD + i % 3 * 40, 10);
		take(1, i, CONTEXT_THREAD, 10000 + i * PERIOD - i % 2 * 60, 30);
	}
	assert_int_equal(skipped(1), 0);
	check(CONTEXT_THREAD, 0, 0, 0);
}

/* A thread that is late by 3.5 periods skips three of them. */
static void test_stall(void **state)
{
	(void)state;
	take(1, 7, CONTEXT_IRQ, 10000, 10);
	take(1, 7, CONTEXT_THREAD, 10000, 3500);
	take(1, 8, CONTEXT_IRQ, 14010, 10);
	take(1, 8, CONTEXT_THREAD, 14000, 30);
	take(1, 9, CONTEXT_IRQ, 15000, 10);
	assert_int_equal(skipped(1), 3);
	assert_int_equal(skipped(0), 0);
	check(CONTEXT_THREAD, 3, 2500, 2500 + 1500 + 500);
	check(CONTEXT_IRQ, 0, 0, 0);
	check(CONTEXT_USER, 0, 0, 0);
}

/* An interrupt that is late makes those of the skipped periods late, too. */
static void test_irq(void **state)
{
	(void)state;
	take(1, 7, CONTEXT_IRQ, 10000, 2200);
	take(1, 7, CONTEXT_THREAD, 10000, 2300);
	take(1, 8, CONTEXT_IRQ, 13000, 10);
	check(CONTEXT_THREAD, 2, 1300, 1300 + 300);
	check(CONTEXT_IRQ, 2, 1200, 1200 + 200);
}

/* A hit ends the samples: what it has skipped until then is known. */
static void test_finish(void **state)
{
	(void)state;
	take(1, 7, CONTEXT_IRQ, 10000, 10);
	take(1, 7, CONTEXT_THREAD, 10000, 3500);
	assert_true(skips_finish(skips, 1, 2000, 100000));
	assert_int_equal(skipped(1), 3);
	check(CONTEXT_THREAD, 3, 2500, 2500 + 1500 + 500);
	assert_true(skips_finish(skips, 1, 2000, 100000));
	take(1, 8, CONTEXT_IRQ, 90000, 1000);
	assert_true(skips_finish(skips, 1, 2000, 100000));
	assert_int_equal(skipped(1), 3);
}

/* A time that is late by half a period moves no other activation. */
static void test_late(void **state)
{
	(void)state;
	take(1, 1, CONTEXT_IRQ, 10600, 10);
	take(1, 2, CONTEXT_IRQ, 11000, 10);
	take(1, 3, CONTEXT_IRQ, 12500, 10);
	take(1, 4, CONTEXT_IRQ, 13000, 10);
	take(1, 5, CONTEXT_IRQ, 16700, 10);
	take(1, 6, CONTEXT_IRQ, 17000, 10);
	assert_int_equal(skipped(1), 2);
}

/* Where samples may be missing, nothing is known, nor outside of the measurement. */
static void test_unknown(void **state)
{
	(void)state;
	take(1, 7, CONTEXT_IRQ, 10000, 10);
	skips_forget(skips, 1);
	take(1, 8, CONTEXT_IRQ, 20000, 10);
	take(1, 10, CONTEXT_IRQ, 30000, 10);
	take(1, 11, CONTEXT_IRQ, 99000, 10);
	assert_int_equal(skipped(1), 68);
	take(1, 12, CONTEXT_IRQ, 120000, 10);
	assert_int_equal(skipped(1), 68);
}

/* The number 0 follows on the largest one. */
static void test_wrap(void **state)
{
	(void)state;
	take(1, UINT32_MAX, CONTEXT_IRQ, 10000, 10);
	take(1, UINT32_MAX, CONTEXT_THREAD, 10000, 3500);
	take(1, 0, CONTEXT_IRQ, 14000, 10);
	take(1, 0, CONTEXT_THREAD, 14000, 1500);
	take(1, 1, CONTEXT_IRQ, 16000, 10);
	assert_int_equal(skipped(1), 3 + 1);
}

/* The time between two activations with the same number is no latency. */
static void test_same_number(void **state)
{
	(void)state;
	take(1, 1, CONTEXT_IRQ, 10000, 10);
	take(1, 1, CONTEXT_THREAD, 10000, 30);
	take(1, 1, CONTEXT_IRQ, 50000, 10);
	take(1, 1, CONTEXT_THREAD, 50000, 30);
	take(1, 2, CONTEXT_IRQ, 51000, 10);
	assert_int_equal(skipped(1), 0);
	take(1, 2, CONTEXT_THREAD, 51000, 2500);
	take(1, 3, CONTEXT_IRQ, 54000, 10);
	assert_int_equal(skipped(1), 2);
}

static void test_begin(void **state)
{
	(void)state;
	take(1, 1, CONTEXT_IRQ, 100, 10);
	take(1, 2, CONTEXT_IRQ, 5100, 10);
	assert_int_equal(skipped(1), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_none, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stall, setup, teardown),
		cmocka_unit_test_setup_teardown(test_irq, setup, teardown),
		cmocka_unit_test_setup_teardown(test_finish, setup, teardown),
		cmocka_unit_test_setup_teardown(test_late, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unknown, setup, teardown),
		cmocka_unit_test_setup_teardown(test_wrap, setup, teardown),
		cmocka_unit_test_setup_teardown(test_same_number, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_begin, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
