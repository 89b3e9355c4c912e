// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of who woke a thread: in the words of the analysis, and as an arrow in
 * the trace for ui.perfetto.dev, which is read back.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "analysis/analysis.h"
#include "analysis/perfetto.h"
#include "analysis/waker.h"
#include "made_events.h"
#include "test.h"

#define T_W	1000000ULL
#define PID	99
#define RUN	60000

static struct event_list list;
static json_t *trace;

static struct event *add(enum event_type type, uint64_t time)
{
	return made_event(&list, type, T_W + time, 0);
}

static void add_noise(enum event_type type, uint64_t start, uint64_t net,
		      uint64_t end, int id, const char *name)
{
	struct event *event = add(type, end);

	event->noise.start = T_W + start;
	event->noise.duration = net;
	event->noise.id = id;
	event->noise.prio = 120;
	strncpy(event->noise.name, name, EVENT_DESC_LEN - 1);
}

/* The points of the wake-ups in these tests, in ns since T_W. */
static const uint64_t points[WAKEUP_POINTS] = {
	0, 2000, 3000, 4000, 50000, 58000, RUN,
};

static struct event *add_wakeup(enum waker_kind kind, int waker)
{
	struct event *event = add(EVENT_WAKEUP, RUN + 10);

	for (int i = kind == WAKER_TIMER ? 0 : WAKEUP_WAKING; i < WAKEUP_POINTS;
	     i++)
		event->wakeup.point[i] = T_W + points[i];
	event->wakeup.pid = PID;
	event->wakeup.kind = kind;
	event->wakeup.waker = waker;
	return event;
}

/* A worker runs on the CPU, and two interrupts come, one of them within the other. */
static void add_worker(void)
{
	add_noise(EVENT_IRQ, 2500, 1000, 3500, 24, "eth0");
	add_noise(EVENT_IRQ, 1000, 3000, 5000, 236, "local_timer");
	add_noise(EVENT_THREAD, 0, 51000, 55000, 7, "worker");
}

static void explain(void)
{
	static const struct analysis_config config = { .workload_prio = 4 };
	struct event *stop = add(EVENT_STOP, RUN + 20);
	struct analysis *analysis;
	char *text;

	stop->stop.context = CONTEXT_WAKE_TOTAL;
	stop->stop.latency = RUN;
	stop->stop.t_w = T_W;
	stop->stop.irq_start = T_W + points[1];
	stop->stop.thread_start = T_W + RUN;
	stop->stop.pid = PID;
	strcpy(stop->stop.comm, "task");
	analysis = analysis_new(&list, 3, &config);
	assert_non_null(analysis);
	assert_true(analysis->waker_known);
	text = perfetto_text(analysis, &list, "", &(struct perfetto_config) {
		.symbols = &made_no_symbols,
	});
	assert_non_null(text);
	trace = json_loads(text, 0, NULL);
	assert_non_null(trace);
	free(text);
	analysis_free(analysis);
}

static int tear_down(void **state)
{
	(void)state;
	json_decref(trace);
	trace = NULL;
	event_list_clear(&list);
	return 0;
}

static void expect_waker(enum waker_kind kind, int waker, const char *expected)
{
	struct event *event = add_wakeup(kind, waker);
	struct spans spans;
	struct waker found;
	char text[WAKER_LEN];

	assert_int_equal(spans_collect(&spans, &list, 0, UINT64_MAX), 0);
	waker_find(&found, event, &spans);
	assert_string_equal(waker_print(&found, text), expected);
	spans_free(&spans);
}

static void test_here(void **state)
{
	(void)state;
	add_worker();
	/* The thread was woken at 3 us: the inner interrupt ran. */
	expect_waker(WAKER_TIMER, 7, "a timer, in eth0:24");
	expect_waker(WAKER_IRQ, 7, "an interrupt, eth0:24");
	expect_waker(WAKER_THREAD, 7, "a thread, worker:7");
	expect_waker(WAKER_NEW, 7, "the thread that created it, worker:7");
	/* Under PREEMPT_RT, softirqs run in threads. */
	expect_waker(WAKER_SOFTIRQ, 7, "a softirq, worker:7");
	add_noise(EVENT_SOFTIRQ, 900, 5000, 10000, 3, "NET_RX");
	expect_waker(WAKER_SOFTIRQ, 7, "a softirq, NET_RX:3");
}

static void test_elsewhere(void **state)
{
	(void)state;
	add_worker();
	expect_waker(WAKER_TIMER, 8, "a timer, on another CPU");
	expect_waker(WAKER_IRQ, 0, "an interrupt, on another CPU");
	expect_waker(WAKER_THREAD, 8, "a thread, on another CPU, with the id 8");
	expect_waker((enum waker_kind)17, 8, "unknown, on another CPU");
}

