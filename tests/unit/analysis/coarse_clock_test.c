// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of how a clock that only ticks is recognised by its events.
 */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "analysis/coarse_clock.h"
#include "made_events.h"
#include "test.h"
#include "trace/saved_trace.h"
#include "trace/trace_formats.h"

#define MS	1000000ULL

static struct event_list list;

static int clear(void **state)
{
	(void)state;
	event_list_clear(&list);
	return 0;
}

static void add_noise(uint64_t start, uint64_t duration)
{
	made_noise(&list, EVENT_IRQ, start, duration, start + duration, 236,
		   "local_timer");
}

static void add_gap(uint64_t start, uint64_t duration)
{
	struct event *event = made_event(&list, EVENT_GAP, start + duration, 9);

	event->gap.start = start;
	event->gap.duration = duration;
}

static void test_ticks(void **state)
{
	static const uint64_t ticks[] = { 1, 4, 10 };

	for (size_t i = 0; i < sizeof(ticks) / sizeof(ticks[0]); i++) {
		add_noise(1001 * ticks[i] * MS, 0);
		add_noise(1002 * ticks[i] * MS, ticks[i] * MS);
		assert_int_equal(coarse_clock_tick(&list), ticks[i] * MS);
		clear(state);
	}
}

/* When a timer was to expire may lie between two ticks. */
static void test_fine_latency(void **state)
{
	(void)state;
	made_sample(&list, 947629890000, CONTEXT_IRQ, 110000, 23);
	add_noise(947629 * MS, MS);
	add_noise(947630 * MS, 0);
	made_sample(&list, 947629890000, CONTEXT_THREAD, 407000, 27);
	assert_int_equal(coarse_clock_tick(&list), MS);
}

/* The clock was set between two ticks. */
static void test_offset(void **state)
{
	(void)state;
	add_noise(4117952650, 4 * MS);
	add_noise(4121952650, 0);
	assert_int_equal(coarse_clock_tick(&list), 4 * MS);
	add_noise(4125952651, 0);
	assert_int_equal(coarse_clock_tick(&list), 0);
}

static void test_gaps(void **state)
{
	(void)state;
	add_gap(500 * MS, 4 * MS);
	add_gap(508 * MS, 4 * MS);
	assert_int_equal(coarse_clock_tick(&list), 4 * MS);
}

static void test_too_few(void **state)
{
	(void)state;
	assert_int_equal(coarse_clock_tick(&list), 0);
	add_noise(500 * MS, MS);
	assert_int_equal(coarse_clock_tick(&list), 0);
	clear(state);
	/* Whatever the clock, something may seem to take no time. */
	add_noise(500 * MS, 0);
	add_noise(501 * MS, 0);
	assert_int_equal(coarse_clock_tick(&list), 0);
}

/* A single time between two ticks is enough, be it a start or a duration. */
static void test_usual_clock(void **state)
{
	add_noise(500 * MS, MS);
	add_noise(501 * MS + 1, MS);
	assert_int_equal(coarse_clock_tick(&list), 0);
	clear(state);
	add_noise(500 * MS, MS + 1000);
	add_noise(502 * MS, MS);
	assert_int_equal(coarse_clock_tick(&list), 0);
	clear(state);
	add_noise(500 * MS, MS);
	add_noise(501 * MS, MS);
	add_gap(502 * MS, 70);
	assert_int_equal(coarse_clock_tick(&list), 0);
}

static void expect_recorded(const char *path)
{
	struct saved_trace trace = { .list = NULL };
	const char *why = trace_formats_read(&trace, path);
	uint64_t tick = strstr(path, "jiffies") ? 4 * MS : 0;

	for (int cpu = 0; cpu < trace.cpus; cpu++)
		if (coarse_clock_tick(&trace.list[cpu]) != tick)
			fail_msg("%s: CPU %d: %ju ns", path, cpu,
				 (uintmax_t)coarse_clock_tick(&trace.list[cpu]));
	saved_trace_free(&trace);
	if (why)
		fail_msg("%s: %s", path, why);
}

static void test_recorded(void **state)
{
	glob_t found;

	(void)state;
	assert_int_equal(glob(TRACES "/*-*-*.txt", 0, NULL, &found), 0);
	assert_int_equal(glob(TRACES "/kernel/*-*-*.txt", GLOB_APPEND, NULL,
			      &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		expect_recorded(found.gl_pathv[i]);
	assert_true(found.gl_pathc > 20);
	globfree(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_ticks, clear),
		cmocka_unit_test_teardown(test_fine_latency, clear),
		cmocka_unit_test_teardown(test_offset, clear),
		cmocka_unit_test_teardown(test_gaps, clear),
		cmocka_unit_test_teardown(test_too_few, clear),
		cmocka_unit_test_teardown(test_usual_clock, clear),
		cmocka_unit_test(test_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
