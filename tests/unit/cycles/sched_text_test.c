// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading events about threads from text, in the forms that people
 * have.
 */
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "cycles/sched_text.h"
#include "cycles/sched_trace.h"
#include "test.h"

static struct sched_trace trace;

static int tear_down(void **state)
{
	(void)state;
	sched_trace_free(&trace);
	return 0;
}

/* Read a text, and return its last event. */
static const struct sched_event *read_text(const char *text)
{
	FILE *in = fmemopen((char *)text, strlen(text), "r");

	assert_non_null(in);
	assert_null(sched_text_read(&trace, in));
	fclose(in);
	return trace.events ? &trace.event[trace.events - 1] : NULL;
}

#define COLUMNS	"      robot-10    [001] d..2.  1234.567891: "

static void test_switch(void **state)
{
	const struct sched_event *event;

	(void)state;
	event = read_text(COLUMNS "sched_switch: prev_comm=my robot prev_pid=10 prev_prio=49 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n");
	assert_int_equal(event->type, SCHED_SWITCH);
	assert_int_equal(event->cpu, 1);
	assert_int_equal(event->pid, 10);
	assert_int_equal(event->prio, 49);
	assert_int_equal(event->other, 0);
	assert_int_equal(event->other_prio, 120);
	assert_true(event->sleeps);
	assert_string_equal(sched_trace_comm(&trace, 10), "my robot");
	/* It is the latest time that was rounded to this one. */
	assert_true(event->time - 1234567891000 < 1000);
	event = read_text(COLUMNS "sched_switch: prev_comm=robot prev_pid=10 prev_prio=49 prev_state=R+ ==> next_comm=motor next_pid=11 next_prio=19\n");
	assert_false(event->sleeps);
	event = read_text(COLUMNS "sched_switch: prev_comm=robot prev_pid=10 prev_prio=49 prev_state=D|K ==> next_comm=motor next_pid=11 next_prio=19\n");
	assert_true(event->sleeps);
}

/* As a trace.dat may have it: each name is shown within a line. */
static void test_name_of_two_lines(void **state)
{
	(void)state;
	sched_trace_set_comm(&trace, 10, "my\nrobot");
	assert_string_equal(sched_trace_comm(&trace, 10), "my?robot");
}

/* The plug-in of trace-cmd prints threads in its own way. */
static void test_reported(void **state)
{
	const struct sched_event *event;

	(void)state;
	event = read_text(COLUMNS "sched_switch: my robot:10 [49] D ==> motor:11 [19]\n");
	assert_int_equal(event->pid, 10);
	assert_int_equal(event->prio, 49);
	assert_int_equal(event->other, 11);
	assert_int_equal(event->other_prio, 19);
	assert_true(event->sleeps);
	assert_string_equal(sched_trace_comm(&trace, 10), "my robot");
	event = read_text(COLUMNS "sched_wakeup: motor:11 [19] CPU:003\n");
	assert_int_equal(event->type, SCHED_QUEUED);
	assert_int_equal(event->other, 11);
	assert_int_equal(event->to, 3);
}

static void test_waking(void **state)
{
	const struct sched_event *event;

	(void)state;
	event = read_text("   <idle>-0     [002] dNh4.  1.000001: sched_waking: comm=robot pid=10 prio=49 target_cpu=003\n");
	assert_int_equal(event->type, SCHED_WAKING);
	assert_int_equal(event->other, 10);
	assert_int_equal(event->to, 3);
	/* The columns tell that it was an interrupt. */
	assert_int_equal(event->kind, SPAN_IRQ);
	event = read_text(COLUMNS "sched_migrate_task: comm=robot pid=10 prio=49 orig_cpu=1 dest_cpu=0\n");
	assert_int_equal(event->type, SCHED_MIGRATE);
	assert_int_equal(event->to, 0);
}

static void expect_span(const char *fields, enum sched_event_type type,
			enum span_kind kind, const char *name)
{
	char line[256];
	const struct sched_event *event;

	snprintf(line, sizeof(line), "%s%s\n", COLUMNS, fields);
	event = read_text(line);
	assert_non_null(event);
	assert_int_equal(event->type, type);
	assert_int_equal(event->kind, kind);
	assert_string_equal(sched_trace_name(&trace, event->name), name);
}

static void test_spans(void **state)
{
	(void)state;
	expect_span("irq_handler_entry: irq=24 name=virtio0-input.0",
		    SCHED_BEGIN, SPAN_IRQ, "virtio0-input.0:24");
	expect_span("irq_handler_exit: irq=24 ret=handled", SCHED_END, SPAN_IRQ, "");
	expect_span("softirq_entry: vec=3 [action=NET_RX]", SCHED_BEGIN,
		    SPAN_SOFTIRQ, "NET_RX:3");
	expect_span("local_timer_entry: vector=236", SCHED_BEGIN, SPAN_IRQ,
		    "local_timer:236");
	expect_span("call_function_single_exit: vector=251", SCHED_END, SPAN_IRQ,
		    "call_function_single:251");
	expect_span("ipi_entry: (Rescheduling interrupts)", SCHED_BEGIN,
		    SPAN_IRQ, "Rescheduling interrupts");
	expect_span("nmi_handler: perf_event_nmi_handler() delta_ns: 1500 handled: 1",
		    SCHED_NMI, SPAN_NMI, "NMI");
	assert_int_equal(trace.event[trace.events - 1].expiry, 1500);
	expect_span("timer_expire_entry: timer=0000000050752eb2 function=process_timeout now=4307037136 baseclk=4307037136",
		    SCHED_BEGIN, SPAN_TIMER, "process_timeout");
}

