// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the analysis text, character by character.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "analysis/analysis.h"
#include "analysis/analysis_text.h"
#include "analysis/sentence.h"
#include "host/task_info.h"
#include "test.h"
#include "trace/symbols.h"

/* Name the functions at two pages of addresses; if @none is set, name none. */
/* The function of the first page has the name @first, or "first"; "": it has none. */
static bool find_symbol(void *first, uint64_t address, char *name, size_t size)
{
	uint64_t page = address & ~0xfffULL;
	const char *found = page == 0xffffffff81000000 ? first ?: "first" :
			    page == 0xffffffff81001000 ? "second" : "";

	if (!*found)
		return false;
	snprintf(name, size, "%s", found);
	return true;
}

static bool find_none(void *source, uint64_t address, char *name, size_t size)
{
	(void)source;
	(void)address;
	(void)name;
	(void)size;
	return false;
}

/* Return the text of an analysis, which the caller frees. */
static char *text_of(const struct analysis *analysis)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	const struct symbols unknown = { find_none, NULL };
	char sentence[SENTENCE_LEN];

	assert_non_null(out);
	sentence_make(sentence, analysis, &unknown);
	analysis_text_print(out, analysis, sentence, &unknown, STACK_TRUNCATE,
			    NULL);
	fclose(out);
	return text;
}

static void expect(const struct analysis *analysis, const char *expected)
{
	char *text = text_of(analysis);

	assert_string_equal(text, expected);
	free(text);
}

static void expect_line(const struct analysis *analysis, const char *expected)
{
	char *text = text_of(analysis);

	if (!strstr(text, expected))
		fail_msg("'%s' is not in:\n%s", expected, text);
	free(text);
}

/* A CPU may lack the counters of its hardware, or some of them. */
static void test_counters(void **state)
{
	struct event event = {
		.type = EVENT_COUNTERS,
		.counters = { .duration = 501680, .count = {
			1200, 300, 10, COUNTER_ABSENT, 2, 1,
		} },
	};
	struct analysis analysis = {
		.context = CONTEXT_THREAD, .latency = 528310,
		.blocking_pid = -1, .stack_pid = -1, .unexplained = 528310,
		.counters = &event,
	};

	(void)state;
	expect_line(&analysis,
"  From the timer's interrupt to the sample, in 501.68 us: cycles 1200,\n"
"    instructions 300 (IPC 0.25), cache misses 10, context switches 2, page\n"
"    faults 1\n");
	for (int i = COUNTER_CYCLES; i <= COUNTER_TLB_MISSES; i++)
		event.counters.count[i] = COUNTER_ABSENT;
	expect_line(&analysis,
"  From the timer's interrupt to the sample, in 501.68 us: context switches 2,\n"
"    page faults 1 (this CPU has no hardware counters, or others use them)\n");
	/* Cycles that are not known make no ratio. */
	event.counters.count[COUNTER_INSTRUCTIONS] = 5;
	expect_line(&analysis,
"  From the timer's interrupt to the sample, in 501.68 us: instructions 5,\n"
"    context switches 2, page faults 1\n");
	memset(event.counters.count, 0xff, sizeof(event.counters.count));
	expect_line(&analysis,
"  From the timer's interrupt to the sample, in 501.68 us: nothing was counted,\n"
"    as the CPU has been offline\n");
}

