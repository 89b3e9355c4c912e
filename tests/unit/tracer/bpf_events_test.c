// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the events that are made of what the BPF programs have recorded. The
 * memory of the programs is made up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/kernel_symbols.h"
#include "test.h"
#include "trace/callback_kinds.h"
#include "trace/events.h"
#include "trace/symbols.h"
#include "trace/thread_names.h"
#include "tracer/bpf/bpf_events.h"
#include "tracer/bpf/bpf_layout.h"
#include "tracer/bpf/bpf_workload.h"
#include "tracer/tracer_state.h"

#define T_W	1000000
#define PID	100

/* These take the place of functions that look at the machine. */
bool thread_name_read(int pid, char name[16])
{
	snprintf(name, 16, "thread-%d", pid);
	return true;
}

/* Functions below address 100 are known; those below 10 are the programs' callers. */
bool kernel_symbols_find(const struct kernel_symbols *symbols, uint64_t address,
			 char *name, size_t size)
{
	(void)symbols;
	snprintf(name, size, address < 10 ? "bpf_trace_run%d" : "f%d",
		 (int)address);
	return address < 100;
}

static struct bpf_cpu cpu;
static union {
	struct bpf_workload workload;
	char room[sizeof(struct bpf_workload) + 4 * sizeof(struct bpf_sample)];
} shared;
static struct event_list list;
static struct bpf_names names;
static const struct tracer_hit thread_hit = {
	.cpu = 3, .context = CONTEXT_THREAD, .seqnum = 7, .latency_ns = 5000,
	.threshold_ns = 4000, .t_w_ns = T_W, .pid = PID,
};

static int clean(void **state)
{
	(void)state;
	memset(&cpu, 0, sizeof(cpu));
	memset(&shared, 0, sizeof(shared));
	event_list_clear(&list);
	shared.workload.process.places = 4;
	names = (struct bpf_names) {
		.interrupts = "           CPU0\n  9:   0  IO-APIC  acpi\n 26:   4  rig  some device\n",
		.prio = 4,
	};
	cpu.pid = PID;
	cpu.thread = PID;
	cpu.hit_t_w = T_W;
	cpu.hit_irq = T_W + 300;
	cpu.hit_switch = T_W + 5000;
	cpu.hit_pid = 55;
	cpu.stack_t_w = T_W;
	return 0;
}

static struct bpf_span *put(int level, uint64_t start, uint64_t end,
			    uint64_t duration, int id, int prio)
{
	struct bpf_span *span =
		&cpu.span[level][cpu.count[level]++ % BPF_SPANS];

	*span = (struct bpf_span) {
		.start = start, .end = end, .duration = duration,
		.id = id, .prio = prio, .comm = "comm",
	};
	return span;
}

/* Return the event number @number of a type. */
static const struct event *find(enum event_type type, int number)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.event[i].type == type && !number--)
			return &list.event[i];
	fail_msg("there is no such event");
	return NULL;
}

static void take(const struct tracer_hit *hit)
{
	assert_true(bpf_events_take(&list, &cpu, &shared.workload, hit, &names));
}

static void test_interrupts_have_names(void **state)
{
	(void)state;
	put(BPF_LEVEL_IRQ, 10, 20, 10, 26, BPF_DEVICE);
	put(BPF_LEVEL_IRQ, 30, 40, 10, 236, BPF_LOCAL_TIMER);
	put(BPF_LEVEL_IRQ, 50, 60, 10, 77, BPF_DEVICE);
	put(BPF_LEVEL_SOFTIRQ, 70, 80, 10, 7, 0);
	take(NULL);
	assert_string_equal(find(EVENT_IRQ, 0)->noise.name, "device");
	assert_int_equal(find(EVENT_IRQ, 0)->noise.id, 26);
	assert_string_equal(find(EVENT_IRQ, 1)->noise.name, "local_timer");
	assert_string_equal(find(EVENT_IRQ, 2)->noise.name, "");
	assert_string_equal(find(EVENT_SOFTIRQ, 0)->noise.name, "SCHED");
}

