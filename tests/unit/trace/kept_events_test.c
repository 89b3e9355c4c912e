// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of which events of a long trace are kept.
 */
#include <stdlib.h>

#include "test.h"
#include "trace/events.h"
#include "trace/kept_events.h"
#include "trace/saved_trace.h"

#define NEWEST	1000
#define SECOND	1000000000ULL

struct reading {
	struct saved_trace trace;
	struct kept_events kept;
};

static void add(struct reading *reading, const struct event *event)
{
	struct event_list *list = saved_trace_list(&reading->trace, 1);

	reading->kept.newest = NEWEST;
	assert_non_null(list);
	assert_true(kept_events_add(&reading->kept, &reading->trace, 1, event));
	*event_list_add(list) = *event;
}

static void add_sample(struct reading *reading, uint64_t time, uint64_t latency)
{
	struct event event = { .type = EVENT_SAMPLE, .time = time };

	event_set_defaults(&event);
	event.sample.context = CONTEXT_THREAD;
	event.sample.latency = latency;
	add(reading, &event);
}

static void add_irq(struct reading *reading, uint64_t time)
{
	struct event event = {
		.type = EVENT_IRQ, .time = time,
		.noise = { .start = time - 100, .duration = 100 },
	};

	add(reading, &event);
}

/* Add an interrupt each millisecond, from one second until before the other. */
static void add_seconds(struct reading *reading, int from, int to)
{
	for (uint64_t ms = from * 1000; ms < to * 1000ULL; ms++)
		add_irq(reading, ms * 1000000 + 100);
}

static const struct event_list *list_of(const struct reading *reading)
{
	return &reading->trace.list[1];
}

/* Return how many interrupts are kept of this stretch of time. */
static int kept_between(const struct reading *reading, uint64_t from,
			uint64_t to)
{
	const struct event_list *list = list_of(reading);
	int count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->event[i].type == EVENT_IRQ &&
			 list->event[i].time >= from &&
			 list->event[i].time < to;
	return count;
}

static void finish(struct reading *reading)
{
	kept_events_free(&reading->kept);
	saved_trace_free(&reading->trace);
}

static void test_newest(void **state)
{
	struct reading reading = { .kept = { .added = 0 } };

	(void)state;
	add_seconds(&reading, 1, 51);
	assert_in_range(list_of(&reading)->count, NEWEST, 2 * NEWEST);
	assert_int_equal(kept_between(&reading, 50 * SECOND, 51 * SECOND), 1000);
	assert_int_equal(list_of(&reading)->lost_before, 0);
	finish(&reading);
}

/* The longest latency is kept with what was in it, and just before and after it. */
static void test_longest(void **state)
{
	struct reading reading = { .kept = { .added = 0 } };

	(void)state;
	add_sample(&reading, SECOND, 50);
	add_seconds(&reading, 1, 10);
	add_sample(&reading, 10 * SECOND, SECOND / 2);
	add_seconds(&reading, 10, 11);
	add_sample(&reading, 11 * SECOND, 70);
	add_seconds(&reading, 11, 51);
	assert_in_range(kept_between(&reading, 9 * SECOND, 10 * SECOND), 540, 560);
	assert_in_range(kept_between(&reading, 10 * SECOND, 11 * SECOND), 40, 60);
	assert_int_equal(kept_between(&reading, 5 * SECOND, 9 * SECOND), 0);
	assert_true(list_of(&reading)->count < 4 * NEWEST);
	/* So does one before it, and the last one: it was not the only one. */
	assert_int_equal(list_of(&reading)->event[0].sample.latency, 50);
	assert_int_equal(list_of(&reading)->lost_before, 0);
	finish(&reading);
}

static void test_stop(void **state)
{
	struct reading reading = { .kept = { .added = 0 } };
	struct event stop = { .type = EVENT_STOP, .time = 10 * SECOND };

	(void)state;
	event_set_defaults(&stop);
	stop.stop.latency = SECOND / 2;
	stop.stop.t_w = stop.time - SECOND / 2;
	add_seconds(&reading, 1, 10);
	add(&reading, &stop);
	add_seconds(&reading, 10, 51);
	assert_int_equal(kept_between(&reading, stop.stop.t_w, stop.time), 500);
	finish(&reading);
}

/* The kernel's remark is about what was measured before it. */
static void test_remark(void **state)
{
	struct reading reading = { .kept = { .added = 0 } };
	struct event stop = { .type = EVENT_STOP, .time = 10 * SECOND };

	(void)state;
	event_set_defaults(&stop);
	add_sample(&reading, SECOND, 60 * SECOND);
	add_seconds(&reading, 1, 10);
	add_sample(&reading, 10 * SECOND, SECOND / 2);
	add(&reading, &stop);
	add_seconds(&reading, 10, 51);
	assert_int_equal(kept_between(&reading, 10 * SECOND - SECOND / 2,
				      10 * SECOND), 500);
	finish(&reading);
}

/* A latency that is longer than what was kept has lost events. */
static void test_cut(void **state)
{
	struct reading reading = { .kept = { .added = 0 } };

	(void)state;
	add_seconds(&reading, 1, 51);
	assert_int_equal(list_of(&reading)->lost_before, 0);
	add_sample(&reading, 51 * SECOND, 40 * SECOND);
	assert_in_range(list_of(&reading)->lost_before, 48 * SECOND,
			51 * SECOND);
	finish(&reading);
}

/* The trace does not forget what only the dropped events tell of it. */
static void test_forgotten(void **state)
{
	struct event wrong = {
		.type = EVENT_IRQ, .time = 1000,
		.noise = { .start = 5000, .duration = 1 },
	};
	struct event bare = { .type = EVENT_THREAD, .time = SECOND };
	struct reading reading = { .kept = { .added = 0 } };

	(void)state;
	add(&reading, &wrong);
	add_seconds(&reading, 1, 10);
	assert_int_equal(reading.trace.forgotten.impossible, 1);
	assert_false(reading.trace.forgotten.of_kernel);
	bare.noise.prio = PRIO_ABSENT;
	add(&reading, &bare);
	add_seconds(&reading, 10, 20);
	assert_true(reading.trace.forgotten.of_kernel);
	assert_false(reading.trace.forgotten.of_module);
	bare.noise.prio = 120;
	add(&reading, &bare);
	add_seconds(&reading, 20, 30);
	assert_true(reading.trace.forgotten.of_module);
	finish(&reading);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_newest),
		cmocka_unit_test(test_longest),
		cmocka_unit_test(test_stop),
		cmocka_unit_test(test_remark),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_forgotten),
	};

	return cmocka_run_group_tests_name("kept_events", tests, NULL, NULL);
}
