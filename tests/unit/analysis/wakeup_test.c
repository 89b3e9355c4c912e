// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the analysis of wake-ups: each is a situation on a CPU, and what has
 * to be said of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/analysis_text.h"
#include "analysis/sentence.h"
#include "made_events.h"
#include "test.h"
#include "trace/symbols.h"

#define T_W	1000000ULL
#define PID	99
#define PRIO	19		/* SCHED_FIFO 80 on the kernel's scale */
#define NORMAL	120

/* These ran on the CPU; times are ns since T_W. */
struct ran {
	enum event_type type;
	int64_t start;
	uint64_t net;
	int64_t end;
	int id;
	int prio;
	const char *name;
};

/* The stop event; times are ns since T_W. */
struct hit {
	int context;
	uint64_t latency;
	uint64_t irq;
	uint64_t run;
	int prio;
};

static const char *const functions[] = {
	NULL, "__schedule", "preempt_schedule", "hold_the_cpu", "do_nanosleep",
};

static bool find(void *source, uint64_t address, char *name, size_t size)
{
	(void)source;
	if (!address || address >= sizeof(functions) / sizeof(functions[0]))
		return false;
	snprintf(name, size, "%s", functions[address]);
	return true;
}

static const struct symbols symbols = { find, NULL };

static struct event_list list;

static struct event *add(enum event_type type, uint64_t time)
{
	return made_event(&list, type, time, 0);
}

static void add_stack(int pid, uint64_t run, const uint64_t *caller,
		      size_t count)
{
	struct event event = { .type = EVENT_STACK, .time = T_W + run };

	event.stack.t_w = T_W;
	event.stack.time = T_W + run;
	event.stack.pid = pid;
	event.stack.caller = (uint64_t *)caller;
	event.stack.count = count;
	assert_true(event_list_append(&list, &event, false));
}

/* Explain a hit after what ran, and check that the parts are the whole wake-up. */
static struct analysis *explain(const struct ran *ran, size_t count,
				struct hit hit)
{
	static const struct analysis_config config = { .workload_prio = 4 };
	struct analysis *analysis;
	struct event *event;
	int64_t sum = 0;

	for (size_t i = 0; i < count; i++) {
		event = add(ran[i].type, T_W + ran[i].end);
		event->noise.start = T_W + ran[i].start;
		event->noise.duration = ran[i].net;
		event->noise.id = ran[i].id;
		event->noise.prio = ran[i].prio;
		strncpy(event->noise.name, ran[i].name, EVENT_DESC_LEN - 1);
	}
	event = add(EVENT_STOP, T_W + hit.run + 100);
	event->stop.context = hit.context;
	event->stop.latency = hit.latency;
	event->stop.threshold = 10000;
	event->stop.t_w = T_W;
	event->stop.irq_start = T_W + hit.irq;
	event->stop.thread_start = T_W + hit.run;
	event->stop.pid = PID;
	event->stop.prio = hit.prio;
	analysis = analysis_new(&list, 3, &config);
	assert_non_null(analysis);
	for (int i = 0; i < PARTS; i++)
		sum += analysis->part[i].ns;
	assert_int_equal(analysis->latency, hit.run);
	assert_int_equal(sum + analysis->unexplained, analysis->latency);
	assert_false(analysis->incomplete);
	return analysis;
}

#define EXPLAIN(ran, ...) \
	explain(ran, sizeof(ran) / sizeof((ran)[0]), \
		(struct hit) { __VA_ARGS__ })

static void expect_ns(const struct analysis *analysis, enum part_id part,
		      uint64_t ns)
{
	assert_int_equal(analysis->part[part].ns, ns);
}

static void expect_item(const struct analysis *analysis, enum part_id part,
			const char *name, uint64_t ns)
{
	assert_int_equal(analysis->part[part].items, 1);
	assert_string_equal(analysis->part[part].item[0].name, name);
	assert_int_equal(analysis->part[part].item[0].ns, ns);
}

static void expect_sentence(const struct analysis *analysis,
			    const char *expected)
{
	char text[SENTENCE_LEN];

	sentence_make(text, analysis, &symbols);
	assert_string_equal(text, expected);
}

static void done(struct analysis *analysis)
{
	analysis_free(analysis);
	event_list_clear(&list);
}

/* A timer interrupts a thread of a lower priority, which keeps preemption off. */
static const struct ran blocked[] = {
	{ EVENT_IRQ, 1000, 4000, 5000, 236, 0, "local_timer" },
	{ EVENT_IRQ, 20000, 3000, 23000, 24, 0, "eth0" },
	{ EVENT_THREAD, -50000, 138000, 95000, 7, NORMAL, "worker" },
};