/* Both the kernel and trace-cmd report print the timer's address, but differently. */
static void test_hrtimer(void **state)
{
	const struct sched_event *event;
	uint64_t object;

	(void)state;
	event = read_text(COLUMNS "hrtimer_start: hrtimer=00000000020347e3 function=hrtimer_wakeup expires=2050 softexpires=2000 mode=ABS was_armed=0\n");
	assert_int_equal(event->type, SCHED_TIMER_START);
	assert_int_equal(event->expiry, 2000);
	object = event->object;
	assert_int_equal(object, 0x20347e3);
	event = read_text(COLUMNS "hrtimer_expire_entry: hrtimer=0x20347e3 now=2100 function=hrtimer_wakeup/0x0\n");
	assert_int_equal(event->object, object);
	assert_int_equal(event->expiry, 2100);
	assert_string_equal(sched_trace_name(&trace, event->name),
			    "hrtimer_wakeup");
}

static void expect_call(const char *fields, uint32_t nr, uint32_t how,
			uint64_t object)
{
	char line[256];
	const struct sched_event *event;

	snprintf(line, sizeof(line), "%s%s\n", COLUMNS, fields);
	event = read_text(line);
	assert_non_null(event);
	assert_int_equal(event->type, SCHED_CALL);
	assert_int_equal(event->wait.nr, nr);
	assert_int_equal(event->wait.how, how);
	assert_int_equal(event->wait.object, object);
}

static void test_calls(void **state)
{
	char line[128];

	(void)state;
	snprintf(line, sizeof(line), "sys_enter: NR %d (5, 7ffe, 8, 0, 0, 0)",
		 SYS_read);
	expect_call(line, SYS_read, 5, 0);
	/* trace-cmd report, and the kernel's file. */
	expect_call("sys_enter_read: fd: 0x00000005, buf: 0x7ffe0000, count: 0x8",
		    SYS_read, 5, 0);
	expect_call("sys_read(fd: 5, buf: 7ffe0000, count: 8)", SYS_read, 5, 0);
	/* A condition variable takes two words in turn; flags are no place. */
	expect_call("sys_futex(uaddr: 7f00100c, op: 189, val: 0)", SYS_futex, 9,
		    0x7f001008);
	expect_call("sys_clock_nanosleep(which_clock: 1, flags: 1, rqtp: 7ff)",
		    SYS_clock_nanosleep, 1, 0);
	assert_int_equal(read_text(COLUMNS "sys_read -> 0x8\n")->type,
			 SCHED_RETURN);
	assert_int_equal(read_text(COLUMNS "sys_exit: NR 0 = 8\n")->type,
			 SCHED_RETURN);
	assert_int_equal(read_text(COLUMNS "sys_exit_read: 0x8\n")->type,
			 SCHED_RETURN);
}

/* A call that no thread waits in keeps its name, whatever its number is. */
static void test_other_call(void **state)
{
	const struct sched_event *event;
	char name[SCHED_WAIT_LEN];

	(void)state;
	event = read_text(COLUMNS "sys_enter_getcpu: cpup: 0x1, nodep: 0x0\n");
	assert_non_null(event);
	assert_string_equal(sched_trace_wait_name(&trace, &event->wait, name),
			    "getcpu");
}

/* The kernel's event has no owner, and our own no address. */
static void test_contention(void **state)
{
	const struct sched_event *event;

	(void)state;
	event = read_text(COLUMNS "contention_begin: ffff8f0102030405 (flags=MUTEX)\n");
	assert_int_equal(event->type, SCHED_CONTENDS);
	assert_int_equal(event->other, 0);
	event = read_text(COLUMNS "contention_begin: owner=12 owner_comm=log owner=1\n");
	assert_int_equal(event->other, 12);
	assert_string_equal(sched_trace_comm(&trace, 12), "log owner=1");
	event = read_text(COLUMNS "contention_end: ffff8f0102030405 (ret=0)\n");
	assert_int_equal(event->type, SCHED_HAS_LOCK);
}

static void test_loss(void **state)
{
	const struct sched_event *event;

	(void)state;
	event = read_text("CPU:1 [LOST 12 EVENTS]\n"
			  COLUMNS "page_fault_user: address=0x1 ip=0x2 error_code=0x6\n");
	assert_int_equal(event->type, SCHED_FAULT);
	assert_true(event->lost);
	event = read_text(COLUMNS "page_fault_user: address=0x1 ip=0x2 error_code=0x6\n");
	assert_false(event->lost);
}

static void test_others(void **state)
{
	(void)state;
	assert_null(read_text("# tracer: nop\n\n"
			      "a line of a log\n"
			      COLUMNS "sched_switch: prev_comm=robot\n"
			      COLUMNS "irq_handler_entry: irq=\n"
			      COLUMNS "sched_stat_runtime: comm=cat pid=3 runtime=5 [ns]\n"
			      COLUMNS "tick_stop: success=1 dependency=NONE\n"));
}

#define TEST(function) cmocka_unit_test_teardown(function, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_switch),
		TEST(test_name_of_two_lines),
		TEST(test_reported),
		TEST(test_waking),
		TEST(test_contention),
		TEST(test_spans),
		TEST(test_hrtimer),
		TEST(test_calls),
		TEST(test_other_call),
		TEST(test_loss),
		TEST(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
