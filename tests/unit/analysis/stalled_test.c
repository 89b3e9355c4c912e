// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of a CPU that stood still, in a noise or in a wake-up.
 */
#include "analysis/analysis.h"
#include "analysis/stalled.h"
#include "made_events.h"
#include "test.h"

#define T_W	1000000ULL
#define PID	99

static struct event_list list;

static void add_irq(uint64_t start, uint64_t duration)
{
	made_noise(&list, EVENT_IRQ, start, duration, start + duration, 236,
		   "local_timer");
}

static void add_gap(uint64_t start, uint64_t duration, uint64_t interference)
{
	struct event *event = made_event(&list, EVENT_GAP, start + duration, PID);

	event->gap.start = start;
	event->gap.duration = duration;
	event->gap.interference = interference;
}

static void add_stop(int context, uint64_t latency, uint64_t irq_start,
		     uint64_t thread_start)
{
	made_stop(&list, T_W, latency, irq_start, thread_start, PID);
	list.event[list.count - 1].stop.context = context;
}

static struct analysis *analyse(enum recorder recorder)
{
	struct analysis *analysis =
		analysis_new(&list, 3, &(struct analysis_config) {
			.workload_prio = 4, .recorder = recorder,
		});
	int64_t sum = 0;

	assert_non_null(analysis);
	stalled_find(analysis, &list);
	for (int i = 0; i < PARTS; i++)
		sum += analysis->part[i].ns;
	assert_int_equal(sum + analysis->unexplained, analysis->latency);
	return analysis;
}

static void done(struct analysis *analysis)
{
	analysis_free(analysis);
	event_list_clear(&list);
}

/*
 * The machine stood still for longer than a tick: the tick comes as soon as it
 * goes on, so that the gap has an interference.
 */
static void test_hardware_noise_with_tick(void **state)
{
	struct analysis *analysis;

	(void)state;
	add_irq(T_W + 29600000, 400000);
	add_gap(T_W, 30003000, 1);
	add_stop(CONTEXT_SINGLE, 30003000, 0, 0);

	analysis = analyse(RECORDED_BY_MODULE);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 29600000);
	assert_int_equal(analysis->part[PART_IRQ].ns, 400000);
	assert_int_equal(analysis->unexplained, 3000);
	assert_int_equal(analysis->segment[0].part, PART_HARDWARE);
	done(analysis);
}

/* The same, but the kernel's own tracer may have left out what ran there. */
static void test_left_out_noise(void **state)
{
	struct analysis *analysis;

	(void)state;
	add_irq(T_W + 29600000, 400000);
	list.event[0].after_left_out = true;
	add_gap(T_W, 30003000, 1);
	add_stop(CONTEXT_SINGLE, 30003000, 0, 0);

	analysis = analyse(RECORDED_BY_KERNEL);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 0);
	assert_int_equal(analysis->unexplained, 29603000);
	done(analysis);
}

/* Neither many unexplained stretches are hardware, nor a short one. */
static void test_unexplained_noise(void **state)
{
	struct analysis *analysis;

	(void)state;
	add_irq(T_W + 20000, 9000);
	add_gap(T_W, 50000, 1);
	add_stop(CONTEXT_SINGLE, 50000, 0, 0);
	analysis = analyse(RECORDED_BY_MODULE);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 0);
	assert_int_equal(analysis->unexplained, 41000);
	done(analysis);

	add_irq(T_W + 9000, 900);
	add_gap(T_W, 9999, 1);
	add_stop(CONTEXT_SINGLE, 9999, 0, 0);
	analysis = analyse(RECORDED_BY_MODULE);
	assert_int_equal(analysis->part[PART_HARDWARE].ns, 0);
	done(analysis);
}

/*
 * The host took the CPU in the timer's interrupt, which it left for hardware to
 * be set up. Other interrupts tell what one takes.
 */
static void test_stall_in_timer_irq(void **state)
{
	struct analysis *analysis;

	(void)state;
	add_irq(T_W / 4, 2000);
	add_irq(T_W / 3, 3000);
	add_irq(T_W / 2, 4000);
	made_sample(&list, T_W, CONTEXT_IRQ, 900, 0);
	add_irq(T_W + 500, 300000);
	made_noise(&list, EVENT_THREAD, T_W + 500, 1500, T_W + 302000, 0,
		   "swapper/0");
	made_sample(&list, T_W, CONTEXT_THREAD, 303000, PID);
	add_stop(CONTEXT_THREAD, 303000, T_W + 500, T_W + 302000);
	analysis = analyse(RECORDED_BY_MODULE);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 300000);
	assert_int_equal(analysis->stalled, 4000);
	done(analysis);
}

/* It is known what the interrupt did for others after the own timer. */
static void test_timers_after_own(void **state)
{
	struct analysis *analysis;

	(void)state;
	for (int i = 2; i < 5; i++)
		add_irq(T_W / i, 2000);
	made_sample(&list, T_W, CONTEXT_IRQ, 900, 0);
	add_irq(T_W + 500, 300000);
	made_sample(&list, T_W, CONTEXT_THREAD, 303000, PID);
	add_stop(CONTEXT_THREAD, 303000, T_W + 500, T_W + 300500);
	analysis = analyse(RECORDED_BY_MODULE);
	assert_int_equal(analysis->stalled, 2000);
	analysis->stalled = 0;
	analysis->other_timers.ns = 280000;
	stalled_find(analysis, &list);
	assert_int_equal(analysis->stalled, 0);
	done(analysis);
}

/* There are too few interrupts to tell what one takes, or they take as long. */
static void test_slow_timer_irq(void **state)
{
	struct analysis *analysis;

	(void)state;
	for (int others = 0; others < 2; others++) {
		for (int i = 1; others && i < 4; i++)
			add_irq(T_W * i / 8, 40000);
		made_sample(&list, T_W, CONTEXT_IRQ, 900, 0);
		add_irq(T_W + 500, 300000);
		made_sample(&list, T_W, CONTEXT_THREAD, 303000, PID);
		add_stop(CONTEXT_THREAD, 303000, T_W + 500, T_W + 300500);
		analysis = analyse(RECORDED_BY_MODULE);
		assert_int_equal(analysis->stalled, 0);
		done(analysis);
	}
}

/* The interrupt had come for other timers, which may be many. */
static void test_other_timers(void **state)
{
	struct analysis *analysis;

	(void)state;
	for (int i = 1; i < 4; i++)
		add_irq(T_W * i / 8, 2000);
	made_sample(&list, T_W, CONTEXT_IRQ, 209900, 0);
	add_irq(T_W - 190000, 400000);
	made_noise(&list, EVENT_THREAD, T_W - 190000, 1500, T_W + 212000, 0,
		   "swapper/0");
	made_sample(&list, T_W, CONTEXT_THREAD, 213000, PID);
	add_stop(CONTEXT_THREAD, 213000, T_W - 190000, T_W + 212000);
	analysis = analyse(RECORDED_BY_MODULE);
	assert_int_equal(analysis->part[PART_TIMER_IRQ].ns, 210000);
	assert_int_equal(analysis->irq_before, 190000);
	assert_int_equal(analysis->stalled, 0);
	done(analysis);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hardware_noise_with_tick),
		cmocka_unit_test(test_left_out_noise),
		cmocka_unit_test(test_unexplained_noise),
		cmocka_unit_test(test_stall_in_timer_irq),
		cmocka_unit_test(test_slow_timer_irq),
		cmocka_unit_test(test_timers_after_own),
		cmocka_unit_test(test_other_timers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