static void test_thread_stop(void **state)
{
	uint64_t stack[] = { 0xffffffff81234567 };
	struct part_item blocking[] = {
		{ .type = EVENT_THREAD, .id = 306130, .name = "kworker/u40:0",
		  .ns = 501680, .count = 1 },
	};
	struct part_item irqs[] = {
		{ .type = EVENT_IRQ, .id = 236, .name = "local_timer",
		  .ns = 3680, .count = 1 },
	};
	struct part_item softirqs[] = {
		{ .type = EVENT_SOFTIRQ, .id = 1, .name = "TIMER", .ns = 3710,
		  .count = 2 },
		{ .type = EVENT_SOFTIRQ, .id = 9, .name = "RCU", .ns = 490,
		  .count = 1 },
	};
	struct part_item threads[] = {
		{ .type = EVENT_THREAD, .id = 125, .name = "migration/18",
		  .ns = 6210, .count = 1 },
	};
	struct analysis analysis = {
		.cpu = 18,
		.context = CONTEXT_THREAD,
		.latency = 528310,
		.irq_latency = 1640,
		.irq_latency_known = true,
		.blocking_pid = 306130,
		.stack = stack,
		.stack_count = 1,
		.stack_pid = -1,
		.unexplained = 20,
		.part = {
			[PART_DELAY] = { .ns = 1000 },
			[PART_TIMER_IRQ] = { .ns = 9520 },
			[PART_BLOCKING] = { 501680, blocking, 1 },
			[PART_IRQ] = { 3680, irqs, 1 },
			[PART_SOFTIRQ] = { 4200, softirqs, 2 },
			[PART_THREAD] = { 6210, threads, 1 },
			[PART_WORKLOAD] = { .ns = 2000 },
		},
	};

	(void)state;
	expect(&analysis,
"## CPU 18 hit stop tracing, analyzing it ##\n"
"  IRQ handler delay:                                         1.00 us (0.19 %)\n"
"  IRQ latency:                                               1.64 us\n"
"  Timerlat IRQ duration:                                     9.52 us (1.80 %)\n"
"  Blocking thread:                                         501.68 us (94.96 %)\n"
"                   kworker/u40:0:306130                    501.68 us\n"
"    Blocking thread stack trace\n"
"                -> 0xffffffff81234567\n"
"  IRQ interference                                           3.68 us (0.70 %)\n"
"                     local_timer:236                         3.68 us\n"
"  Softirq interference                                       4.20 us (0.79 %)\n"
"                           TIMER:1                           3.71 us (2 times)\n"
"                             RCU:9                           0.49 us\n"
"  Thread interference                                        6.21 us (1.18 %)\n"
"                    migration/18:125                         6.21 us\n"
"  Timerlat thread:                                           2.00 us (0.38 %)\n"
"  Unexplained:                                               0.02 us (0.00 %)\n"
"------------------------------------------------------------------------\n"
"  Thread latency:                                          528.31 us (100%)\n"
"\n"
"  95 % of 528.31 us: kworker/u40:0:306130 kept preemption off.\n");
}

static void test_irq_stop_from_idle(void **state)
{
	struct part_item delay[] = {
		{ .kind = ITEM_IDLE, .type = EVENT_THREAD, .id = 0,
		  .name = "swapper/9", .ns = 39010, .count = 1 },
	};
	struct analysis analysis = {
		.cpu = 9,
		.context = CONTEXT_IRQ,
		.latency = 40490,
		.irq_latency = 40490,
		.irq_latency_known = true,
		.blocking_comm = "swapper/9",
		.part = {
			[PART_DELAY] = { 39010, delay, 1 },
			[PART_TIMER_IRQ] = { .ns = 1480 },
		},
	};

	(void)state;
	expect(&analysis,
"## CPU 9 hit stop tracing, analyzing it ##\n"
"  IRQ handler delay:                  (exit from idle)      39.01 us (96.34 %)\n"
"                       swapper/9:0                          39.01 us\n"
"      exit from idle, or hardware\n"
"  IRQ latency:                                              40.49 us\n"
"  Timerlat IRQ duration:                                     1.48 us (3.66 %)\n"
"  Blocking thread:\n"
"                       swapper/9:0\n"
"  Unexplained:                                               0.00 us (0.00 %)\n"
"------------------------------------------------------------------------\n"
"     IRQ latency:                                           40.49 us (100%)\n"
"\n"
"  96 % of 40.49 us: the CPU was idle, and it or other hardware was slow to take the timer's interrupt.\n");
}