static void test_blocking(void **state)
{
	static const uint64_t caller[] = { 1, 2, 3 };
	struct analysis *analysis;

	(void)state;
	add_stack(7, 98000, caller, 3);
	analysis =
		EXPLAIN(blocked, CONTEXT_WAKE_TOTAL, 98000, 2500, 98000, PRIO);
	expect_ns(analysis, PART_DELAY, 1000);
	expect_ns(analysis, PART_TIMER_IRQ, 4000);
	expect_item(analysis, PART_BLOCKING, "worker", 87000);
	expect_item(analysis, PART_IRQ, "eth0", 3000);
	expect_ns(analysis, PART_SWITCH, 3000);
	assert_int_equal(analysis->unexplained, 0);
	assert_int_equal(analysis->stack_pid, 7);
	expect_sentence(analysis, "89 % of 98.00 us: worker:7 kept preemption off in hold_the_cpu.");
	done(analysis);
}

/* The hit of a part explains all of the wake-up. */
static void test_part(void **state)
{
	static const uint64_t caller[] = { 1, 4 };
	struct analysis *analysis;

	(void)state;
	add_stack(7, 98000, caller, 2);
	analysis =
		EXPLAIN(blocked, CONTEXT_WAKE_WAIT, 90000, 2500, 98000, PRIO);
	expect_item(analysis, PART_BLOCKING, "worker", 87000);
	expect_ns(analysis, PART_SWITCH, 3000);
	assert_int_equal(analysis->hit_ns, 90000);
	expect_sentence(analysis, "89 % of 98.00 us: worker:7 kept preemption off, until it called the scheduler in do_nanosleep. The part 'wait' took 90.00 us.");
	done(analysis);
}

/* The priority is that of the woken thread, not that of measuring threads. */
static void test_priorities(void **state)
{
	struct ran ran[3];
	struct analysis *analysis;

	(void)state;
	memcpy(ran, blocked, sizeof(ran));
	ran[2].prio = 9;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_TOTAL, 98000, 2500, 98000, PRIO);
	expect_ns(analysis, PART_BLOCKING, 0);
	expect_item(analysis, PART_THREAD, "worker", 87000);
	expect_sentence(analysis, "89 % of 98.00 us: worker:7 ran, with real-time priority 90.");
	done(analysis);

	ran[2].prio = PRIO;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_TOTAL, 98000, 2500, 98000, PRIO);
	expect_sentence(analysis, "89 % of 98.00 us: worker:7 ran on, with the same priority.");
	done(analysis);

	ran[2].prio = NORMAL;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_TOTAL, 98000, 2500, 98000, NORMAL);
	expect_item(analysis, PART_BLOCKING, "worker", 87000);
	expect_sentence(analysis, "89 % of 98.00 us: worker:7 ran on before the scheduler chose the woken thread.");
	done(analysis);
}

/* Without a timer, the wake-up begins with the waking, and nothing is a delay. */
static void test_no_timer(void **state)
{
	static const struct ran ran[] = {
		{ EVENT_THREAD, -9000, 39000, 30000, 7, NORMAL, "waker" },
		{ EVENT_THREAD, 30000, 50000, 80000, 8, NORMAL, "other" },
	};
	struct analysis *analysis;

	(void)state;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_TOTAL, 82000, 0, 82000, NORMAL);
	expect_ns(analysis, PART_DELAY, 0);
	expect_ns(analysis, PART_TIMER_IRQ, 0);
	expect_item(analysis, PART_BLOCKING, "waker", 30000);
	expect_item(analysis, PART_THREAD, "other", 50000);
	expect_ns(analysis, PART_SWITCH, 2000);
	expect_sentence(analysis, "61 % of 82.00 us: other:8 ran first.");
	done(analysis);
}

/* An interrupt before the timer's, and a thread that keeps interrupts off. */
static void test_delay(void **state)
{
	static const struct ran ran[] = {
		{ EVENT_IRQ, 40000, 5000, 45000, 24, 0, "eth0" },
		{ EVENT_IRQ, 45000, 4000, 49000, 236, 0, "local_timer" },
		{ EVENT_THREAD, -50000, 91000, 50000, 7, NORMAL, "worker" },
	};
	struct analysis *analysis;

	(void)state;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_TIMER, 46000, 46000, 52000, PRIO);
	expect_ns(analysis, PART_DELAY, 45000);
	assert_int_equal(analysis->previous_irq, 5000);
	expect_ns(analysis, PART_TIMER_IRQ, 4000);
	expect_item(analysis, PART_BLOCKING, "worker", 1000);
	expect_ns(analysis, PART_SWITCH, 2000);
	expect_sentence(analysis, "77 % of 52.00 us: worker:7 kept interrupts off, or hardware delayed the timer's. The part 'timer' took 46.00 us.");
	done(analysis);
}

