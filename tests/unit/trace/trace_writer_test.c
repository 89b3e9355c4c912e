// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the text that events are written as: it is read again, and the
 * events have to be the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "trace/callback_kinds.h"
#include "trace/events.h"
#include "trace/saved_trace.h"
#include "trace/symbols.h"
#include "trace/trace_text.h"
#include "trace/trace_writer.h"

#define SEC	1000000000ULL

static bool name_frame(void *source, uint64_t address, char *name, size_t size)
{
	(void)source;
	snprintf(name, size, "function_%d", (int)address);
	return address < 100;
}

static const struct symbols symbols = { name_frame, NULL };

static void add_noise(struct event_list *list, enum event_type type,
		      uint64_t time, int id, int prio, const char *name)
{
	struct event *event = event_list_add(list);

	event->type = type;
	event->time = time;
	event->pid = type == EVENT_THREAD ? id : 0;
	event->noise.start = time - 700;
	event->noise.duration = 650;
	event->noise.id = id;
	event->noise.prio = prio;
	snprintf(event->noise.name, sizeof(event->noise.name), "%s", name);
}

static void add_callback(struct event_list *list)
{
	struct event *event = event_list_add(list);

	event->type = EVENT_CALLBACK;
	event->time = 5 * SEC + 32000;
	event->pid = 42;
	event->callback.function = 14;
	event->callback.start = 5 * SEC + 20123;
	event->callback.kind = CALLBACK_CALL;
	event->callback.ends = true;
	event->callback.thread = 42;
	event->callback.sent = 5 * SEC + 19000;
	event->callback.sender = 43;
	event->callback.sender_cpu = 1;
	strcpy(event->callback.sender_comm, "some one");
}

static void make_events(struct event_list *list)
{
	static uint64_t frames[] = { 12, 13, 500 };
	struct event event = { .type = EVENT_SAMPLE, .time = 5 * SEC + 40000,
			       .pid = 77 };

	add_noise(list, EVENT_IRQ, 5 * SEC + 10000, 236, 0, "local_timer");
	add_noise(list, EVENT_SOFTIRQ, 5 * SEC + 15000, 7, 0, "SCHED");
	add_noise(list, EVENT_NMI, 5 * SEC + 20000, 0, 0, "");
	add_noise(list, EVENT_THREAD, 5 * SEC + 30000, 42, 120, "kworker/0:1");
	add_callback(list);
	event.sample.context = CONTEXT_THREAD;
	event.sample.latency = 39000;
	event.sample.t_w = 5 * SEC + 1000;
	event.sample.seqnum = 9;
	event.sample.pid = 77;
	assert_true(event_list_append(list, &event, false));
	event = (struct event) { .type = EVENT_WAKEUP,
				 .time = 5 * SEC + 40500, .pid = 77 };
	for (int i = 0; i < WAKEUP_POINTS; i++)
		event.wakeup.point[i] = 5 * SEC + 1000 + i;
	event.wakeup.pid = 77;
	event.wakeup.kind = 3;
	event.wakeup.waker = 42;
	assert_true(event_list_append(list, &event, false));
	event = (struct event) { .type = EVENT_GAP,
				 .time = 5 * SEC + 40600, .pid = 77 };
	event.gap.start = 5 * SEC + 20123;
	event.gap.duration = 20477;
	event.gap.interference = 3;
	assert_true(event_list_append(list, &event, false));
	event = (struct event) { .type = EVENT_PERIOD,
				 .time = 5 * SEC + 40700, .pid = 77 };
	event.period.start = 4 * SEC + 700;
	event.period.runtime = SEC + 40000;
	event.period.noise = 30123;
	event.period.max_single = 20477;
	event.period.seqnum = 8;
	for (int i = 0; i < NOISE_SOURCES; i++)
		event.period.from[i] = i + 1;
	assert_true(event_list_append(list, &event, false));
	event = (struct event) { .type = EVENT_STACK, .time = 5 * SEC + 41000,
				 .pid = 77 };
	event.stack.t_w = 5 * SEC + 1000;
	event.stack.time = 5 * SEC + 20000;
	event.stack.cost = 900;
	event.stack.pid = 42;
	event.stack.caller = frames;
	event.stack.count = 3;
	assert_true(event_list_append(list, &event, false));
	event = (struct event) { .type = EVENT_STOP, .time = 5 * SEC + 42000,
				 .pid = 77 };
	event.stop.latency = 39000;
	event.stop.threshold = 30000;
	event.stop.t_w = 5 * SEC + 1000;
	event.stop.irq_start = 5 * SEC + 9300;
	event.stop.thread_start = 5 * SEC + 40000;
	event.stop.seqnum = 9;
	event.stop.context = CONTEXT_THREAD;
	event.stop.pid = 77;
	event.stop.prio = 4;
	strcpy(event.stop.comm, "timerlatu/2");
	assert_true(event_list_append(list, &event, false));
}

