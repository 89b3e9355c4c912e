// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of cycles, their parts and items, from events made by hand.
 */
#include <string.h>

#include "cycles/cycle_items.h"
#include "cycles/cycle_names.h"
#include "cycles/home_wait.h"
#include "cycles/replay.h"
#include "cycles/thread_cycles.h"
#include "cycles/whereabouts.h"
#include "made_cycles.h"
#include "test.h"

#define ROBOT	10
#define MOTOR	11
#define OTHER	12

static struct sched_trace trace;
static struct whereabouts where;
static struct thread_cycles cycles;
static struct cycle_items items;

static int set_up(void **state)
{
	(void)state;
	made_prio(&trace, ROBOT, "robot", 49);
	made_prio(&trace, MOTOR, "motor", 19);
	made_prio(&trace, OTHER, "other", 120);
	made_prio(&trace, 0, "swapper", 120);
	/* The first home wait, from 1 us on. */
	made_home(&trace, 0, 0, ROBOT, 0);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	cycle_items_free(&items);
	thread_cycles_free(&cycles);
	whereabouts_free(&where);
	made_clean(&trace);
	return 0;
}

static void find_cycles(size_t count)
{
	const struct thread_choice choice = { .comm = "robot" };

	sched_trace_settle(&trace);
	assert_true(replay_trace(&where, &trace));
	cycles = (struct thread_cycles) { .where = &where };
	cycles.thread = home_wait_thread(&cycles.home, &where, &choice);
	assert_non_null(cycles.thread);
	assert_true(thread_cycles_find(&cycles));
	assert_int_equal(cycles.count, count);
	if (count)
		assert_true(cycle_items_find(&items, &cycles, cycles.cycle));
}

static void expect_cycle(size_t i, uint64_t release, uint64_t completion)
{
	const struct thread_cycle *cycle = &cycles.cycle[i];
	uint64_t sum = 0;

	assert_int_equal(cycle->release, release * 1000);
	assert_int_equal(cycle->completion, completion * 1000);
	for (int part = 0; part < CYCLE_PARTS; part++)
		sum += cycle->part[part];
	assert_int_equal(sum, cycle_response(cycle));
}

static void expect_part(enum cycle_part part, uint64_t us)
{
	assert_int_equal(cycles.cycle[0].part[part], us * 1000);
}

/* Expect the item number @i of a part. */
static void expect_item(enum cycle_part part, int i, const char *name,
			uint64_t us)
{
	char text[CYCLE_NAME_LEN];

	for (size_t at = 0; at < items.count; at++) {
		if (items.item[at].part != part || i--)
			continue;
		assert_string_equal(name_item(&cycles, &items.item[at], text),
				    name);
		assert_int_equal(items.item[at].ns, us * 1000);
		return;
	}
	fail_msg("there is no such item as %s", name);
}

static void test_plain(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	/* The clock of the timer is another one than that of the trace. */
	expect_cycle(0, 100, 201);
	expect_part(CYCLE_START, 5);
	expect_item(CYCLE_START, 0, "CPU 0 was idle", 2);
	expect_item(CYCLE_START, 1,
		    "its timer was late: the CPU was idle", 1);
	expect_item(CYCLE_START, 2, "hrtimer_wakeup", 1);
	expect_item(CYCLE_START, 3, "local_timer:236", 1);
	expect_part(CYCLE_RUN, 96);
	expect_item(CYCLE_RUN, 0, "in its own program", 94);
	/* On its way out of the home wait, and into it. */
	expect_item(CYCLE_RUN, 1, "in clock_nanosleep", 2);
}