static void test_interrupted_thread_counts_from_the_interrupt(void **state)
{
	const struct event *thread;

	(void)state;
	put(BPF_LEVEL_IRQ, T_W - 900, T_W - 800, 100, 9, BPF_DEVICE);
	put(BPF_LEVEL_IRQ, T_W + 200, T_W + 700, 500, 236, BPF_LOCAL_TIMER);
	put(BPF_LEVEL_SOFTIRQ, T_W + 1000, T_W + 1250, 250, 1, 0);
	put(BPF_LEVEL_THREAD, T_W - 2000, T_W + 5000, 6150, 55, 120);
	take(&thread_hit);
	thread = find(EVENT_THREAD, 0);
	assert_int_equal(thread->noise.start, T_W + 200);
	assert_int_equal(thread->noise.duration, 4800 - 500 - 250);
	assert_int_equal(thread->noise.prio, 120);
}

static void test_a_hit_ends_with_its_samples_and_its_stop(void **state)
{
	const struct event *stop;

	(void)state;
	put(BPF_LEVEL_IRQ, T_W + 200, T_W + 700, 500, 236, BPF_LOCAL_TIMER);
	take(&thread_hit);
	stop = find(EVENT_STOP, 0);
	assert_ptr_equal(stop, &list.event[list.count - 1]);
	assert_int_equal(stop->stop.irq_start, T_W + 200);
	assert_int_equal(stop->stop.thread_start, T_W + 5000);
	assert_int_equal(stop->stop.latency, 5000);
	assert_int_equal(stop->stop.pid, PID);
	assert_int_equal(stop->stop.prio, 4);
	assert_string_equal(stop->stop.comm, "thread-100");
	assert_int_equal(find(EVENT_SAMPLE, 0)->sample.latency, 300);
	assert_int_equal(find(EVENT_SAMPLE, 0)->sample.pid, 55);
	assert_int_equal(find(EVENT_SAMPLE, 1)->sample.latency, 5000);
	assert_int_equal(find(EVENT_SAMPLE, 1)->sample.pid, PID);
}

static void test_a_hit_of_the_interrupt_is_about_whom_it_interrupted(void **state)
{
	struct tracer_hit hit = thread_hit;
	const struct event *stop;

	(void)state;
	hit.context = CONTEXT_IRQ;
	hit.latency_ns = 300;
	cpu.hit_switch = 0;
	strcpy(cpu.hit_comm, "spinner");
	put(BPF_LEVEL_THREAD, 10, 20, 10, 55, 98);
	cpu.open[BPF_LEVEL_IRQ].start = T_W + 250;
	take(&hit);
	stop = find(EVENT_STOP, 0);
	assert_int_equal(stop->stop.irq_start, T_W + 250);
	assert_int_equal(stop->stop.thread_start, 0);
	assert_int_equal(stop->stop.pid, 55);
	assert_int_equal(stop->stop.prio, 98);
	assert_string_equal(stop->stop.comm, "spinner");
}

static void test_a_stack_begins_below_the_programs(void **state)
{
	static const uint64_t frames[] = { 500, 5, 6, 42, 43, 700 };

	(void)state;
	memcpy(cpu.stack, frames, sizeof(frames));
	cpu.stack_bytes = sizeof(frames);
	cpu.stack_time = T_W + 4000;
	cpu.stack_cost = 10;
	cpu.stack_pid = 55;
	names.symbols = (struct kernel_symbols *)&names;
	take(&thread_hit);
	assert_int_equal(find(EVENT_STACK, 0)->stack.count, 3);
	assert_int_equal(find(EVENT_STACK, 0)->stack.caller[0], 42);
	assert_int_equal(find(EVENT_STACK, 0)->stack.pid, 55);
	clean(NULL);
	/* Without names, nothing is known of any frame. */
	memcpy(cpu.stack, frames, sizeof(frames));
	cpu.stack_bytes = sizeof(frames);
	take(&thread_hit);
	assert_int_equal(find(EVENT_STACK, 0)->stack.count, 6);
}

