// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of time lines, with analyses made up by hand.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/timeline.h"
#include "test.h"

#define T_W	5000000

static const char *text_of(const struct analysis *analysis)
{
	static char text[16384];
	FILE *out = fmemopen(text, sizeof(text), "w");

	assert_non_null(out);
	*text = '\0';
	timeline_print(out, analysis);
	fclose(out);
	return text;
}

static void test_latency(void **state)
{
	struct part_item delay[] = {
		{ .kind = ITEM_THREAD, .type = EVENT_THREAD, .id = 7,
		  .name = "worker" },
		{ .type = EVENT_NMI, .id = -1 },
	};
	struct part_item timer[] = {
		{ .type = EVENT_IRQ, .id = 236, .name = "local_timer" },
	};
	struct part_item blocking[] = {
		{ .type = EVENT_THREAD, .id = 7, .name = "worker" },
	};
	struct segment segments[] = {
		{ T_W, 10000, PART_DELAY, 0, LEVEL_THREAD },
		{ T_W + 10000, 2000, PART_DELAY, 1, LEVEL_NMI },
		{ T_W + 12000, 1000, PART_DELAY, 0, LEVEL_THREAD },
		{ T_W + 13000, 7000, PART_TIMER_IRQ, 0, LEVEL_IRQ },
		{ T_W + 20000, 25000, PART_BLOCKING, 0, LEVEL_THREAD },
		{ T_W + 45000, 500, PART_UNEXPLAINED, NO_ITEM, LEVEL_THREAD },
		{ T_W + 45500, 2500, PART_WORKLOAD, NO_ITEM, LEVEL_THREAD },
	};
	struct analysis analysis = {
		.t_w = T_W,
		.latency = 48000,
		.part = {
			[PART_DELAY] = { 13000, delay, 2 },
			[PART_TIMER_IRQ] = { 7000, timer, 1 },
			[PART_BLOCKING] = { 25000, blocking, 1 },
		},
		.segment = segments,
		.segments = 7,
	};
	const char *text = text_of(&analysis);

	(void)state;
	assert_string_equal(text,
"\n       at us      for us     share\n"
"        0.00       10.00   20.83 %  worker:7, interrupts off or hardware\n"
"       10.00        2.00    4.17 %  NMI\n"
"       12.00        1.00    2.08 %  worker:7, interrupts off or hardware\n"
"       13.00        7.00   14.58 %  local_timer:236\n"
"       20.00       25.00   52.08 %  worker:7\n"
"       45.00        0.50    1.04 %  (unexplained)\n"
"       45.50        2.50    5.21 %  (measuring thread)\n"
"\n"
"                   NMI |          ##                                    |\n"
"       local_timer:236 |             #######                            |\n"
"              worker:7 |##########  #       #########################   |\n"
"         (unexplained) |                                             #  |\n"
"    (measuring thread) |                                             ###|\n"
"                        0                                          48.00 us\n");
}

/*
 * A thread that is interrupted shortly is one line; a longer interruption, and
 * what is of another cause or comes later, has its own.
 */
static void test_interrupted(void **state)
{
	struct part_item threads[] = {
		{ .type = EVENT_THREAD, .id = 7, .name = "worker" },
		{ .type = EVENT_THREAD, .id = 8, .name = "other" },
	};
	struct part_item irqs[] = {
		{ .type = EVENT_IRQ, .id = 236, .name = "local_timer" },
		{ .type = EVENT_IRQ, .id = 24, .name = "eth0" },
	};
	struct part_item softirqs[] = {
		{ .type = EVENT_SOFTIRQ, .id = 9, .name = "RCU" },
	};
	struct segment segments[] = {
		{ T_W, 30000, PART_THREAD, 0, LEVEL_THREAD },
		{ T_W + 30000, 900, PART_IRQ, 0, LEVEL_IRQ },
		{ T_W + 30900, 100, PART_SOFTIRQ, 0, LEVEL_SOFTIRQ },
		{ T_W + 31000, 9000, PART_THREAD, 0, LEVEL_THREAD },
		{ T_W + 40000, 500, PART_IRQ, 0, LEVEL_IRQ },
		{ T_W + 40500, 4500, PART_THREAD, 0, LEVEL_THREAD },
		{ T_W + 45000, 1000, PART_IRQ, 1, LEVEL_IRQ },
		{ T_W + 46000, 20000, PART_THREAD, 0, LEVEL_THREAD },
		{ T_W + 66000, 900, PART_IRQ, 0, LEVEL_IRQ },
		{ T_W + 66900, 3100, PART_THREAD, 1, LEVEL_THREAD },
		{ T_W + 70000, 10000, PART_THREAD, 0, LEVEL_THREAD },
		{ T_W + 90000, 10000, PART_THREAD, 0, LEVEL_THREAD },
	};
	struct analysis analysis = {
		.t_w = T_W,
		.latency = 100000,
		.part = {
			[PART_THREAD] = { 0, threads, 2 },
			[PART_IRQ] = { 0, irqs, 2 },
			[PART_SOFTIRQ] = { 0, softirqs, 1 },
		},
		.segment = segments,
		.segments = 12,
	};
	char list[1024];

	(void)state;
	snprintf(list, sizeof(list), "%s", text_of(&analysis));
	*strstr(list, "\n\n") = '\0';
	assert_string_equal(list,
"\n       at us      for us     share\n"
"        0.00       43.50   43.50 %  worker:7, interrupted 2 times for 1.50 us\n"
"       45.00        1.00    1.00 %  eth0:24\n"
"       46.00       20.00   20.00 %  worker:7\n"
"       66.00        0.90    0.90 %  local_timer:236\n"
"       66.90        3.10    3.10 %  other:8\n"
"       70.00       10.00   10.00 %  worker:7\n"
"       90.00       10.00   10.00 %  worker:7");
}

static int count(const char *text, const char *what)
{
	int found = 0;

	for (text = strstr(text, what); text; text = strstr(text + 1, what))
		found++;
	return found;
}

/*
 * If there are many segments, only the longest are listed. If there are many
 * causes, only the longest are drawn.
 */
static void test_many(void **state)
{
	struct part_item irqs[100];
	struct segment segments[100];
	struct analysis analysis = {
		.latency = 100 * 10000,
		.part = { [PART_IRQ] = { 0, irqs, 100 } },
		.segment = segments,
		.segments = 100,
	};
	const char *text;

	(void)state;
	for (int i = 0; i < 100; i++) {
		irqs[i] = (struct part_item) { .type = EVENT_IRQ, .id = i };
		snprintf(irqs[i].name, sizeof(irqs[i].name), "irq");
		segments[i] = (struct segment) {
			i * 10000, i % 2 ? 10000 : 9000, PART_IRQ, i, LEVEL_IRQ
		};
	}
	text = text_of(&analysis);
	assert_int_equal(count(text, " %  irq:"), 12);
	assert_non_null(strstr(text, "                  830.00   83.00 %  in 88 shorter ones\n"));
	assert_int_equal(count(text, "|\n"), 12);
	assert_non_null(strstr(text, " irq:1 |"));
	assert_null(strstr(text, " irq:2 |"));
	assert_non_null(strstr(text, "(others) |"));
}

static void test_nothing(void **state)
{
	struct analysis analysis = { .latency = 5 };
	const char *text = text_of(&analysis);

	(void)state;
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_latency),
		cmocka_unit_test(test_interrupted),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_nothing),
	};

	return cmocka_run_group_tests_name("timeline", tests, NULL, NULL);
}