static void test_preempted(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_begin(&trace, 110, 0, ROBOT, SPAN_IRQ, "eth0:24");
	made_waking(&trace, 111, 0, ROBOT, MOTOR, 0);
	made_end(&trace, 113, 0, ROBOT, SPAN_IRQ);
	made_switch(&trace, 115, 0, ROBOT, false, MOTOR);
	made_begin(&trace, 120, 0, MOTOR, SPAN_IRQ, "eth0:24");
	made_end(&trace, 121, 0, MOTOR, SPAN_IRQ);
	made_switch(&trace, 150, 0, MOTOR, true, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	expect_cycle(0, 100, 201);
	expect_part(CYCLE_INTERRUPTED, 3);
	expect_item(CYCLE_INTERRUPTED, 0, "eth0:24", 3);
	expect_part(CYCLE_PREEMPTED, 35);
	expect_item(CYCLE_PREEMPTED, 0, "motor:11 (real-time priority 80)", 34);
	expect_item(CYCLE_PREEMPTED, 1, "eth0:24", 1);
	expect_part(CYCLE_RUN, 58);
}

/* It sleeps, is woken on another CPU, and has to wait there, too. */
static void test_blocked(void **state)
{
	(void)state;
	made_switch(&trace, 50, 1, 0, false, OTHER);
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 110, 0, ROBOT, MADE_MUTEX);
	made_switch(&trace, 111, 0, ROBOT, true, 0);
	made_waking(&trace, 140, 1, OTHER, ROBOT, 1);
	made_switch(&trace, 160, 1, OTHER, false, ROBOT);
	made_return(&trace, 161, 1, ROBOT);
	made_home(&trace, 200, 1, ROBOT, OTHER);
	find_cycles(1);
	expect_cycle(0, 100, 201);
	expect_part(CYCLE_BLOCKED, 29);
	expect_item(CYCLE_BLOCKED, 0,
		    "futex (mutex), until other:12 released it", 29);
	expect_part(CYCLE_PREEMPTED, 20);
	expect_item(CYCLE_PREEMPTED, 0,
		    "other:12 (no real-time priority), until it made way", 20);
	assert_int_equal(cycles.cycle[0].migrations, 1);
}

static void test_fault(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_sched(&trace, SCHED_FAULT, 110, 0, ROBOT);
	made_switch(&trace, 111, 0, ROBOT, true, 0);
	made_begin(&trace, 150, 0, 0, SPAN_IRQ, "nvme0q1:30");
	made_begin(&trace, 151, 0, 0, SPAN_SOFTIRQ, "BLOCK:4");
	made_waking(&trace, 152, 0, 0, ROBOT, 0);
	made_end(&trace, 153, 0, 0, SPAN_SOFTIRQ);
	made_end(&trace, 154, 0, 0, SPAN_IRQ);
	made_switch(&trace, 155, 0, 0, false, ROBOT);
	/* No further sleep of a thread out of a call is that of a fault. */
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	expect_part(CYCLE_BLOCKED, 41);
	expect_item(CYCLE_BLOCKED, 0,
		    "a page fault, until softirq BLOCK:4 woke it", 41);
}

/* Its CPU idles, and does not run it: it must be throttled. */
static void test_idle(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_switch(&trace, 110, 0, ROBOT, false, 0);
	made_switch(&trace, 150, 0, 0, false, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	expect_part(CYCLE_PREEMPTED, 40);
	expect_item(CYCLE_PREEMPTED, 0, "CPU 0 was idle", 40);
}

/* Let the thread return at @us from its home wait, and find its two cycles. */
static void find_second(uint64_t us)
{
	made_return(&trace, us, 0, ROBOT);
	made_home(&trace, 270, 0, ROBOT, 0);
	find_cycles(2);
}

/* The timer comes before the thread sleeps: the next cycle begins at once. */
static void test_passed(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 250, 0, ROBOT, MADE_SLEEP);
	made_timer(&trace, 200, 251, 0, ROBOT, ROBOT);
	find_second(255);
	/* The timer wakes it 1 us after its interrupt has begun. */
	expect_cycle(0, 100, 252);
	expect_cycle(1, 200, 271);
	assert_int_equal(cycles.cycle[1].part[CYCLE_START], 52000);
	cycle_items_free(&items);
	assert_true(cycle_items_find(&items, &cycles, &cycles.cycle[1]));
	expect_item(CYCLE_START, 0, "its cycle before was not over", 52);
}

/* It loses its CPU on its way to sleep, and the timer comes before it goes on. */
static void test_preempted_at_home(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 250, 0, ROBOT, MADE_SLEEP);
	made_switch(&trace, 251, 0, ROBOT, false, MOTOR);
	made_timer(&trace, 200, 252, 0, MOTOR, ROBOT);
	made_switch(&trace, 260, 0, MOTOR, true, ROBOT);
	find_second(261);
	expect_cycle(0, 100, 253);
	expect_part(CYCLE_PREEMPTED, 2);
	expect_cycle(1, 200, 271);
	assert_int_equal(cycles.cycle[1].part[CYCLE_START], 60000);
}