static void test_a_stack_of_another_activation_is_left_out(void **state)
{
	(void)state;
	cpu.stack_bytes = 8;
	cpu.stack_t_w = T_W - 1;
	take(&thread_hit);
	for (size_t i = 0; i < list.count; i++)
		assert_int_not_equal(list.event[i].type, EVENT_STACK);
}

/* Noises that were overwritten in one context make the others unreliable. */
static void test_overwritten_noises_count_as_lost(void **state)
{
	(void)state;
	put(BPF_LEVEL_THREAD, 5, 50, 40, 1, 120);
	put(BPF_LEVEL_THREAD, 2000, 2050, 50, 2, 120);
	for (int i = 0; i <= BPF_SPANS; i++)
		put(BPF_LEVEL_IRQ, 100 + i * 10, 105 + i * 10, 5, 1,
		    BPF_LOCAL_TIMER);
	take(NULL);
	/* The place after the last one may be written to. */
	assert_int_equal(list.lost_before, 120);
	assert_int_equal(find(EVENT_THREAD, 0)->noise.id, 2);
	assert_int_equal(list.count, BPF_SPANS);
	assert_int_equal(list.event[0].noise.start, 120);
}

static void test_samples_before_the_hit_are_there(void **state)
{
	(void)state;
	for (int i = 0; i < 6; i++)
		shared.workload.sample[i % 4] = (struct bpf_sample) {
			.t_w = T_W - 600 + i * 100, .irq = T_W - 590 + i * 100,
			.thread = T_W - 580 + i * 100,
			.user = T_W - 570 + i * 100, .seqnum = i + 1,
		};
	shared.workload.process.written = 6;
	take(&thread_hit);
	/* Four activations with three latencies each, and two of the hit. */
	assert_int_equal(list.count, 4 * 3 + 2 + 1);
	assert_int_equal(find(EVENT_SAMPLE, 0)->sample.seqnum, 3);
}

static void test_a_latency_that_nobody_saw_has_no_sample(void **state)
{
	const struct bpf_sample sample = { .t_w = 50, .user = 90 };
	struct event event;

	(void)state;
	assert_false(bpf_events_sample(&event, &sample, CONTEXT_IRQ, PID));
	assert_true(bpf_events_sample(&event, &sample, CONTEXT_THREAD, PID));
	assert_int_equal(event.sample.latency, 40);
	assert_true(bpf_events_sample(&event, &sample, CONTEXT_USER, PID));
	assert_int_equal(event.sample.latency, 40);
}

static void test_the_measuring_thread_is_no_noise(void **state)
{
	(void)state;
	put(BPF_LEVEL_THREAD, 1000, 8000, 7000, PID, 4);
	put(BPF_LEVEL_THREAD, 8000, 9000, 1000, 9, 120);
	take(NULL);
	assert_int_equal(list.count, 1);
	assert_int_equal(find(EVENT_THREAD, 0)->noise.id, 9);
}

static struct bpf_callback *put_ran(int place, int at, uint64_t start,
				    uint64_t end)
{
	struct bpf_callback *callback = &cpu.callbacks.callback[place][at];

	*callback = (struct bpf_callback) {
		.start = start, .end = end, .function = 77, .thread = 5,
		.kind = CALLBACK_WORK,
	};
	return callback;
}

static void test_a_callback_names_its_sender(void **state)
{
	struct bpf_callback *call = put_ran(BPF_IN_IRQ, 3, 1000, 9000);
	const struct event *event;

	(void)state;
	call->kind = CALLBACK_CALL;
	call->by = (struct bpf_asked) {
		.object = 1, .time = 900, .pid = 8, .cpu = 2, .comm = "sends",
	};
	take(NULL);
	event = find(EVENT_CALLBACK, 0);
	assert_int_equal(event->time, 9000);
	assert_int_equal(event->callback.start, 1000);
	assert_int_equal(event->callback.function, 77);
	assert_int_equal(event->callback.kind, CALLBACK_CALL);
	assert_int_equal(event->callback.thread, 5);
	assert_int_equal(event->callback.sent, 900);
	assert_int_equal(event->callback.sender, 8);
	assert_int_equal(event->callback.sender_cpu, 2);
	assert_string_equal(event->callback.sender_comm, "sends");
}