/* The reader gives functions numbers of its own, and times of lines in us. */
static void expect_same(const struct event *read, const struct event *written)
{
	assert_int_equal(read->type, written->type);
	assert_int_equal(read->time / 1000, written->time / 1000);
	assert_int_equal(read->pid, written->pid);
	switch (read->type) {
	case EVENT_SAMPLE:
		assert_memory_equal(&read->sample, &written->sample,
				    sizeof(read->sample));
		break;
	case EVENT_CALLBACK:
		assert_int_equal(read->callback.start, written->callback.start);
		assert_int_equal(read->callback.kind, written->callback.kind);
		assert_int_equal(read->callback.thread,
				 written->callback.thread);
		assert_int_equal(read->callback.sent, written->callback.sent);
		assert_int_equal(read->callback.sender,
				 written->callback.sender);
		assert_int_equal(read->callback.sender_cpu,
				 written->callback.sender_cpu);
		assert_string_equal(read->callback.sender_comm,
				    written->callback.sender_comm);
		break;
	case EVENT_WAKEUP:
		assert_memory_equal(&read->wakeup, &written->wakeup,
				    sizeof(read->wakeup));
		break;
	case EVENT_GAP:
		assert_memory_equal(&read->gap, &written->gap,
				    sizeof(read->gap));
		break;
	case EVENT_PERIOD:
		assert_memory_equal(&read->period, &written->period,
				    sizeof(read->period));
		break;
	case EVENT_STACK:
		assert_int_equal(read->stack.t_w, written->stack.t_w);
		assert_int_equal(read->stack.time, written->stack.time);
		assert_int_equal(read->stack.cost, written->stack.cost);
		assert_int_equal(read->stack.pid, written->stack.pid);
		assert_int_equal(read->stack.count, written->stack.count);
		break;
	case EVENT_STOP:
		assert_int_equal(read->stop.latency, written->stop.latency);
		assert_int_equal(read->stop.threshold, written->stop.threshold);
		assert_int_equal(read->stop.t_w, written->stop.t_w);
		assert_int_equal(read->stop.irq_start, written->stop.irq_start);
		assert_int_equal(read->stop.thread_start,
				 written->stop.thread_start);
		assert_int_equal(read->stop.pid, written->stop.pid);
		assert_int_equal(read->stop.prio, written->stop.prio);
		assert_string_equal(read->stop.comm, written->stop.comm);
		break;
	default:
		assert_int_equal(read->noise.start, written->noise.start);
		assert_int_equal(read->noise.duration, written->noise.duration);
		assert_int_equal(read->noise.id, written->noise.id);
		assert_string_equal(read->noise.name, written->noise.name);
	}
}

static void test_what_is_written_is_read_again(void **state)
{
	struct event_list lists[2] = { { .count = 0 } };
	const struct trace_writer_cpu cpus[] = { { 1, &lists[0] },
						 { 2, &lists[1] } };
	struct saved_trace trace = { .cpus = 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	add_noise(&lists[0], EVENT_THREAD, 5 * SEC + 12000, 43, 98, "other");
	make_events(&lists[1]);
	assert_true(trace_writer_print(out, cpus, 2, &symbols));
	fclose(out);
	assert_non_null(strstr(text, "callback: kind=call function=function_14 start 5.000020123 duration 11877 ns pid=42 "));
	assert_non_null(strstr(text, "\n => function_12\n => function_13\n => 0x1f4\n"));
	out = fmemopen(text, size, "r");
	assert_null(trace_text_read(&trace, out));
	assert_null(saved_trace_settle(&trace));
	fclose(out);
	assert_int_equal(trace.recorder, RECORDED_BY_BPF);
	assert_int_equal(trace.list[1].count, 1);
	assert_int_equal(trace.list[2].count, lists[1].count);
	expect_same(&trace.list[1].event[0], &lists[0].event[0]);
	for (size_t i = 0; i < lists[1].count; i++)
		expect_same(&trace.list[2].event[i], &lists[1].event[i]);
	saved_trace_free(&trace);
	free(text);
	event_list_clear(&lists[0]);
	event_list_clear(&lists[1]);
}

/* Whatever a thread calls itself, each event is one line. */
static void test_names_have_one_line(void **state)
{
	struct event_list list = { .count = 0 };
	struct event event = { .type = EVENT_THREAD, .noise.name = "a\nb" };

	(void)state;
	assert_true(event_list_append(&list, &event, false));
	event = (struct event) { .type = EVENT_STOP, .stop.comm = "a\nb" };
	assert_true(event_list_append(&list, &event, false));
	event = (struct event) { .type = EVENT_CALLBACK,
				 .callback.sender_comm = "a\nb" };
	assert_true(event_list_append(&list, &event, false));
	assert_string_equal(list.event[0].noise.name, "a?b");
	assert_string_equal(list.event[1].stop.comm, "a?b");
	assert_string_equal(list.event[2].callback.sender_comm, "a?b");
	event_list_clear(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_have_one_line),
		cmocka_unit_test(test_what_is_written_is_read_again),
	};

	return cmocka_run_group_tests_name("trace_writer", tests, NULL, NULL);
}