static void test_delay_by_others(void **state)
{
	struct part_item delay[] = {
		{ .type = EVENT_NMI, .id = -1, .ns = 30000, .count = 1 },
		{ .kind = ITEM_THREAD, .type = EVENT_THREAD, .id = 7,
		  .name = "worker", .ns = 12000, .count = 1 },
	};
	struct analysis analysis = {
		.context = CONTEXT_IRQ,
		.latency = 43000,
		.blocking_pid = -1,
		.previous_irq = 30000,
		.incomplete = true,
		.unexplained = 1000,
		.part = {
			[PART_DELAY] = { 42000, delay, 2 },
		},
	};

	(void)state;
	expect(&analysis,
"## CPU 0 hit stop tracing, analyzing it ##\n"
"  Events of this latency are missing: the parts are incomplete.\n"
"  Previous IRQ interference: up to                          30.00 us\n"
"  IRQ handler delay:                                        42.00 us (97.67 %)\n"
"                             NMI                            30.00 us\n"
"                          worker:7                          12.00 us\n"
"      with interrupts off, or hardware\n"
"  Unexplained:                                               1.00 us (2.33 %)\n"
"------------------------------------------------------------------------\n"
"     IRQ latency:                                           43.00 us (100%)\n"
"\n"
"  Events are missing: the main cause is unknown.\n");
}

static void expect_stack(const struct symbols *symbols,
			 enum stack_format format, const char *expected)
{
	uint64_t stack[] = {
		0xffffffff81000010, 0x1234, 0xffffffff81001010, 0x5678
	};
	struct analysis analysis = {
		.context = CONTEXT_IRQ,
		.stack = stack,
		.stack_count = 4,
		.stack_pid = -1,
	};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	char *from, *to;

	assert_non_null(out);
	analysis_text_print(out, &analysis, "", symbols, format, NULL);
	fclose(out);
	from = strstr(text, "    Blocking thread stack trace\n");
	assert_non_null(from);
	from = strchr(from, '\n') + 1;
	to = strstr(from, "  Unexplained");
	assert_non_null(to);
	*to = '\0';
	assert_string_equal(from, expected);
	free(text);
}

/* Addresses without a name are shown as each format says. */
static void test_stack_formats(void **state)
{
	const struct symbols known = { find_symbol, NULL };
	const struct symbols unknown = { find_none, NULL };
	const struct symbols traced = { find_symbol, "function_trace_call" };
	const struct symbols gone = { find_symbol, "" };

	(void)state;
	expect_stack(&known, STACK_TRUNCATE,
		     "                -> first\n");
	expect_stack(&known, STACK_SKIP,
		     "                -> first\n"
		     "                -> second\n");
	expect_stack(&known, STACK_FULL,
		     "                -> first\n"
		     "                -> 0x1234\n"
		     "                -> second\n"
		     "                -> 0x5678\n");
	expect_stack(&unknown, STACK_TRUNCATE,
		     "                -> 0xffffffff81000010\n"
		     "                -> 0x1234\n"
		     "                -> 0xffffffff81001010\n"
		     "                -> 0x5678\n");
	expect_stack(&traced, STACK_TRUNCATE,
		     "                -> function_trace_call\n"
		     "                -> 0x1234\n"
		     "                -> second\n");
	expect_stack(&gone, STACK_TRUNCATE,
		     "                -> 0xffffffff81000010\n"
		     "                -> 0x1234\n"
		     "                -> second\n");
	expect_stack(&gone, STACK_SKIP, "                -> second\n");
}