/* It is woken there, but finds no reason to go on, and sleeps in the same call. */
static void test_sleeps_all_the_same(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 150, 0, ROBOT, MADE_SLEEP);
	made_switch(&trace, 151, 0, ROBOT, false, MOTOR);
	made_waking(&trace, 152, 0, MOTOR, ROBOT, 0);
	made_switch(&trace, 160, 0, MOTOR, true, ROBOT);
	made_switch(&trace, 161, 0, ROBOT, true, 0);
	made_timer(&trace, 200, 201, 0, 0, ROBOT);
	made_switch(&trace, 205, 0, 0, false, ROBOT);
	find_second(206);
	expect_cycle(0, 100, 161);
	expect_cycle(1, 200, 271);
}

/* It sleeps, but its time is over already, and the timer's interrupt comes. */
static void test_overrun(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_home(&trace, 249, 0, ROBOT, 0);
	made_timer(&trace, 200, 251, 0, 0, ROBOT);
	made_switch(&trace, 255, 0, 0, false, ROBOT);
	find_second(255);
	expect_cycle(0, 100, 250);
	expect_cycle(1, 200, 271);
	cycle_items_free(&items);
	assert_true(cycle_items_find(&items, &cycles, &cycles.cycle[1]));
	expect_item(CYCLE_START, 0, "its cycle before was not over", 50);
}

/* Others wake it on its way to sleep: it has slept all the same. */
static void test_race(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 110, 0, ROBOT, MADE_MUTEX);
	made_sched(&trace, SCHED_WAKING, 111, 1, OTHER)->other = ROBOT;
	made_switch(&trace, 112, 0, ROBOT, true, 0);
	made_sched(&trace, SCHED_QUEUED, 115, 1, OTHER)->other = ROBOT;
	made_switch(&trace, 116, 0, 0, false, ROBOT);
	made_return(&trace, 117, 0, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	expect_cycle(0, 100, 201);
	expect_part(CYCLE_BLOCKED, 3);
	expect_item(CYCLE_BLOCKED, 0,
		    "futex (mutex), until other:12 released it", 3);
}

/* Lost events make the cycle in which they were lost unknown, and no other. */
static void test_lost(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	made_timer(&trace, 300, 301, 0, 0, ROBOT);
	made_switch(&trace, 305, 0, 0, false, ROBOT);
	made_return(&trace, 306, 0, ROBOT);
	made_switch(&trace, 307, 1, 0, false, OTHER);
	made_switch(&trace, 350, 1, OTHER, true, 0);
	trace.event[trace.events - 1].lost = true;
	made_home(&trace, 400, 0, ROBOT, 0);
	made_timer(&trace, 500, 501, 0, 0, ROBOT);
	made_switch(&trace, 505, 0, 0, false, ROBOT);
	made_return(&trace, 506, 0, ROBOT);
	made_home(&trace, 600, 0, ROBOT, 0);
	find_cycles(2);
	expect_cycle(0, 100, 201);
	expect_cycle(1, 500, 601);
	assert_int_equal(cycles.unknown, 1);
}

