// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the events of callbacks as text, in the lines that kernels print.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "trace/callback_kinds.h"
#include "trace/callback_text.h"
#include "trace/events.h"

static bool parse(struct event *event, const char *line, char *function)
{
	memset(event, 0, sizeof(*event));
	assert_true(callback_text_is(line, strcspn(line, ":")));
	return callback_text_parse(event, line, strstr(line, ": ") + 2,
				   function);
}

static void expect_callback(const char *line, enum callback_kind kind,
			    bool ends, const char *function)
{
	char name[SYMBOL_LEN];
	struct event event;

	assert_true(parse(&event, line, name));
	assert_int_equal(event.type, EVENT_CALLBACK);
	assert_int_equal(event.callback.kind, kind);
	assert_int_equal(event.callback.ends, ends);
	assert_string_equal(name, function);
}

static void test_callbacks(void **state)
{
	(void)state;
	expect_callback("workqueue_execute_start: work struct 00000000d2f54dc6: function gpu_idle_gate [gpudrv]",
			CALLBACK_WORK, false, "gpu_idle_gate [gpudrv]");
	expect_callback("workqueue_execute_end: work struct 00000000d2f54dc6: function gpu_idle_gate [gpudrv]",
			CALLBACK_WORK, true, "");
	expect_callback("workqueue_execute_end: work struct 00000000d2f54dc6",
			CALLBACK_WORK, true, "");
	expect_callback("timer_expire_entry: timer=000000007a3ef1d0 function=process_timeout now=4294900000 baseclk=4294900000",
			CALLBACK_TIMER, false, "process_timeout");
	expect_callback("timer_expire_exit: timer=000000007a3ef1d0",
			CALLBACK_TIMER, true, "");
	expect_callback("hrtimer_expire_entry: hrtimer=00000000be0a9d01 function=tick_nohz_handler now=520000123456",
			CALLBACK_HRTIMER, false, "tick_nohz_handler");
	expect_callback("csd_function_entry: func=flush_tlb_func, csd=00000000145f0001",
			CALLBACK_CALL, false, "flush_tlb_func");
	expect_callback("tasklet_entry: tasklet=my_tasklet [drv] function=my_func [drv]",
			CALLBACK_TASKLET, false, "my_func [drv]");
	expect_callback("rcu_invoke_callback: rcu_sched rhp=00000000145f0001 func=file_free_rcu",
			CALLBACK_RCU, false, "file_free_rcu");
}

/* The end of a callback is found by its object, whose text is the same. */
static void test_objects(void **state)
{
	char name[SYMBOL_LEN];
	struct event begins, ends, other;

	(void)state;
	assert_true(parse(&begins, "csd_function_entry: func=f, csd=00000000145f0001",
			  name));
	assert_true(parse(&ends, "csd_function_exit: func=f, csd=00000000145f0001",
			  name));
	assert_true(parse(&other, "csd_function_exit: func=f, csd=00000000145f0002",
			  name));
	assert_true(begins.callback.object == ends.callback.object);
	assert_true(begins.callback.object != other.callback.object);
}

static void test_devices(void **state)
{
	char name[SYMBOL_LEN];
	struct event event;

	(void)state;
	assert_true(parse(&event, "napi_poll: napi poll on napi struct 0000000012345678 for device eth0 work 5 budget 64",
			  name));
	assert_int_equal(event.callback.kind, CALLBACK_POLL);
	assert_string_equal(event.callback.name, "eth0");
}

static void test_whole(void **state)
{
	char name[SYMBOL_LEN];
	struct event event;

	(void)state;
	assert_true(parse(&event, "callback: kind=soft_hrtimer function=poll_it [drv] start 22.000000123 duration 5000 ns pid=15 sent 0.000000000 sender_pid=0 sender_cpu=-1 sender=",
			  name));
	assert_true(event.callback.start == 22000000123ULL);
	assert_true(event.callback.ends);
	assert_int_equal(event.callback.kind, CALLBACK_SOFT_HRTIMER);
	assert_int_equal(event.callback.thread, 15);
	assert_int_equal(event.callback.sender_cpu, -1);
	assert_string_equal(name, "poll_it [drv]");
	assert_true(parse(&event, "callback: kind=call function=do_sync_core start 22.000000123 duration 5000 ns pid=0 sent 21.000000456 sender_pid=111 sender_cpu=3 sender=a b:c",
			  name));
	assert_int_equal(event.callback.kind, CALLBACK_CALL);
	assert_true(event.callback.sent == 21000000456ULL);
	assert_int_equal(event.callback.sender, 111);
	assert_int_equal(event.callback.sender_cpu, 3);
	assert_string_equal(event.callback.sender_comm, "a b:c");
}

static void test_requests(void **state)
{
	char name[SYMBOL_LEN];
	struct event event;

	(void)state;
	assert_true(parse(&event, "ipi_send_cpu: cpu=2 callsite=smp_call_function_single+0xe0/0x150 callback=do_flush_tlb_all+0x0/0x40",
			  name));
	assert_int_equal(event.type, EVENT_IPI);
	assert_true(event_asks(&event, 2));
	assert_false(event_asks(&event, 0));
	assert_string_equal(name, "do_flush_tlb_all");
	assert_true(parse(&event, "csd_queue_cpu: cpu=1 callsite=generic_exec_single+0x33/0x130 func=carried_by_call [rtla_inject] csd=ffffc900005cfe80",
			  name));
	assert_true(event_asks(&event, 1));
	assert_string_equal(name, "carried_by_call [rtla_inject]");
	assert_true(parse(&event, "ipi_send_cpumask: cpumask=0-1,65 callsite=f+0x1/0x2 callback=g+0x0/0x40 [drv]",
			  name));
	assert_string_equal(name, "g [drv]");
	assert_true(event_asks(&event, 0) && event_asks(&event, 65));
	assert_false(event_asks(&event, 2) || event_asks(&event, 64));
	free(event.ipi.mask);
}

static void test_damaged(void **state)
{
	static const char *const lines[] = {
		"workqueue_execute_start: work struct 00000000d2f54dc6",
		"timer_expire_entry: timer=",
		"ipi_send_cpu: cpu=-1 callback=f+0x0/0x40",
		"ipi_send_cpumask: cpumask=x callback=f+0x0/0x40",
		"napi_poll: napi poll on napi struct 1 for device ",
		"callback: kind=work function=f start x duration 5 ns pid=1 sent 0.000000000 sender_pid=0 sender_cpu=-1 sender=",
		"callback: kind=worker function=f start 1.000000001 duration 5 ns pid=1 sent 0.000000000 sender_pid=0 sender_cpu=-1 sender=",
		"callback: kind=work function=f start 1.000000001 duration 5 ns pid=1",
	};
	char name[SYMBOL_LEN];
	struct event event;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_false(parse(&event, lines[i], name));
	assert_false(callback_text_is("timer_start", strlen("timer_start")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_callbacks),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_devices),
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests_name("callback_text", tests, NULL, NULL);
}
