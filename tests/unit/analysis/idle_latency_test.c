// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the largest IRQ latency from idle, with events in the orders in
 * which tracers write them, and with recorded traces.
 */
#include <stdio.h>

#include "analysis/idle_latency.h"
#include "made_events.h"
#include "test.h"
#include "trace/saved_trace.h"
#include "trace/trace_formats.h"

#define T_W	1000000ULL
#define PID	99

static struct event_list list;

/* Add an interrupt of T_W + @start until T_W + @end. */
static void add_irq(uint64_t start, uint64_t end)
{
	made_noise(&list, EVENT_IRQ, T_W + start, end - start, T_W + end, 236,
		   "local_timer");
}

/* Add the sample of T_W + @t_w, which the measuring thread wrote @later. */
static void add_sample(uint64_t t_w, uint64_t latency, int interrupted,
		       uint64_t later)
{
	made_sample(&list, T_W + t_w, CONTEXT_IRQ, latency, interrupted);
	list.event[list.count - 1].time += later;
	list.event[list.count - 1].pid = later ? PID : interrupted;
}

static int clear(void **state)
{
	(void)state;
	event_list_clear(&list);
	return 0;
}

static void test_no_event(void **state)
{
	(void)state;
	assert_int_equal(idle_latency_max(&list), 0);
}

/* The timer's interrupt writes the sample, and is written itself afterwards. */
static void test_sample_in_interrupt(void **state)
{
	(void)state;
	add_sample(0, 3000, 0, 0);
	add_irq(2500, 3500);
	assert_int_equal(idle_latency_max(&list), 3000);
}

/* The module's thread writes the sample after all that ran before the thread. */
static void test_sample_by_thread(void **state)
{
	(void)state;
	add_irq(2500, 3500);
	add_irq(3600, 4600);
	add_sample(0, 3000, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 3000);
}

static void test_largest(void **state)
{
	(void)state;
	add_irq(2500, 3500);
	add_sample(0, 3000, 0, 9000);
	add_irq(102000, 102900);
	add_sample(100000, 2200, 0, 9000);
	add_irq(205000, 206000);
	add_sample(200000, 5500, 0, 9000);
	add_irq(302000, 302900);
	add_sample(300000, 2200, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 5500);
}

/* An interrupt that began before made the timer's late, not the exit from idle. */
static void test_interrupt_before(void **state)
{
	(void)state;
	made_noise(&list, EVENT_IRQ, T_W - 1000, 8000, T_W + 7000, 24, "eth0");
	add_irq(7100, 8100);
	add_sample(0, 7500, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 0);
}

/* An interrupt of another device came first, after the timer was to expire. */
static void test_interrupt_between(void **state)
{
	(void)state;
	made_noise(&list, EVENT_IRQ, T_W + 100, 5000, T_W + 5100, 24, "eth0");
	add_irq(5200, 6200);
	add_sample(0, 5500, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 0);
}

/* The timer expired in the interrupt of another one, which began before. */
static void test_interrupt_shared(void **state)
{
	(void)state;
	add_irq(-1000, 4000);
	add_sample(0, 3000, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 0);
}

/* An interrupt's time lacks that of an NMI in it, which came before the sample. */
static void test_nmi(void **state)
{
	(void)state;
	made_noise(&list, EVENT_NMI, T_W + 2600, 1000, T_W + 3600, -1, "");
	made_noise(&list, EVENT_IRQ, T_W + 2500, 1500, T_W + 5000, 236,
		   "local_timer");
	add_sample(0, 4500, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 0);
}

static void test_nmi_after(void **state)
{
	(void)state;
	made_noise(&list, EVENT_NMI, T_W + 4600, 1000, T_W + 5600, -1, "");
	made_noise(&list, EVENT_IRQ, T_W + 2500, 2500, T_W + 6000, 236,
		   "local_timer");
	add_sample(0, 4500, 0, 9000);
	assert_int_equal(idle_latency_max(&list), 4500);
}

static void test_not_idle(void **state)
{
	(void)state;
	add_irq(2500, 3500);
	add_sample(0, 3000, 7, 9000);
	made_sample(&list, T_W, CONTEXT_THREAD, 9900, 0);
	assert_int_equal(idle_latency_max(&list), 0);
}

/* The text of a trace cuts the times at which events were written. */
static void test_cut_time(void **state)
{
	(void)state;
	made_noise(&list, EVENT_IRQ, T_W - 2500, 2600, T_W - 900, 24, "eth0");
	add_sample(0, 3000, 0, 0);
	assert_int_equal(idle_latency_max(&list), 0);
}

/* Recorded in a guest with one CPU: see tests/traces/README.md. */
static const struct recorded {
	const char *name;
	uint64_t latency;
} recorded[] = {
	/* The samples were written by the timer's interrupt, */
	{ "6.12-idle-irq.txt", 228806 },
	/* by the measuring thread, */
	{ "6.12-preempt_off-user.txt", 690 },
	/* and by the kernel's own tracer in the timer's interrupt. */
	{ "kernel/6.12-rt-fifo-thread.txt", 754 },
};

static void test_recorded(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(recorded) / sizeof(recorded[0]); i++) {
		struct saved_trace trace = { .list = NULL };
		uint64_t max = 0;
		char path[512];

		snprintf(path, sizeof(path), TRACES "/%s", recorded[i].name);
		assert_null(trace_formats_read(&trace, path));
		for (int cpu = 0; cpu < trace.cpus; cpu++) {
			uint64_t of = idle_latency_max(&trace.list[cpu]);

			max = of > max ? of : max;
		}
		if (max != recorded[i].latency)
			fail_msg("%s: %ju ns, not %ju", recorded[i].name,
				 (uintmax_t)max,
				 (uintmax_t)recorded[i].latency);
		saved_trace_free(&trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_no_event, clear),
		cmocka_unit_test_teardown(test_sample_in_interrupt, clear),
		cmocka_unit_test_teardown(test_sample_by_thread, clear),
		cmocka_unit_test_teardown(test_largest, clear),
		cmocka_unit_test_teardown(test_interrupt_before, clear),
		cmocka_unit_test_teardown(test_interrupt_between, clear),
		cmocka_unit_test_teardown(test_interrupt_shared, clear),
		cmocka_unit_test_teardown(test_nmi, clear),
		cmocka_unit_test_teardown(test_nmi_after, clear),
		cmocka_unit_test_teardown(test_not_idle, clear),
		cmocka_unit_test_teardown(test_cut_time, clear),
		cmocka_unit_test(test_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