/* A timer that expires in a softirq: what ran before that is no delay of its own. */
static void test_soft_timer(void **state)
{
	static const struct ran stock[] = {
		{ EVENT_SOFTIRQ, 60000, 10000, 70000, 8, 0, "HRTIMER" },
		{ EVENT_THREAD, -10000, 71000, 71000, 7, NORMAL, "worker" },
	};
	static const struct ran rt[] = {
		{ EVENT_THREAD, -10000, 70000, 60000, 7, NORMAL, "worker" },
		{ EVENT_THREAD, 60000, 11000, 71000, 20, 98, "ktimers/3" },
	};
	struct analysis *analysis;

	(void)state;
	analysis =
		EXPLAIN(stock, CONTEXT_WAKE_TOTAL, 73000, 65000, 73000, NORMAL);
	expect_ns(analysis, PART_DELAY, 0);
	expect_item(analysis, PART_BLOCKING, "worker", 61000);
	expect_item(analysis, PART_SOFTIRQ, "HRTIMER", 10000);
	expect_ns(analysis, PART_SWITCH, 2000);
	done(analysis);
	analysis = EXPLAIN(rt, CONTEXT_WAKE_TOTAL, 73000, 65000, 73000, NORMAL);
	expect_ns(analysis, PART_DELAY, 0);
	expect_item(analysis, PART_BLOCKING, "worker", 60000);
	expect_item(analysis, PART_THREAD, "ktimers/3", 11000);
	done(analysis);
}

/* The timer of another CPU: nothing here can have delayed it. */
static void test_elsewhere(void **state)
{
	static const struct ran ran[] = {
		{ EVENT_IRQ, 10000, 5000, 15000, 24, 0, "eth0" },
		{ EVENT_THREAD, -9000, 76000, 72000, 7, NORMAL, "worker" },
	};
	struct analysis *analysis;

	(void)state;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_TOTAL, 74000, 50000, 74000, PRIO);
	expect_ns(analysis, PART_DELAY, 50000);
	assert_int_equal(analysis->part[PART_DELAY].items, 0);
	expect_item(analysis, PART_BLOCKING, "worker", 22000);
	expect_sentence(analysis, "68 % of 74.00 us: the timer's interrupt came late, on another CPU.");
	done(analysis);
}

/* Without any noise, only the delay of the timer is known. */
static void test_no_noise(void **state)
{
	struct analysis *analysis;

	(void)state;
	analysis = explain(NULL, 0, (struct hit) {
		CONTEXT_WAKE_TOTAL, 74000, 4000, 74000, PRIO });
	expect_ns(analysis, PART_DELAY, 4000);
	assert_int_equal(analysis->unexplained, 70000);
	expect_sentence(analysis, "95 % of 74.00 us: not explained by any event.");
	done(analysis);
}

/* Nothing is in the way: the timer's interrupt and the switch are the wake-up. */
static void test_quick(void **state)
{
	static const struct ran ran[] = {
		{ EVENT_IRQ, 500, 3000, 3500, 236, 0, "local_timer" },
		{ EVENT_THREAD, -9000, 10000, 4000, 0, NORMAL, "swapper/3" },
	};
	struct analysis *analysis;

	(void)state;
	analysis = EXPLAIN(ran, CONTEXT_WAKE_SWITCH, 1500, 1200, 6000, PRIO);
	expect_sentence(analysis, "83 % of 6.00 us: the timer's interrupt and the switch to the woken thread, because nothing else took longer. The part 'switch' took 1.50 us.");
	expect_ns(analysis, PART_SWITCH, 2000);
	done(analysis);
}

static void expect_line(const char *text, const char *line)
{
	if (!strstr(text, line))
		fail_msg("not there: %s in:\n%s", line, text);
}

/* The text names the parts of a wake-up, and the one that hit. */
static void test_text(void **state)
{
	static const uint64_t caller[] = { 1, 2, 3 };
	struct analysis *analysis;
	char *text = NULL;
	size_t size = 0;
	FILE *out;

	(void)state;
	add_stack(7, 98000, caller, 3);
	analysis =
		EXPLAIN(blocked, CONTEXT_WAKE_WAIT, 90000, 2500, 98000, PRIO);
	out = open_memstream(&text, &size);
	analysis_text_print(out, analysis, "SENTENCE", &symbols, STACK_TRUNCATE, NULL);
	fclose(out);
	expect_line(text, "\n  IRQ handler delay:                                         1.00 us (1.02 %)\n"
			  "                          worker:7                           1.00 us\n"
			  "      with interrupts off, or hardware\n"
			  "  Timer's interrupt:                                         4.00 us (4.08 %)\n"
			  "  Blocking thread:                                          87.00 us (88.78 %)\n"
			  "                          worker:7                          87.00 us\n"
			  "    Blocking thread stack trace, taken at 98.00 us\n"
			  "                -> __schedule\n");
	expect_line(text, "\n  Switch to the thread:                                      3.00 us (3.06 %)\n");
	expect_line(text, "\n Wake-up latency:                                           98.00 us (100%)\n"
			  "  The part over its threshold, wait:                        90.00 us\n");
	expect_line(text, "\n       95.00        3.00    3.06 %  (switch)\n");
	free(text);
	done(analysis);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocking),
		cmocka_unit_test(test_part),
		cmocka_unit_test(test_priorities),
		cmocka_unit_test(test_no_timer),
		cmocka_unit_test(test_delay),
		cmocka_unit_test(test_soft_timer),
		cmocka_unit_test(test_elsewhere),
		cmocka_unit_test(test_no_noise),
		cmocka_unit_test(test_quick),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