/* A worker was preempted by the thread that has the hit. */
static void test_a_callback_that_still_runs_ends_at_the_hit(void **state)
{
	(void)state;
	put_ran(BPF_IN_WORK, 0, T_W - 7000, 0);
	take(&thread_hit);
	assert_int_equal(find(EVENT_CALLBACK, 0)->time, T_W + 5000);
	assert_int_equal(find(EVENT_CALLBACK, 0)->callback.sender_cpu, -1);
}

static void test_a_callback_that_began_just_now_is_left_out(void **state)
{
	(void)state;
	put_ran(BPF_IN_WORK, 0, T_W + 5000 - BPF_CALLBACK_MIN + 1, 0);
	put_ran(BPF_IN_IRQ, 0, T_W - 9000, T_W - 1000)->function = 0;
	take(&thread_hit);
	for (size_t i = 0; i < list.count; i++)
		assert_int_not_equal(list.event[i].type, EVENT_CALLBACK);
}

static void put_thread(int number, const char *comm)
{
	struct bpf_span *span = put(BPF_LEVEL_THREAD, number * 10000,
				    number * 10000 + 7000, 7000, number, 49);

	strcpy(span->comm, comm);
}

static void test_an_interrupts_thread_has_its_handler(void **state)
{
	(void)state;
	cpu.callbacks.handler[26 % BPF_HANDLERS][BPF_PRIMARY] =
		(struct bpf_handler) { .function = 66, .irq = 26 };
	cpu.callbacks.handler[26 % BPF_HANDLERS][BPF_SECONDARY] =
		(struct bpf_handler) { .function = 67, .irq = 26 };
	put_thread(1, "irq/26-some");
	put_thread(2, "irq/26-s-some");
	put_thread(3, "irq/18-other");
	put_thread(4, "irq/none");
	put(BPF_LEVEL_THREAD, 50000, 50010, 10, 9, 49);
	take(NULL);
	assert_int_equal(list.count, 5 + 2);
	assert_int_equal(find(EVENT_CALLBACK, 0)->callback.function, 66);
	assert_int_equal(find(EVENT_CALLBACK, 0)->callback.kind,
			 CALLBACK_HANDLER);
	assert_int_equal(find(EVENT_CALLBACK, 0)->callback.start, 10000);
	assert_int_equal(find(EVENT_CALLBACK, 0)->callback.thread, 1);
	assert_int_equal(find(EVENT_CALLBACK, 1)->callback.function, 67);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_interrupts_have_names, clean),
		cmocka_unit_test_setup(
			test_interrupted_thread_counts_from_the_interrupt,
			clean),
		cmocka_unit_test_setup(
			test_a_hit_ends_with_its_samples_and_its_stop, clean),
		cmocka_unit_test_setup(
			test_a_hit_of_the_interrupt_is_about_whom_it_interrupted,
			clean),
		cmocka_unit_test_setup(test_a_stack_begins_below_the_programs,
				       clean),
		cmocka_unit_test_setup(
			test_a_stack_of_another_activation_is_left_out, clean),
		cmocka_unit_test_setup(test_overwritten_noises_count_as_lost,
				       clean),
		cmocka_unit_test_setup(test_samples_before_the_hit_are_there,
				       clean),
		cmocka_unit_test_setup(
			test_a_latency_that_nobody_saw_has_no_sample, clean),
		cmocka_unit_test_setup(test_the_measuring_thread_is_no_noise,
				       clean),
		cmocka_unit_test_setup(test_a_callback_names_its_sender, clean),
		cmocka_unit_test_setup(
			test_a_callback_that_still_runs_ends_at_the_hit, clean),
		cmocka_unit_test_setup(
			test_a_callback_that_began_just_now_is_left_out, clean),
		cmocka_unit_test_setup(
			test_an_interrupts_thread_has_its_handler, clean),
	};
	int failed = cmocka_run_group_tests_name("bpf_events", tests, NULL,
						 NULL);

	event_list_clear(&list);
	return failed;
}
