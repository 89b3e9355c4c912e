// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what interrupts, softirqs and threads carried: a latency is made of
 * them, and callbacks run in each, or beside it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/carried.h"
#include "made_events.h"
#include "test.h"
#include "trace/callback_kinds.h"

#define T_W	1000000ULL
#define PID	99
#define WORKER	7
#define END	90000

static struct event_list list, ipis;
static struct analysis *analysis;

/* The name of the function at an address, in these tests. */
static bool find(void *source, uint64_t address, char *name, size_t size)
{
	(void)source;
	snprintf(name, size, "f%llu", (unsigned long long)address);
	return true;
}

static const struct symbols symbols = { find, NULL };

static struct event *add_callback(enum callback_kind kind, uint64_t time,
				  enum event_inside inside, uint64_t function)
{
	struct event *event = made_event(&list, EVENT_CALLBACK, T_W + time, WORKER);

	event->inside = inside;
	event->callback.kind = kind;
	event->callback.function = function;
	event->callback.object = function;
	return event;
}

/* A callback begins and ends; its function is its object, too. */
static void add_both(enum callback_kind kind, uint64_t from, uint64_t to,
		     enum event_inside inside, uint64_t function)
{
	add_callback(kind, from, inside, function);
	add_callback(kind, to, inside, function)->callback.ends = true;
}

static void add_request(uint64_t time, uint64_t object, uint64_t function,
			int from)
{
	struct event *event = made_event(&ipis, EVENT_IPI, T_W + time, 111);

	event->ipi.object = object;
	event->ipi.function = function;
	event->ipi.to = 0;
	event->ipi.from = from;
	strcpy(event->ipi.comm, "kill");
}

/*
 * The worker blocks until 80 us. An interrupt of another CPU comes from 20 to
 * 40 us, and a softirq from 40 to 60 us.
 */
static void explain(void)
{
	static const struct analysis_config config = { .workload_prio = 4 };

	made_sample(&list, T_W, CONTEXT_IRQ, 1000, WORKER);
	made_noise(&list, EVENT_IRQ, T_W + 500, 1500, T_W + 2000, 236, "local_timer");
	made_noise(&list, EVENT_IRQ, T_W + 20000, 20000, T_W + 40000, 251,
		   "call_function_single");
	made_noise(&list, EVENT_SOFTIRQ, T_W + 40000, 20000, T_W + 60000, 1,
		   "TIMER");
	made_noise(&list, EVENT_THREAD, T_W + 2000, 38000, T_W + 80000, WORKER,
		   "kworker/0:1");
	made_stop(&list, T_W, END, T_W + 500, T_W + 80000, PID);
	analysis = analysis_new(&list, 0, &config);
	assert_non_null(analysis);
	assert_int_equal(carried_find(analysis, &list, &ipis), 0);
}

static int reset(void **state)
{
	(void)state;
	analysis_free(analysis);
	analysis = NULL;
	event_list_clear(&list);
	event_list_clear(&ipis);
	return 0;
}

/* The only item of a part. */
static const struct part_item *item(enum part_id id)
{
	assert_int_equal(analysis->part[id].items, 1);
	return &analysis->part[id].item[0];
}

static void expect(enum part_id id, const char *wanted)
{
	char text[CARRIED_LEN];

	carried_print(text, &item(id)->carried, item(id)->ns, &symbols);
	assert_string_equal(text, wanted);
}

static void test_nothing(void **state)
{
	(void)state;
	explain();
	expect(PART_BLOCKING, "");
	expect(PART_IRQ, "");
	expect(PART_SOFTIRQ, "");
}

/*
 * The timer's interrupt runs others' timers before and after that for which the
 * thread waits, whose time is no other one's.
 */
static void test_other_timers(void **state)
{
	(void)state;
	add_both(CALLBACK_HRTIMER, 600, 900, INSIDE_IRQ, 4);
	add_both(CALLBACK_HRTIMER, 900, 1200, INSIDE_IRQ, 5);
	add_both(CALLBACK_HRTIMER, 1300, 1900, INSIDE_IRQ, 4);
	explain();
	assert_int_equal(analysis->timer_irq.others, 1);
	assert_non_null(analysis->other_timers.event);
	assert_int_equal(analysis->other_timers.event->callback.function, 4);
	assert_int_equal(analysis->other_timers.ns, 300 + 600);
	assert_int_equal(analysis->other_timers.others, 0);
}

/* Each belongs to the context in which it began, not to what interrupts it. */
static void test_contexts(void **state)
{
	(void)state;
	add_both(CALLBACK_WORK, 3000, 79000, INSIDE_THREAD, 1);
	add_both(CALLBACK_CALL, 21000, 39000, INSIDE_IRQ, 2);
	add_both(CALLBACK_TIMER, 41000, 59000, INSIDE_SOFTIRQ, 3);
	explain();
	expect(PART_BLOCKING, "ran f1");
	assert_int_equal(item(PART_BLOCKING)->carried.ns, 17000 + 19000);
	expect(PART_IRQ, "ran f2");
	assert_int_equal(item(PART_IRQ)->carried.ns, 18000);
	expect(PART_SOFTIRQ, "ran f3");
}

