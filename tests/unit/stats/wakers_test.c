// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the merging of wakers.
 */
#include <stdio.h>
#include <stdlib.h>

#include "stats/wakers.h"
#include "test.h"

/* Add a waker with @count wake-ups, each of which took @ns in all. */
static void add(struct wakers *wakers, enum waker_kind kind, int id,
		const char *name, int count, uint64_t ns)
{
	struct woken_by waker = { .kind = kind, .id = id };

	snprintf(waker.name, sizeof(waker.name), "%s", name);
	for (int i = 0; i < count; i++)
		latency_add(&waker.part[WAKEUP_CONTEXTS - 1], ns);
	assert_true(wakers_add(wakers, &waker));
}

static void expect(const struct wakers *wakers, int i, enum waker_kind kind,
		   int id, const char *name, uint64_t count)
{
	const struct woken_by *waker = &wakers->waker[i];

	assert_true(i < wakers->count);
	assert_int_equal(waker->kind, kind);
	assert_int_equal(waker->id, id);
	assert_string_equal(waker->name, name);
	assert_int_equal(waker->part[WAKEUP_CONTEXTS - 1].count, count);
}

static void test_merge(void **state)
{
	struct wakers wakers = { .count = 0 };
	const struct latency *total;

	(void)state;
	/* Those of CPU 0, and of CPU 1. */
	add(&wakers, WAKER_THREAD, 12, "sh", 3, 50);
	add(&wakers, WAKER_TIMER, -1, "hrtimer_wakeup", 100, 10);
	add(&wakers, WAKER_OTHERS, -1, "", 5, 1);
	add(&wakers, WAKER_IRQ, 12, "sh", 1, 1);
	add(&wakers, WAKER_THREAD, 12, "sleep", 1, 1);
	add(&wakers, WAKER_THREAD, 12, "sh", 1, 90);
	add(&wakers, WAKER_OTHERS, -1, "", 2, 1);
	add(&wakers, WAKER_THREAD, 9, "sh", 1, 1);
	wakers_merge(&wakers);
	assert_int_equal(wakers.count, 6);
	expect(&wakers, 0, WAKER_TIMER, -1, "hrtimer_wakeup", 100);
	expect(&wakers, 1, WAKER_IRQ, 12, "sh", 1);
	expect(&wakers, 2, WAKER_THREAD, 9, "sh", 1);
	expect(&wakers, 3, WAKER_THREAD, 12, "sh", 4);
	expect(&wakers, 4, WAKER_THREAD, 12, "sleep", 1);
	expect(&wakers, 5, WAKER_OTHERS, -1, "", 7);
	total = &wakers.waker[3].part[WAKEUP_CONTEXTS - 1];
	assert_int_equal(total->min, 50);
	assert_int_equal(total->max, 90);
	assert_int_equal(total->sum, 240);
	assert_int_equal(wakers.waker[3].part[0].count, 0);
	wakers_merge(&wakers);
	assert_int_equal(wakers.count, 6);
	free(wakers.waker);
}

/* The list is emptied, and filled again: that of the next reading. */
static void test_again(void **state)
{
	struct wakers wakers = { .count = 0 };

	(void)state;
	wakers_merge(&wakers);
	assert_int_equal(wakers.count, 0);
	for (int i = 0; i < 3; i++) {
		wakers.count = 0;
		for (int j = 0; j < 100; j++)
			add(&wakers, WAKER_SOFTIRQ, j % 10, "", 1, j);
		wakers_merge(&wakers);
		assert_int_equal(wakers.count, 10);
		expect(&wakers, 9, WAKER_SOFTIRQ, 9, "", 10);
		/* There is room for more after the merging, too. */
		for (int j = 0; j < 100; j++)
			add(&wakers, WAKER_NEW, j, "", 1, j);
		assert_int_equal(wakers.count, 110);
	}
	free(wakers.waker);
}

static void test_names(void **state)
{
	(void)state;
	assert_string_equal(waker_kind_name(WAKER_TIMER), "timer");
	assert_string_equal(waker_kind_name(WAKER_IRQ), "irq");
	assert_string_equal(waker_kind_name(WAKER_SOFTIRQ), "softirq");
	assert_string_equal(waker_kind_name(WAKER_THREAD), "thread");
	assert_string_equal(waker_kind_name(WAKER_NEW), "new");
	assert_string_equal(waker_kind_name(WAKER_OTHERS), "others");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests_name("wakers", tests, NULL, NULL);
}
