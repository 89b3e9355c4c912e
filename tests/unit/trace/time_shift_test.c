// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of times that are away from those in the fields of events.
 */
#include "test.h"
#include "trace/events.h"
#include "trace/time_shift.h"

#define CPUS	2
#define NOISES	20
#define MS	1000000ULL
#define SECOND	(1000 * MS)

/* Add interrupts, recorded 300 ns after their ends, and @shift later. */
static void add_irqs(struct event_list *list, int64_t shift)
{
	for (uint64_t i = 1; i <= NOISES; i++) {
		struct event *event = event_list_add(list);

		assert_non_null(event);
		event->type = EVENT_IRQ;
		event->noise.start = 100 * SECOND + i * MS;
		event->noise.duration = 2000;
		event->time = event->noise.start + 2300 + shift;
	}
}

/* Return the shift of interrupts on two CPUs, and undo it; 0: there is none. */
static int64_t shift_of(struct event_list *lists)
{
	int64_t ns;

	if (!time_shift_find(lists, CPUS, false, &ns))
		return 0;
	time_shift_undo(lists, CPUS, ns);
	return ns;
}

static void clear(struct event_list *lists)
{
	for (int cpu = 0; cpu < CPUS; cpu++)
		event_list_clear(&lists[cpu]);
}

static int64_t shift_of_both(int64_t first, int64_t second)
{
	struct event_list lists[CPUS] = { { .count = 0 } };
	int64_t ns;

	add_irqs(&lists[0], first);
	add_irqs(&lists[1], second);
	ns = shift_of(lists);
	clear(lists);
	return ns;
}

static void test_round(void **state)
{
	(void)state;
	assert_int_equal(shift_of_both(5 * SECOND, 5 * SECOND), 5 * SECOND);
	assert_int_equal(shift_of_both(-7 * SECOND, -7 * SECOND), -7 * SECOND);
	assert_int_equal(shift_of_both(2 * MS, 2 * MS), 2 * MS);
}

static void test_date(void **state)
{
	const int64_t date = 1796000000123456789;

	(void)state;
	assert_int_equal(shift_of_both(date, date), date + 300);
}

static void test_none(void **state)
{
	(void)state;
	assert_int_equal(shift_of_both(0, 0), 0);
	assert_int_equal(shift_of_both(400, 30000), 0);
}

static void test_cpus_differ(void **state)
{
	(void)state;
	assert_int_equal(shift_of_both(5 * SECOND, 6 * SECOND), 0);
}

static void test_drift(void **state)
{
	struct event_list lists[CPUS] = { { .count = 0 } };

	(void)state;
	add_irqs(&lists[0], SECOND);
	for (size_t i = 0; i < NOISES; i++)
		lists[0].event[i].time += i * 3000;
	assert_int_equal(shift_of(lists), 0);
	clear(lists);
}

static void test_impossible_noise(void **state)
{
	struct event_list lists[CPUS] = { { .count = 0 } };

	(void)state;
	add_irqs(&lists[0], SECOND);
	lists[0].event[3].noise.duration = 90 * SECOND;
	lists[0].event[12].noise.start = 0;
	assert_int_equal(shift_of(lists), SECOND);
	clear(lists);
}

static void test_undone(void **state)
{
	struct event_list lists[CPUS] = { { .count = 0 } };

	(void)state;
	add_irqs(&lists[1], SECOND);
	lists[1].lost_before = lists[1].event[5].time;
	assert_int_equal(shift_of(lists), SECOND);
	assert_int_equal(lists[1].event[0].time, 100 * SECOND + MS + 2300);
	assert_int_equal(lists[1].lost_before, lists[1].event[5].time);
	clear(lists);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round),
		cmocka_unit_test(test_date),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_cpus_differ),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_impossible_noise),
		cmocka_unit_test(test_undone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
