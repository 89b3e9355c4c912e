// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of events and actions, as they are written on the command line.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "options/action_list.h"
#include "options/lists.h"
#include "test.h"
#include "trace/extra_events.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

static struct extra_events events;
static struct actions actions;

static int setup(void **state)
{
	(void)state;
	memset(&events, 0, sizeof(events));
	memset(&actions, 0, sizeof(actions));
	return 0;
}

static void test_events(void **state)
{
	static const char *const good[] = {
		"sched", "sched:sched_switch", "xhci-hcd:xhci_ring_alloc",
		"a:b", "a1_B"
	};
	static const char *const bad[] = {
		"", ":", "sched:", ":sched_switch", "a:b:c", "a b", "a/b",
		"..", "../events", "a:..", "sched:*", "*", "a:b c", "a,b"
	};

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		assert_null(event_add(&events, good[i]));
		assert_string_equal(events.event[i].event, good[i]);
		assert_null(events.event[i].filter);
		assert_null(events.event[i].trigger);
	}
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!event_add(&events, bad[i]))
			fail_msg("\"%s\" was taken", bad[i]);
	assert_int_equal(events.count, COUNT(good));
}

static void test_too_many_events(void **state)
{
	(void)state;
	for (int i = 0; i < EXTRA_EVENTS_MAX; i++)
		assert_null(event_add(&events, "a:b"));
	assert_string_equal(event_add(&events, "a:b"),
			    "too many events: give a system instead of its events");
	assert_int_equal(events.count, EXTRA_EVENTS_MAX);
}

static void test_filters(void **state)
{
	static const char none[] = "no event before it: give --event SYSTEM:EVENT first";
	static const char system[] = "applies only for single events, not for all of a system: give --event SYSTEM:EVENT before it";

	(void)state;
	assert_string_equal(event_filter(&events, "x"), none);
	assert_string_equal(event_trigger(&events, "x"), none);
	event_add(&events, "a:b");
	assert_null(event_filter(&events, "first"));
	assert_null(event_filter(&events, "last"));
	assert_string_equal(events.event[0].filter, "last");
	assert_null(events.event[0].trigger);
	event_add(&events, "c:d");
	assert_null(event_trigger(&events, "hist:keys=x"));
	assert_string_equal(events.event[1].trigger, "hist:keys=x");
	assert_null(events.event[1].filter);
	assert_null(events.event[0].trigger);
	event_add(&events, "system");
	assert_string_equal(event_filter(&events, "x"), system);
	assert_string_equal(event_trigger(&events, "x"), system);
	assert_null(events.event[2].filter);
}

static const struct action *good(const char *text)
{
	const char *reason = action_add(&actions, text, "default.txt");

	if (reason)
		fail_msg("\"%s\" was refused: %s", text, reason);
	return &actions.action[actions.count - 1];
}

static void bad(const char *text, const char *reason)
{
	const char *got = action_add(&actions, text, "default.txt");

	if (!got)
		fail_msg("\"%s\" was taken", text);
	else
		assert_string_equal(got, reason);
	assert_int_equal(actions.count, 0);
}

static void test_trace(void **state)
{
	(void)state;
	assert_int_equal(good("trace")->type, ACTION_TRACE);
	assert_string_equal(good("trace")->text, "default.txt");
	assert_string_equal(good("trace,file=x.txt")->text, "x.txt");
	assert_string_equal(good("trace,file=a b=c")->text, "a b=c");
}

static void test_signal(void **state)
{
	const struct action *action = good("signal,num=10,pid=1234");

	(void)state;
	assert_int_equal(action->type, ACTION_SIGNAL);
	assert_int_equal(action->signal, 10);
	assert_int_equal(action->pid, 1234);
	action = good("signal,pid=0x10,num=012");
	assert_int_equal(action->signal, 10);
	assert_int_equal(action->pid, 16);
	action = good("signal,num=64,pid=parent");
	assert_int_equal(action->signal, 64);
	assert_int_equal(action->pid, 0);
	action = good("signal,pid=parent,num=1");
	assert_int_equal(action->pid, 0);
	action = good("signal,num=1,pid=parent,pid=5,num=2");
	assert_int_equal(action->signal, 2);
	assert_int_equal(action->pid, 5);
	action = good("signal,num=1,pid=5,pid=parent");
	assert_int_equal(action->pid, 0);
}

static void test_shell(void **state)
{
	const struct action *action = good("shell,command=echo a,b; c,d=e");

	(void)state;
	assert_int_equal(action->type, ACTION_SHELL);
	assert_string_equal(action->text, "echo a,b; c,d=e");
	assert_int_equal(good("continue")->type, ACTION_CONTINUE);
	assert_int_equal(actions.count, 2);
}

static void test_bad_actions(void **state)
{
	static const char kind[] = "no such action: give " ACTION_FORMS;
	static const char file[] = "not a file: give trace or trace,file=FILE";
	static const char number[] = "no such signal: give signal,num=N,pid=PID with N from 1 to 64";
	static const char process[] = "not a process: give signal,num=N,pid=PID, or pid=parent";
	static const char word[] = "unknown word: give signal,num=N,pid=PID";
	static const char shell[] = "no command: give shell,command=COMMAND";

	(void)state;
	bad("", kind);
	bad("foobar", kind);
	bad("tracer", kind);
	bad("trace file=x", kind);
	bad(",trace", kind);
	bad("trace,", file);
	bad("trace,foo=bar", file);
	bad("trace,file=", file);
	bad("trace,file=a,b", file);
	bad("signal", "no signal: give signal,num=N,pid=PID");
	bad("signal,pid=5", "no signal: give signal,num=N,pid=PID");
	bad("signal,num=1", "no process: give signal,num=N,pid=PID, or pid=parent");
	bad("signal,num=0,pid=5", number);
	bad("signal,num=65,pid=5", number);
	bad("signal,num=-1,pid=5", number);
	bad("signal,num=TERM,pid=5", number);
	bad("signal,num=,pid=5", number);
	bad("signal,num=1,pid=0", process);
	bad("signal,num=1,pid=-1", process);
	bad("signal,num=1,pid=", process);
	bad("signal,num=1,pid=parents", process);
	bad("signal,num=1,pid=99999999999", process);
	bad("signal,num=1,,pid=5", word);
	bad("signal,num=1,pid=5,", word);
	bad("signal,foo=bar", word);
	bad("signal,num=0000000000000000000000000000000001,pid=5", word);
	bad("shell", shell);
	bad("shell,", shell);
	bad("shell,command=", shell);
	bad("shell,foo=bar", shell);
	bad("continue,foo=bar", "it takes nothing: give continue");
	bad("continue,", "it takes nothing: give continue");
}

static void test_too_many_actions(void **state)
{
	(void)state;
	for (int i = 0; i < ACTIONS_MAX; i++)
		good("continue");
	assert_string_equal(action_add(&actions, "trace", ""),
			    "too many actions: give one shell,command= for several of them");
	assert_int_equal(actions.count, ACTIONS_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_events, setup),
		cmocka_unit_test_setup(test_too_many_events, setup),
		cmocka_unit_test_setup(test_filters, setup),
		cmocka_unit_test_setup(test_trace, setup),
		cmocka_unit_test_setup(test_signal, setup),
		cmocka_unit_test_setup(test_shell, setup),
		cmocka_unit_test_setup(test_bad_actions, setup),
		cmocka_unit_test_setup(test_too_many_actions, setup),
	};

	return cmocka_run_group_tests_name("lists", tests, NULL, NULL);
}