/* An analysis of osnoise has no lines about a timer or a blocking thread. */
static void test_noise(void **state)
{
	struct part_item irqs[] = {
		{ .type = EVENT_IRQ, .id = 24, .name = "eth0", .ns = 9000,
		  .count = 2 },
	};
	struct analysis analysis = {
		.cpu = 1,
		.context = CONTEXT_TOTAL,
		.latency = 20000,
		.unexplained = 500,
		.part = {
			[PART_IRQ] = { 9000, irqs, 1 },
			[PART_HARDWARE] = { .ns = 10500 },
		},
	};

	(void)state;
	expect(&analysis,
"## CPU 1 hit stop tracing, analyzing it ##\n"
"  IRQ interference                                           9.00 us (45.00 %)\n"
"                            eth0:24                          9.00 us (2 times)\n"
"  Hardware noise:                                           10.50 us (52.50 %)\n"
"  Unexplained:                                               0.50 us (2.50 %)\n"
"------------------------------------------------------------------------\n"
"     Total noise:                                           20.00 us (100%)\n"
"\n"
"  52 % of 20.00 us: hardware, firmware or a hypervisor: the kernel did nothing in that time.\n");
}

/*
 * Describe a thread: only thread 12 still exists. Idle is no thread, so its pid
 * is never asked for.
 */
static bool find_task(int pid, struct task_info *info)
{
	*info = (struct task_info) { .policy = SCHED_FIFO, .priority = 9,
				       .cgroup = "/box" };
	assert_int_not_equal(pid, 0);
	return pid == 12;
}

static bool is_no_device(int irq, const char *name)
{
	(void)irq;
	(void)name;
	return false;
}

static const struct measured_machine machine = {
	.find_task = find_task, .is_device = is_no_device,
};

/* Idle is left out. A thread that is in two parts is printed once. */
static void test_tasks(void **state)
{
	struct part_item blocking[] = {
		{ .type = EVENT_THREAD, .id = 0, .name = "swapper/1", .ns = 7 },
		{ .type = EVENT_THREAD, .id = 13, .name = "brief", .ns = 3 },
	};
	struct part_item threads[] = {
		{ .type = EVENT_THREAD, .id = 12, .name = "motor", .ns = 20 },
		{ .type = EVENT_THREAD, .id = 13, .name = "brief", .ns = 30 },
	};
	struct part_item irqs[] = {
		{ .type = EVENT_IRQ, .id = 24, .name = "eth0", .ns = 40 },
	};
	struct analysis analysis = {
		.context = CONTEXT_THREAD,
		.latency = 100,
		.part = {
			[PART_BLOCKING] = { 10, blocking, 2 },
			[PART_THREAD] = { 50, threads, 2 },
			[PART_IRQ] = { 40, irqs, 1 },
		},
	};
	const struct symbols unknown = { find_none, NULL };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	assert_non_null(out);
	analysis_text_print(out, &analysis, "", &unknown, STACK_TRUNCATE,
			    &machine);
	fclose(out);
	assert_non_null(strstr(text,
"\n"
"  Threads above:\n"
"              brief:13: ended since\n"
"              motor:12: SCHED_FIFO 9, cgroup /box\n"
"\n"));
	free(text);
}

/* If there are many threads, only those that took longest are printed. */
static void test_many_tasks(void **state)
{
	struct part_item threads[13];
	struct analysis analysis = {
		.context = CONTEXT_THREAD, .latency = 100,
		.part[PART_THREAD] = { 91, threads, 13 },
	};
	const struct symbols unknown = { find_none, NULL };
	char *text = NULL, *from;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	for (int i = 0; i < 13; i++)
		threads[i] = (struct part_item) {
			.type = EVENT_THREAD, .name = "t", .id = 100 + i,
			.ns = 1 + i % 7,
		};
	assert_non_null(out);
	analysis_text_print(out, &analysis, "", &unknown, STACK_TRUNCATE,
			    &machine);
	fclose(out);
	from = strstr(text, "Threads above:");
	assert_non_null(from);
	assert_null(strstr(from, " t:100:"));
	assert_null(strstr(from, " t:107:"));
	assert_null(strstr(from, " t:108:"));
	assert_non_null(strstr(from, " t:101:"));
	assert_non_null(strstr(from, " t:112: ended since\n"
				     "                       and 3 more\n"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_thread_stop),
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_irq_stop_from_idle),
		cmocka_unit_test(test_delay_by_others),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_stack_formats),
		cmocka_unit_test(test_tasks),
		cmocka_unit_test(test_many_tasks),
	};

	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