/* Without an event of their end, they run until the next one, or all of the context. */
static void test_without_ends(void **state)
{
	(void)state;
	add_callback(CALLBACK_TIMER, 41000, INSIDE_SOFTIRQ, 1);
	add_callback(CALLBACK_TIMER, 45000, INSIDE_SOFTIRQ, 2);
	explain();
	expect(PART_SOFTIRQ, "ran f2");
	assert_int_equal(item(PART_SOFTIRQ)->carried.ns, 15000);
	assert_int_equal(item(PART_SOFTIRQ)->carried.others, 1);
	expect(PART_BLOCKING, "");
}

static void test_several(void **state)
{
	(void)state;
	for (int i = 0; i < 5; i++)
		add_both(CALLBACK_TIMER, 41000 + 3000 * i, 43000 + 3000 * i,
			 INSIDE_SOFTIRQ, 1 + i % 3);
	explain();
	expect(PART_SOFTIRQ, "ran f1 and 2 others");
}

/* One that took a tenth of the time is not the cause. */
static void test_short(void **state)
{
	(void)state;
	add_both(CALLBACK_TIMER, 41000, 42000, INSIDE_SOFTIRQ, 1);
	explain();
	expect(PART_SOFTIRQ, "");
}

static void test_network(void **state)
{
	struct event *event;

	(void)state;
	event = add_callback(CALLBACK_POLL, 58000, INSIDE_SOFTIRQ, 0);
	event->callback.ends = true;
	event->callback.object = 5;
	strcpy(event->callback.name, "eth0");
	explain();
	expect(PART_SOFTIRQ, "polled eth0");
}

static void test_senders(void **state)
{
	(void)state;
	add_both(CALLBACK_CALL, 21000, 39000, INSIDE_IRQ, 2);
	add_request(18000, 2, 2, 3);
	add_request(19000, 9, 9, 1);
	add_request(22000, 2, 2, 1);
	explain();
	expect(PART_IRQ, "ran f2, sent by kill:111 on CPU 3, 3.00 us before");
}

/* Kernels of Linux 6.4 and 6.5 only tell who has sent interrupts. */
static void test_only_senders(void **state)
{
	(void)state;
	add_request(10000, 0, 8, 1);
	add_request(19000, 0, 9, 2);
	add_request(60000, 0, 7, 3);
	explain();
	expect(PART_IRQ, "ran f9, sent by kill:111 on CPU 2");
	assert_null(item(PART_SOFTIRQ)->carried.event);
}

/* With PREEMPT_RT, a softirq is a part of a thread. */
static void test_softirqs_of_threads(void **state)
{
	(void)state;
	add_both(CALLBACK_TIMER, 3000, 19000, INSIDE_SOFTIRQ, 4);
	explain();
	expect(PART_BLOCKING, "ran f4");
}

/* The event of rtla.ko that tells all of a callback, in whatever context it is. */
static struct event *add_whole(enum callback_kind kind, uint64_t from,
			       uint64_t to, int thread, uint64_t function)
{
	struct event *event = add_callback(kind, to, INSIDE_UNKNOWN, function);

	event->pid = PID;
	event->callback.ends = true;
	event->callback.start = T_W + from;
	event->callback.thread = thread;
	event->callback.sender_cpu = -1;
	return event;
}

/* The kernel's own events of the same callbacks are not counted again. */
static void test_whole(void **state)
{
	struct event *call;

	(void)state;
	add_both(CALLBACK_WORK, 3000, 79000, INSIDE_THREAD, 1);
	add_whole(CALLBACK_WORK, 3000, 79000, WORKER, 1);
	add_whole(CALLBACK_POLL, 41000, 59000, WORKER, 3);
	call = add_whole(CALLBACK_CALL, 21000, 39000, WORKER, 2);
	call->callback.sender = 7;
	call->callback.sender_cpu = 2;
	strcpy(call->callback.sender_comm, "kill");
	call->callback.sent = T_W + 20500;
	add_request(19000, 2, 2, 1);
	explain();
	expect(PART_BLOCKING, "ran f1");
	assert_int_equal(item(PART_BLOCKING)->carried.ns, 17000 + 19000);
	expect(PART_IRQ, "ran f2, sent by kill:7 on CPU 2, 0.50 us before");
	expect(PART_SOFTIRQ, "ran f3");
}

/* One that another thread had preempted does not count there. */
static void test_whole_of_another(void **state)
{
	(void)state;
	add_whole(CALLBACK_WORK, 3000, 79000, PID, 1);
	explain();
	expect(PART_BLOCKING, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_nothing, reset),
		cmocka_unit_test_teardown(test_other_timers, reset),
		cmocka_unit_test_teardown(test_contexts, reset),
		cmocka_unit_test_teardown(test_without_ends, reset),
		cmocka_unit_test_teardown(test_several, reset),
		cmocka_unit_test_teardown(test_short, reset),
		cmocka_unit_test_teardown(test_network, reset),
		cmocka_unit_test_teardown(test_senders, reset),
		cmocka_unit_test_teardown(test_only_senders, reset),
		cmocka_unit_test_teardown(test_softirqs_of_threads, reset),
		cmocka_unit_test_teardown(test_whole, reset),
		cmocka_unit_test_teardown(test_whole_of_another, reset),
	};

	return cmocka_run_group_tests_name("carried", tests, NULL, NULL);
}