/* Without the events of the CPU, or if both CPUs were idle, nobody knows where. */
static void test_unknown(void **state)
{
	(void)state;
	expect_waker(WAKER_TIMER, 7, "a timer");
	expect_waker(WAKER_THREAD, 7, "a thread, with the id 7");
	add_noise(EVENT_THREAD, 0, 55000, 55000, 0, "swapper/3");
	expect_waker(WAKER_TIMER, 0, "a timer");
	expect_waker(WAKER_IRQ, 0, "an interrupt");
}

/* ---- The trace ----------------------------------------------------------- */

static const char *text_of(const json_t *event, const char *key)
{
	return json_string_value(json_object_get(event, key)) ?: "";
}

static int number_of(const json_t *event, const char *key)
{
	return json_integer_value(json_object_get(event, key));
}

/* Return the time of an event in ns since T_W. */
static int64_t at(const json_t *event)
{
	return json_real_value(json_object_get(event, "ts")) * 1000 +
	       json_integer_value(json_object_get(
			json_object_get(trace, "otherData"), "base_ns")) - T_W;
}

static const json_t *find(const char *phase, int index)
{
	json_t *event;
	size_t i;

	json_array_foreach(json_object_get(trace, "traceEvents"), i, event)
		if (!strcmp(text_of(event, "ph"), phase) && !index--)
			return event;
	return NULL;
}

/* Return the slice that a flow event at its time and on its track is bound to. */
static const char *bound_to(const json_t *flow)
{
	const json_t *event, *inner = NULL;

	for (int i = 0; (event = find("X", i)); i++) {
		int64_t length = json_real_value(json_object_get(event, "dur")) *
				 1000;

		if (number_of(event, "pid") == number_of(flow, "pid") &&
		    number_of(event, "tid") == number_of(flow, "tid") &&
		    at(event) <= at(flow) && at(flow) < at(event) + length)
			inner = event;
	}
	return inner ? text_of(inner, "name") : "nothing";
}

static void expect_arrow(int index, const char *from, const char *to)
{
	const json_t *begin = find("s", index), *end = find("f", index);

	assert_non_null(begin);
	assert_non_null(end);
	assert_int_equal(number_of(begin, "id"), number_of(end, "id"));
	assert_int_equal(at(begin), points[WAKEUP_WAKING]);
	assert_int_equal(at(end), points[WAKEUP_QUEUED]);
	assert_string_equal(text_of(end, "bp"), "e");
	assert_string_equal(bound_to(begin), from);
	assert_string_equal(bound_to(end), to);
}

static const char *track_name(int process, int track)
{
	const json_t *event;

	for (int i = 0; (event = find("M", i)); i++)
		if (!strcmp(text_of(event, "name"), "thread_name") &&
		    number_of(event, "pid") == process &&
		    number_of(event, "tid") == track)
			return text_of(json_object_get(event, "args"), "name");
	return "";
}

static void test_arrow(void **state)
{
	static const char *const parts[] = {
		"timer", "irq", "queue", "wait", "pick", "switch",
	};
	const json_t *event;
	int found = 0;

	(void)state;
	add_worker();
	add_wakeup(WAKER_TIMER, 7);
	explain();
	expect_arrow(0, "eth0:24", "wait");
	assert_null(find("s", 1));
	assert_string_equal(track_name(2, PID), "task:99");
	for (int i = 0; (event = find("X", i)); i++) {
		if (number_of(event, "pid") != 2)
			continue;
		assert_string_equal(text_of(event, "name"), parts[found]);
		assert_int_equal(at(event), points[found]);
		assert_string_equal(text_of(json_object_get(event, "args"),
					    "woken_by"), "a timer, in eth0:24");
		found++;
	}
	assert_int_equal(found, 6);
}

/* A thread on another CPU has no track of its own there, so that it gets one. */
static void test_arrow_from_elsewhere(void **state)
{
	(void)state;
	add_worker();
	add_wakeup(WAKER_THREAD, 8);
	explain();
	expect_arrow(0, "a thread, on another CPU, with the id 8", "wait");
	assert_int_equal(number_of(find("s", 0), "tid"), 8);
}

/* The points of a damaged trace may be in any order: such a wake-up is left out. */
static void test_damaged(void **state)
{
	(void)state;
	add_worker();
	add_wakeup(WAKER_TIMER, 7)->wakeup.point[4] = 1;
	explain();
	assert_null(find("s", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_here, tear_down),
		cmocka_unit_test_teardown(test_elsewhere, tear_down),
		cmocka_unit_test_teardown(test_unknown, tear_down),
		cmocka_unit_test_teardown(test_arrow, tear_down),
		cmocka_unit_test_teardown(test_arrow_from_elsewhere, tear_down),
		cmocka_unit_test_teardown(test_damaged, tear_down),
	};

	return cmocka_run_group_tests_name("waker", tests, NULL, NULL);
}
