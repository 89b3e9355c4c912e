// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the fields of events as text.
 */
#include <string.h>

#include "test.h"
#include "trace/event_text.h"
#include "trace/events.h"

static enum event_text_result parse(struct event *event, const char *text)
{
	struct event_text said;

	memset(event, 0, sizeof(*event));
	event->pid = 90;
	return event_text_parse(&said, event, text);
}

static void expect_sample(const char *text, bool bare)
{
	struct event event;

	assert_int_equal(parse(&event, text), EVENT_TEXT_READ);
	assert_int_equal(event.type, EVENT_SAMPLE);
	assert_int_equal(event.sample.seqnum, 12);
	assert_int_equal(event.sample.context, CONTEXT_THREAD);
	assert_int_equal(event.sample.latency, 82000);
	assert_int_equal(event_is_bare(&event), bare);
}

static void test_samples(void **state)
{
	(void)state;
	expect_sample("#12    context thread timer_latency     82000 ns", true);
	expect_sample("timerlat_sample: timer_latency=82000 seqnum=12 context=1", true);
	expect_sample("timerlat: seq:12 context:1 timer_latency:82000", true);
	expect_sample("timerlat_sample: [FAILED TO PARSE] timer_latency=82000 seqnum=12 context=1",
		      true);
	expect_sample("timerlat_sample: #12 context thread timer_latency 82000 ns t_w=5 pid=7",
		      false);
	expect_sample("rtla:timerlat_sample: timer_latency=82000 seqnum=12 context=1 t_w=5",
		      false);
}

static void expect_noise(const char *text, enum event_type type,
			 const char *name, int prio)
{
	struct event event;

	assert_int_equal(parse(&event, text), EVENT_TEXT_READ);
	assert_int_equal(event.type, type);
	assert_true(event.noise.start == 100000000500ULL);
	assert_int_equal(event.noise.duration, 75000);
	assert_int_equal(event.noise.id, 33);
	assert_string_equal(event.noise.name, name);
	assert_int_equal(event.noise.prio, prio);
}

static void test_noises(void **state)
{
	(void)state;
	expect_noise("irq_noise: nvme0q3:33 start 100.000000500 duration 75000 ns",
		     EVENT_IRQ, "nvme0q3", 0);
	expect_noise("softirq_noise:    TIMER:33 start 100.000000500 duration 75000 ns",
		     EVENT_SOFTIRQ, "TIMER", 0);
	expect_noise("thread_noise: a start b:33 start 100.000000500 duration 75000 ns",
		     EVENT_THREAD, "a start b", PRIO_ABSENT);
	expect_noise("thread_noise: a:b:33 prio 98 start 100.000000500 duration 75000 ns",
		     EVENT_THREAD, "a:b", 98);
	expect_noise("thread_noise: [FAILED TO PARSE] comm=a b start=100000000500 duration=75000 pid=33",
		     EVENT_THREAD, "a b", PRIO_ABSENT);
	/* The function that prints a name makes it visible. */
	expect_noise("thread_noise: \x1b:33 start 100.000000500 duration 75000 ns",
		     EVENT_THREAD, "\x1b", PRIO_ABSENT);
}

static void expect_period(const char *text, uint64_t runtime)
{
	struct event event;

	assert_int_equal(parse(&event, text), EVENT_TEXT_READ);
	assert_int_equal(event.type, EVENT_PERIOD);
	assert_true(event.period.runtime == runtime);
	assert_int_equal(event.period.noise, 95000);
	assert_int_equal(event.period.max_single, 30000);
	assert_int_equal(event.period.from[NOISE_NMI], 2);
	assert_int_equal(event.period.from[NOISE_IRQ], 3);
}

static void test_periods(void **state)
{
	(void)state;
	expect_period("1000000      95  99.99050      30      1      2      3      4      5",
		      1000000000);
	expect_period("osnoise_sample: runtime=1000000 noise=95 max_sample=30 hw_count=1 irq_count=3 nmi_count=2 softirq_count=4 thread_count=5",
		      1000000000);
	expect_period("osnoise: noise:95 max_sample:30 hw:1 nmi:2 irq:3 softirq:4 thread:5",
		      0);
}

static void test_gaps(void **state)
{
	struct event event;

	(void)state;
	assert_int_equal(parse(&event, "sample_threshold: start 1.000000500 duration 12800 ns interference 2"),
			 EVENT_TEXT_READ);
	assert_int_equal(event.gap.interference, 2);
	assert_int_equal(parse(&event, "sample_threshold: start 1.000000500 duration 12800 ns interferences 3"),
			 EVENT_TEXT_READ);
	assert_int_equal(event.gap.interference, 3);
	assert_int_equal(event.gap.duration, 12800);
}

static void expect_switch(const char *text)
{
	struct event event;

	assert_int_equal(parse(&event, text), EVENT_TEXT_READ);
	assert_int_equal(event.type, EVENT_SWITCH);
	assert_int_equal(event.switched.from, 18);
	assert_int_equal(event.switched.from_prio, 98);
	assert_int_equal(event.switched.to, 5);
	assert_int_equal(event.switched.to_prio, 120);
}

static void test_switches(void **state)
{
	(void)state;
	expect_switch("sched_switch: prev_comm=a [b] prev_pid=18 prev_prio=98 prev_state=S ==> next_comm=x:1 next_pid=5 next_prio=120");
	expect_switch("sched_switch: a [b]:18 [98] S ==> x:1:5 [120]");
}

static void test_stacks(void **state)
{
	struct event_text said;
	struct event event = { .pid = 90 };

	(void)state;
	assert_int_equal(event_text_parse(&said, &event, "<stack trace>"),
			 EVENT_TEXT_READ);
	assert_int_equal(event.type, EVENT_STACK);
	assert_null(said.frames);
	assert_int_equal(event_text_parse(&said, &event, "kernel_stack:    => f"),
			 EVENT_TEXT_READ);
	assert_string_equal(said.frames, "f");
	assert_int_equal(event_text_parse(&said, &event, "stack:  <stack trace> t_w=1 time=2 cost=3 pid=-4 => f => g 0x0 0x0"),
			 EVENT_TEXT_READ);
	assert_string_equal(said.frames, "f => g 0x0 0x0");
	assert_int_equal(event.stack.pid, -4);
	assert_int_equal(event_text_parse(&said, &event, "<user stack trace>"),
			 EVENT_TEXT_OTHER);
}

static void test_others(void **state)
{
	struct event event;

	(void)state;
	assert_int_equal(parse(&event, "print: osnoise_stop_tracing: stop tracing hit on cpu 1"),
			 EVENT_TEXT_READ);
	assert_int_equal(event.type, EVENT_STOP);
	assert_int_equal(parse(&event, "print: f: hello"), EVENT_TEXT_OTHER);
	assert_int_equal(parse(&event, "sched_wakeup: comm=a pid=5"), EVENT_TEXT_OTHER);
	assert_int_equal(parse(&event, ""), EVENT_TEXT_OTHER);
	assert_int_equal(parse(&event, "irq_noise: local_timer:236 start"),
			 EVENT_TEXT_ODD);
	assert_int_equal(parse(&event, "timerlat: seq:5"), EVENT_TEXT_ODD);
	assert_int_equal(parse(&event, "#12    context thread timer_lat"),
			 EVENT_TEXT_DAMAGED);
	assert_true(event_text_is_tracer("#1 context irq timer_latency 5 ns"));
	assert_false(event_text_is_tracer("Regards, Jo"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_noises),
		cmocka_unit_test(test_periods),
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_switches),
		cmocka_unit_test(test_stacks),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests_name("event_text", tests, NULL, NULL);
}