/* Nobody tells who woke it: that is said, and nobody is named. */
static void test_unknown_waker(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_call(&trace, 110, 0, ROBOT, MADE_MUTEX);
	made_switch(&trace, 111, 0, ROBOT, true, 0);
	made_switch(&trace, 140, 0, 0, false, ROBOT);
	made_return(&trace, 141, 0, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	expect_part(CYCLE_BLOCKED, 29);
	expect_item(CYCLE_BLOCKED, 0,
		    "futex (mutex), until somebody unknown woke it", 29);
}

/* Softirqs of PREEMPT_RT lose their CPU with the thread that they are in. */
static void test_softirq_moves(void **state)
{
	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_begin(&trace, 110, 0, ROBOT, SPAN_SOFTIRQ, "NET_RX:3");
	made_switch(&trace, 112, 0, ROBOT, false, MOTOR);
	made_switch(&trace, 122, 0, MOTOR, true, ROBOT);
	made_end(&trace, 127, 0, ROBOT, SPAN_SOFTIRQ);
	made_home(&trace, 200, 0, ROBOT, 0);
	find_cycles(1);
	expect_item(CYCLE_INTERRUPTED, 0, "NET_RX:3", 7);
	expect_item(CYCLE_PREEMPTED, 0, "motor:11 (real-time priority 80)", 10);
	expect_part(CYCLE_RUN, 79);
}

/* Without system calls, only timers end the waits for the next period. */
static void test_no_calls(void **state)
{
	(void)state;
	sched_trace_free(&trace);
	made_prio(&trace, ROBOT, "robot", 49);
	made_prio(&trace, OTHER, "other", 120);
	made_switch(&trace, 1, 0, ROBOT, true, 0);
	made_timer(&trace, 100, 101, 0, 0, ROBOT);
	made_switch(&trace, 105, 0, 0, false, ROBOT);
	made_switch(&trace, 110, 0, ROBOT, true, 0);
	made_waking(&trace, 120, 1, OTHER, ROBOT, 0);
	made_switch(&trace, 125, 0, 0, false, ROBOT);
	made_switch(&trace, 150, 0, ROBOT, true, 0);
	made_timer(&trace, 200, 201, 0, 0, ROBOT);
	find_cycles(1);
	assert_true(cycles.home.by_timer);
	expect_cycle(0, 100, 150);
	expect_part(CYCLE_BLOCKED, 10);
	expect_part(CYCLE_PREEMPTED, 5);
}

/* A wait that is given is used, whoever ends it. */
static void test_given_wait(void **state)
{
	const struct home_wait home = {
		.wait = { .nr = cycle_wait_find("read"), .how = 5 },
	};
	const struct thread_choice choice = { .given = true, .home = &home };

	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	for (uint64_t us = 200; us < 500; us += 100) {
		made_call(&trace, us, 0, ROBOT, MADE_READ);
		made_switch(&trace, us + 1, 0, ROBOT, true, 0);
		made_waking(&trace, us + 50, 1, OTHER, ROBOT, 0);
		made_switch(&trace, us + 55, 0, 0, false, ROBOT);
		made_return(&trace, us + 56, 0, ROBOT);
	}
	sched_trace_settle(&trace);
	assert_true(replay_trace(&where, &trace));
	cycles = (struct thread_cycles) { .where = &where };
	cycles.thread = home_wait_thread(&cycles.home, &where, &choice);
	assert_non_null(cycles.thread);
	assert_true(thread_cycles_find(&cycles));
	assert_int_equal(cycles.count, 2);
	expect_cycle(0, 250, 301);
	expect_cycle(1, 350, 401);
}

static void test_figures(void **state)
{
	struct cycle_figures figures;

	(void)state;
	for (uint64_t us = 1000; us <= 100000; us += 1000) {
		made_timer(&trace, us, us, 0, 0, ROBOT);
		made_switch(&trace, us + 5, 0, 0, false, ROBOT);
		made_return(&trace, us + 5, 0, ROBOT);
		made_home(&trace, us + 9 + us / 1000, 0, ROBOT, 0);
	}
	find_cycles(100);
	assert_true(cycle_figures_find(&figures, &cycles, 100000));
	assert_int_equal(figures.period, 1000000);
	assert_int_equal(figures.average, 60500);
	assert_int_equal(figures.p99, 109000);
	assert_int_equal(figures.max, 110000);
	assert_int_equal(figures.misses, 10);
	assert_ptr_equal(thread_cycles_worst(&cycles, 0), &cycles.cycle[99]);
	/* The first one that misses the deadline has caused what came then. */
	assert_ptr_equal(thread_cycles_worst(&cycles, 100000),
			 &cycles.cycle[90]);
}

/* A real-time thread is taken before others, even if these wait more often. */
static void test_choice(void **state)
{
	const struct thread_choice any = { .comm = NULL };

	(void)state;
	made_cycle_at_100(&trace, ROBOT);
	made_home(&trace, 200, 0, ROBOT, 0);
	made_home(&trace, 300, 1, OTHER, 0);
	for (uint64_t us = 400; us < 1000; us += 100) {
		made_timer(&trace, us, us, 1, 0, OTHER);
		made_switch(&trace, us + 5, 1, 0, false, OTHER);
		made_return(&trace, us + 5, 1, OTHER);
		made_home(&trace, us + 9, 1, OTHER, 0);
	}
	sched_trace_settle(&trace);
	assert_true(replay_trace(&where, &trace));
	cycles.thread = home_wait_thread(&cycles.home, &where, &any);
	assert_int_equal(cycles.thread->pid, ROBOT);
}

#define TEST(function) \
	cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_plain),
		TEST(test_preempted),
		TEST(test_blocked),
		TEST(test_fault),
		TEST(test_idle),
		TEST(test_passed),
		TEST(test_preempted_at_home),
		TEST(test_sleeps_all_the_same),
		TEST(test_overrun),
		TEST(test_race),
		TEST(test_lost),
		TEST(test_unknown_waker),
		TEST(test_softirq_moves),
		TEST(test_no_calls),
		TEST(test_given_wait),
		TEST(test_figures),
		TEST(test_choice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
